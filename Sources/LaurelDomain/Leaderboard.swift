/// A leaderboard as its developer configured it (rules 4.1, 4.2).
@dynamicMemberLookup
public struct Leaderboard: Hashable, Sendable {
    public let number: LeaderboardNumber
    public let app: AppNumber
    public let id: LeaderboardID
    /// Its fields are read and written as the leaderboard's own: `leaderboard.format`.
    public var settings: LeaderboardSettings
    /// Frozen from then on: id, sort order, format, submission type (rule 3.3).
    public var isReleased: Bool
    /// Frozen from the release on, but for the parts of a combined one.
    public var kind: LeaderboardKind<LeaderboardNumber>
    /// The other apps of the team that share it; none unless ``isGroup``.
    public var sharedWith: [AppNumber]
    /// The group that it was moved into: its id answers for that one, which has its scores.
    public var movedInto: LeaderboardNumber?

    public init(
        number: LeaderboardNumber, app: AppNumber, id: LeaderboardID, settings: LeaderboardSettings,
        isReleased: Bool = false, kind: LeaderboardKind<LeaderboardNumber> = .classic, sharedWith: [AppNumber] = [],
        movedInto: LeaderboardNumber? = nil
    ) {
        self.number = number
        self.app = app
        self.id = id
        self.settings = settings
        self.isReleased = isReleased
        self.kind = kind
        self.sharedWith = sharedWith
        self.movedInto = movedInto
    }

    // Inlined where it is used, so that a field costs what it would without the key path: scores read some of them.
    @inlinable
    public subscript<Value>(dynamicMember field: WritableKeyPath<LeaderboardSettings, Value>) -> Value {
        get { settings[keyPath: field] }
        set { settings[keyPath: field] = newValue }
    }

    /// Whether several apps of the team may share it (rule 4.1): its id says so.
    public var isGroup: Bool { id.isGroup }

    /// Whether it is one of an app's leaderboards.
    public func belongs(to app: AppNumber) -> Bool { self.app == app || sharedWith.contains(app) }
}

extension LeaderboardID {
    /// What the id of a group begins with, and no other one.
    public static let groupPrefix = "grp."
    public var isGroup: Bool { text.hasPrefix(Self.groupPrefix) }
}

/// A leaderboard in one language.
public struct LeaderboardLocalization: Hashable, Sendable {
    public var language: LanguageTag
    public var name: String
    /// What it ranks, in a sentence for players. Nil: it says nothing.
    public var description: String?
    /// In this language another format may be better than the leaderboard's own.
    public var formatOverride: ScoreFormat?
    /// Appended exactly as written; a leading space is the developer's to write.
    public var suffixSingular: String?
    public var suffixPlural: String?

    public init(
        language: LanguageTag, name: String, description: String? = nil, formatOverride: ScoreFormat? = nil,
        suffixSingular: String? = nil, suffixPlural: String? = nil
    ) {
        self.language = language
        self.name = name
        self.description = description
        self.formatOverride = formatOverride
        self.suffixSingular = suffixSingular
        self.suffixPlural = suffixPlural
    }
}

/// A language and where it is written, such as `en`, `en-GB` or `zh-Hans` (BCP 47), in the usual letter case.
///
/// - Range: 2 to 35 characters of letters, digits and `-`, in parts of 1 to 8.
public struct LanguageTag: Hashable, Sendable {
    public static let lengthLimit = 35
    public static let english = LanguageTag(unchecked: "en")
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        guard text.utf8.count >= 2 else { throw .empty }
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(limit: Self.lengthLimit) }
        for (offset, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: continue
            default: throw .character(offset: offset)
            }
        }
        let parts = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ (1...8).contains($0.count) }) else { throw .parts }
        self.text = Self.canonical(parts.map { String($0) ?? "" })
    }

    private init(unchecked text: String) { self.text = text }

    /// The case of each part says nothing, so it is written as everybody does: `en-GB`, `zh-Hans`.
    ///
    /// - Source: RFC 5646, section 2.1.1.
    private static func canonical(_ parts: [String]) -> String {
        var isAfterSingleton = false
        var written: [String] = []
        for part in parts {
            let lower = part.lowercased()
            switch part.utf8.count {
            case 2 where !written.isEmpty && !isAfterSingleton: written.append(part.uppercased())
            case 4 where !written.isEmpty && !isAfterSingleton:
                written.append(lower.prefix(1).uppercased() + lower.dropFirst())
            default: written.append(lower)
            }
            if part.utf8.count == 1 { isAfterSingleton = true }
        }
        return written.joined(separator: "-")
    }
}
