@_spi(_Unicode) import Swift

/// A player's unique name (rule 1.1), as they typed it.
///
/// - Range: 3 to 20 characters: letters and digits of any script, `_`, `-`, `.`, and single spaces inside. Nothing
///   invisible, so that two names that look alike because of it cannot both exist.
/// - Two aliases are the same when their ``key``s are: capitals do not tell players apart, nor does the way in
///   which an accented letter is encoded.
public struct Alias: Hashable, Sendable {
    public static let characterLimits = 3...20
    /// Twenty characters of any script fit, and a pile of accents does not.
    public static let bytesLimit = 240

    /// In Unicode's normal form C.
    public let text: String
    /// What a sign-in finds it by, and unique: the lower-case form, in normal form C.
    public let key: String
    /// What it looks like, and unique as well.
    public var skeleton: String { AliasSkeleton.of(text) }
    /// Whether it would pass for this service, its operator or everybody.
    public var isReserved: Bool { AliasSkeleton.reserved.contains(skeleton) }

    /// One that somebody wants to have from now on.
    /// - Throws: the first rule broken.
    public init(_ typed: String) throws(Invalid) {
        try self.init(known: typed)
        try checkPiles()
    }

    /// The rule that is younger than some aliases.
    public func checkPiles() throws(Invalid) {
        if let mark = MarkPile.excess(in: text) { throw .pile(mark) }
    }

    /// One that somebody may have had for long, as typed to sign in or to name them: rules that are younger than
    /// aliases are not asked.
    /// - Throws: the first rule broken.
    public init(known typed: String) throws(Invalid) {
        guard typed.utf8.count <= Self.bytesLimit else { throw .tooLong }
        let text = typed.composed
        try Self.check(text.unicodeScalars)
        guard text.count >= Self.characterLimits.lowerBound else { throw .tooShort }
        guard text.count <= Self.characterLimits.upperBound else { throw .tooLong }
        self.text = text
        self.key = text.lowercased().composed
    }

    /// What a store gives back. It was checked when it was taken; a rule that is stricter since then locks nobody out.
    public init(stored text: String, key: String) {
        self.text = text
        self.key = key
    }

    private static func check(_ scalars: String.UnicodeScalarView) throws(Invalid) {
        var previous: Unicode.Scalar?
        for scalar in scalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
                guard !scalar.properties.isDefaultIgnorableCodePoint else { throw .character(scalar) }
            case .nonspacingMark, .spacingMark:
                guard previous?.carriesMarks == true, !scalar.properties.isDefaultIgnorableCodePoint else {
                    throw .character(scalar)
                }
            default:
                guard scalar == "_" || scalar == "-" || scalar == "." || scalar == " " && previous != " " else {
                    throw .character(scalar)
                }
            }
            previous = scalar
        }
        guard scalars.first != " ", scalars.last != " " else { throw .spaceAtEnd }
        guard scalars.isEmpty || scalars.contains(where: \.properties.isNameCharacter) else { throw .onlySigns }
    }

    public enum Invalid: Error, Hashable, Sendable {
        case tooShort
        case tooLong
        /// One that is not allowed, or not there: a second space.
        case character(Unicode.Scalar)
        /// More marks on a letter than any script needs; see ``MarkPile``.
        case pile(Unicode.Scalar)
        case spaceAtEnd
        /// Not one letter or digit.
        case onlySigns
    }
}

extension Unicode.Scalar {
    /// Letters do, and marks that sit on one.
    fileprivate var carriesMarks: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: properties.isAlphabetic
        }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isNameCharacter: Bool { isAlphabetic || generalCategory == .decimalNumber }
}

extension String {
    /// Normal form C. The standard library compares strings by it and has it ready, but does not yet offer it
    /// publicly; Foundation takes it from the same place. A toolchain without it fails to build, not to work.
    fileprivate var composed: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
