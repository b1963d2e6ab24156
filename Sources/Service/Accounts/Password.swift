/// A password that a player chose, good enough to be kept.
///
/// - Range: 8 to 128 characters of any kind, taken as typed: not cut, not trimmed, no rule about kinds of
///   characters. Not one of the most common, nor one made of the alias or of this service's name.
/// - Source: OWASP ASVS 5.0, 6.2.1, 6.2.4, 6.2.5, 6.2.8, 6.2.9, 6.2.11.
public struct Password: Sendable, CustomStringConvertible {
    public static let characterLimits = 8...128
    /// The longest text that a sign-in looks at: 128 characters of any script.
    public static let bytesLimit = 1_024

    let text: String

    /// - Parameter alias: whose password it is going to be.
    public init(_ typed: String, alias: String) throws(Invalid) {
        guard typed.utf8.count <= Self.bytesLimit, typed.count <= Self.characterLimits.upperBound else {
            throw .tooLong
        }
        guard typed.count >= Self.characterLimits.lowerBound else { throw .tooShort }
        guard !CommonPasswords.contains(typed, alias: alias) else { throw .common }
        self.text = typed
    }

    /// Keeps it out of logs.
    public var description: String { "(a password)" }

    public enum Invalid: Error, Hashable, Sendable {
        case tooShort
        case tooLong
        /// Among the first that a guesser tries.
        case common
    }
}
