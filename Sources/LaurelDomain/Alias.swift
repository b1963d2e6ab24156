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
    /// Thai and Devanagari need two or three; more only make a mess of the lines above.
    public static let marksInARowLimit = 3

    /// In Unicode's normal form C.
    public let text: String
    /// What a sign-in finds it by, and unique: the lower-case form, in normal form C.
    public let key: String
    /// What it looks like, and unique as well.
    public var skeleton: String { AliasSkeleton.of(text) }
    /// Whether it would pass for this service, its operator or everybody.
    public var isReserved: Bool { AliasSkeleton.reserved.contains(skeleton) }

    /// - Throws: the first rule broken.
    public init(_ typed: String) throws(Invalid) {
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
        var marks = 0
        var previous: Unicode.Scalar?
        for scalar in scalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
                guard !scalar.properties.isDefaultIgnorableCodePoint else { throw .character(scalar) }
                marks = 0
            case .nonspacingMark, .spacingMark:
                marks += 1
                guard let previous, previous.properties.isAlphabetic || marks > 1, marks <= marksInARowLimit,
                    !scalar.properties.isDefaultIgnorableCodePoint
                else { throw .character(scalar) }
            default:
                guard scalar == "_" || scalar == "-" || scalar == "." || scalar == " " && previous != " " else {
                    throw .character(scalar)
                }
                marks = 0
            }
            previous = scalar
        }
        guard scalars.first != " ", scalars.last != " " else { throw .spaceAtEnd }
        guard scalars.isEmpty || scalars.contains(where: \.properties.isNameCharacter) else { throw .onlySigns }
    }

    public enum Invalid: Error, Hashable, Sendable {
        case tooShort
        case tooLong
        /// One that is not allowed, or not there: a second space, a fourth accent.
        case character(Unicode.Scalar)
        case spaceAtEnd
        /// Not one letter or digit.
        case onlySigns
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
