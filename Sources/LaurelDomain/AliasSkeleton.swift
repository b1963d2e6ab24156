@_spi(_Unicode) import Swift

/// What an alias looks like, whatever it is made of: two aliases with the same skeleton cannot both exist.
///
/// `Раураl` in Cyrillic, `ｐａｙｐａｌ` in full width, `PayPa1` and `ﬁ` for `fi` all come out as their plain twin.
///
/// - Source: Unicode Technical Standard 39, section 4: normal form, prototypes of look-alikes, normal form. The
///   prototypes are those of the letters of Cyrillic, Greek, Armenian and Cherokee that look like Latin ones, and of
///   the digits that look like letters; case is folded first, as aliases ignore it.
public enum AliasSkeleton {
    /// O(n).
    public static func of(_ text: String) -> String {
        let capitals = replace(compatible(text).decomposed, by: capitals)
        return replace(capitals.lowercased().decomposed, by: letters).precomposed
    }

    private static func replace(_ text: String, by table: [Unicode.Scalar: Unicode.Scalar]) -> String {
        var replaced = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { replaced.append(table[scalar] ?? scalar) }
        return String(replaced)
    }

    /// Names that would pass for ours. Each is its own skeleton's text; compare skeletons.
    public static let reserved: Set<String> = Set(
        [
            "admin", "administrator", "anonymous", "everyone", "game center", "gamecenter", "game-center",
            "game_center", "laurel", "moderator", "nobody", "official", "operator", "root", "security", "staff",
            "support", "system",
        ].map(of))

    /// Every character that is but another form of one or more others becomes those (the idea of normal form KC,
    /// which the standard library does not have; these are the forms that an alias may hold).
    private static func compatible(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            if let letters = ligatures[scalar] {
                plain += letters
            } else if let letter = mathematical(scalar.value) ?? shifted(scalar.value) {
                plain.unicodeScalars.append(letter)
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    private static func shifted(_ value: UInt32) -> Unicode.Scalar? {
        switch value {
        // Full-width ASCII (U+FF01…U+FF5E).
        case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0)
        // Circled and squared letters are no letters and are refused; these are modifier letters of Latin.
        case 0x1D2C: "a"
        case 0x1D2E: "b"
        case 0x2071: "i"
        case 0x207F: "n"
        case 0x2090: "a"
        case 0x2091: "e"
        case 0x2092: "o"
        case 0x2093: "x"
        default: nil
        }
    }

    /// Mathematical alphanumerics (U+1D400…U+1D7FF): thirteen alphabets of 52, then five rows of ten digits.
    private static func mathematical(_ value: UInt32) -> Unicode.Scalar? {
        switch value {
        case 0x1D400...0x1D6A3:
            let place = (value - 0x1D400) % 52
            return Unicode.Scalar(0x61 + place % 26)
        case 0x1D7CE...0x1D7FF: return Unicode.Scalar(0x30 + (value - 0x1D7CE) % 10)
        default: return nil
        }
    }

    private static let ligatures: [Unicode.Scalar: String] = [
        "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi", "\u{FB04}": "ffl", "\u{FB05}": "st",
        "\u{FB06}": "st", "ß": "ss", "ẞ": "ss", "ſ": "s", "ĳ": "ij", "Ĳ": "ij", "ŀ": "l", "Ŀ": "l", "ŉ": "n",
        "ǆ": "dz", "ǅ": "dz", "Ǆ": "dz", "ǉ": "lj", "ǈ": "lj", "Ǉ": "lj", "ǌ": "nj", "ǋ": "nj", "Ǌ": "nj",
        "ǳ": "dz", "ǲ": "dz", "Ǳ": "dz", "ℓ": "l", "ℎ": "h", "ℯ": "e", "ℴ": "o", "K": "k", "Å": "å", "ª": "a",
        "º": "o", "ʰ": "h", "ʲ": "j", "ʳ": "r", "ʷ": "w", "ʸ": "y", "ˡ": "l", "ˢ": "s", "ˣ": "x", "ᵃ": "a",
        "ᵇ": "b", "ᵈ": "d", "ᵉ": "e", "ᵍ": "g", "ᵏ": "k", "ᵐ": "m", "ᵒ": "o", "ᵖ": "p", "ᵗ": "t", "ᵘ": "u",
        "ᵛ": "v",
    ]

    /// Capitals that are drawn as Latin ones: Greek, Cyrillic, Armenian, Cherokee.
    private static let capitals = table(
        "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ͿJ АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC "
            + " ТT УY ХX ԌG ԚQ ԜW ՕO ՏS ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᏀG ᏃZ ᏎE ᏔW ᏚS ᏞL ᏟC ᏢP ᏦK ᏴB ᎠD ᎡR ᎢT ᏙV "
            + " ᏏB")

    /// Small letters and digits and what each is taken for: Cyrillic, Greek, Armenian, Latin ones of other alphabets.
    private static let letters = table(
        "0o 1l il ıl ɩl ǀl аa әə вb сc ԁd еe һh іl јj кk ӏl мm нh оo рp ԛq ѕs тt уy үy хx ԝw "
            + " ѵv ьb αa εe ηn ιl κk νv οo ρp τt υu χx γy ωw ϲc ϳj օo հh ոn սu զq գg ցg յj ɑa ɡg ꜱs ʟl "
            + " ʀr ɴn")

    /// - Parameter pairs: a character and the one that it looks like, with spaces between the pairs.
    private static func table(_ pairs: String) -> [Unicode.Scalar: Unicode.Scalar] {
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for pair in pairs.split(separator: " ") {
            guard let twin = pair.unicodeScalars.first, let letter = pair.unicodeScalars.last else { continue }
            table[twin] = letter
        }
        return table
    }
}

extension String {
    fileprivate var precomposed: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }

    fileprivate var decomposed: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfd)
        return String(scalars)
    }
}
