@_spi(_Unicode) import Swift

/// What an alias looks like, whatever it is made of: two aliases with the same skeleton cannot both exist.
///
/// `Раураl` in Cyrillic, `ꓑꓮꓬꓑꓮꓡ` in Lisu, `ｐａｙｐａｌ` in full width, `PayPa1` and `ﬁ` for `fi` all come out as their
/// plain twin.
///
/// - Source: Unicode Technical Standard 39, section 4: normal form D, prototypes of look-alikes, normal form D, until
///   nothing changes. Capitals count as their small letters, because aliases ignore them, so a small letter looks
///   like whatever its capital looks like. docs/decisions/0024-looks-of-names.md says what is ours.
public enum AliasSkeleton {
    /// Every character of every script comes to rest in fewer; a test tries them all.
    static let roundsLimit = 8

    /// O(n).
    public static func of(_ text: String) -> String {
        var scalars = decomposed(text)
        for _ in 0..<roundsLimit {
            var replaced = ""
            for scalar in scalars { append(prototypeOf: scalar, to: &replaced) }
            let next = decomposed(replaced.lowercased())
            if next == scalars { break }
            scalars = next
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view).precomposed
    }

    /// Names that would pass for ours. Each is its own skeleton's text; compare skeletons.
    public static let reserved: Set<String> = Set(
        [
            "admin", "administrator", "anonymous", "everyone", "game center", "gamecenter", "game-center",
            "game_center", "laurel", "moderator", "nobody", "official", "operator", "root", "security", "staff",
            "support", "system",
        ].map(of))

    private static func append(prototypeOf scalar: Unicode.Scalar, to text: inout String) {
        if let own = ours[scalar] {
            text += own
        } else if let prototype = Confusables.prototypes[scalar] ?? ofCapital(scalar) {
            text += prototype
        } else if case 0xFF01...0xFF5E = scalar.value, let plain = Unicode.Scalar(scalar.value - 0xFEE0) {
            // Full-width ASCII, of which the standard has those letters alone that something else looks like, too.
            text.unicodeScalars.append(plain)
        } else {
            text.unicodeScalars.append(scalar)
        }
    }

    /// `i` has no prototype, but `I` has: `l`.
    private static func ofCapital(_ scalar: Unicode.Scalar) -> String? {
        guard scalar.properties.isLowercase else { return nil }
        let capital = scalar.properties.uppercaseMapping.unicodeScalars
        guard capital.count == 1, let only = capital.first, only != scalar else { return nil }
        return Confusables.prototypes[only]
    }

    private static func decomposed(_ text: String) -> [Unicode.Scalar] { Array(text._nfd) }

    /// What the standard leaves out, or judges by other typefaces than ours: digits for capitals, small capitals,
    /// small Cyrillic and Greek letters in the shape of capitals, modifier letters, and letters for two.
    private static let ours: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [
            "ß": "ss", "ẞ": "ss", "ſ": "s", "ŀ": "l", "Ŀ": "l", "ŉ": "n", "ǆ": "dz", "ǅ": "dz", "Ǆ": "dz",
        ]
        for pair in pairs.split(separator: " ") {
            guard let twin = pair.unicodeScalars.first, let letter = pair.unicodeScalars.last else { continue }
            table[twin] = String(letter)
        }
        return table
    }()

    /// A character and the one that it looks like, with spaces between the pairs.
    private static let pairs = """
        5S 8B ⲁa \
        ᴀa ʙb ᴅd ᴇe ꜰf ɢg ʜh ᴊj ᴋk ʟl ᴍm ʍm ɴn ᴘp ʀr ᴛt ʏy \
        вb ьb ƅb кk ĸk мm нh тt εe ꞓe ηn κk τt ωw ȷj \
        ªa ºo ʰh ʲj ʳr ʷw ʸy ˡl ˢs ˣx ᵃa ᵇb ᵈd ᵉe ᵍg ᵏk ᵐm ᵒo ᵖp ᵗt ᵘu ᵛv ᴬa ᴮb ⁱi ⁿn ₐa ₑe ₒo ₓx
        """
}

extension String {
    fileprivate var precomposed: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
