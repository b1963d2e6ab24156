/// Why a text is no identifier.
public enum InvalidIdentifier: Error, Hashable, Sendable {
    case empty
    case tooLong(limit: Int)
    /// A character that is not allowed, at an offset in UTF-8 bytes.
    case character(offset: Int)
    /// The parts between the dots are wrong: a bundle id has two or more, none empty.
    case parts
}

/// The ASCII letters, digits, `.`, `_` and `-` that ids are made of (rule 3.5).
func checkIdentifier(_ text: String, limit: Int) throws(InvalidIdentifier) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= limit else { throw .tooLong(limit: limit) }
    var text = text
    // Of the bytes themselves: each score's ID comes through here, and each one that is read back.
    let wrong = text.withUTF8 { bytes in
        bytes.firstIndex { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x2D: false
            default: true
            }
        }
    }
    if let wrong { throw .character(offset: wrong) }
}

/// An app's permanent id in reverse DNS, such as `com.ali.MonkeyJump`.
///
/// - Range: 3 to 100 characters of letters, digits, `.`, `_`, `-`, in two or more parts.
public struct BundleID: Hashable, Sendable {
    public static let lengthLimit = 100
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .parts }
        self.text = text
    }
}

/// A leaderboard's permanent id, unique in its app, such as `HighScores`.
///
/// - Range: 1 to 100 characters of letters, digits, `.`, `_`, `-` (rule 3.5). Upper and lower case differ.
public struct LeaderboardID: Hashable, Sendable {
    public static let lengthLimit = 100
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        self.text = text
    }
}

/// A score's own id, made with it: sent again, it counts once (rule 4.4). GameKit makes a UUID; any id in
/// range will do that its maker never uses for two scores of one player.
///
/// - Range: 1 to 64 characters of letters, digits, `.`, `_`, `-`.
public struct ScoreID: Hashable, Sendable {
    public static let lengthLimit = 64
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        self.text = text
    }
}
