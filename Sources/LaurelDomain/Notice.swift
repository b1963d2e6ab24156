/// Something that a player is told, kept in their inbox (rule 7.1).
///
/// It names everybody and everything by number or id, so that erasing a player leaves nothing of them here: names and
/// messages are looked up when it is shown.
public struct Notice: Hashable, Sendable {
    public let id: NoticeID
    public let content: NewNotice
    public var isRead: Bool
    /// The player had chosen not to be told of such things: it came read, and nobody is woken for it.
    public let isSilent: Bool

    public init(id: NoticeID, content: NewNotice, isRead: Bool = false, isSilent: Bool = false) {
        self.id = id
        self.content = content
        self.isRead = isRead
        self.isSilent = isSilent
    }
}

/// A place in the order of everything that players are told. An event stream resumes after one of these.
public struct NoticeID: Hashable, Comparable, Sendable {
    public static let start = NoticeID(0)
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: NoticeID, right: NoticeID) -> Bool { left.rawValue < right.rawValue }
}

/// A notice before it is durable. It is written in the same transaction as what it tells of, so neither is there
/// without the other.
public struct NewNotice: Hashable, Sendable {
    /// At most so many bytes of ``subject`` and of ``details``. A longer subject is cut, longer details are left out:
    /// what a notice tells of has happened, and must not fail for its words.
    public static let bytesLimit = 1_024

    /// Who is told.
    public var player: PlayerNumber
    public var kind: NoticeKind
    /// Nil: it is about no game.
    public var app: AppNumber?
    public var environment: Environment?
    /// The other one: who asks for friendship, who challenges, who was faster.
    public var about: PlayerNumber?
    /// The id of the challenge, achievement, leaderboard or request, as the interface shows it.
    public let subject: String
    /// What else is shown, as a JSON object without names or messages; empty: nothing.
    public let details: String
    public var created: Timestamp

    public init(
        to player: PlayerNumber, _ kind: NoticeKind, app: AppNumber? = nil, environment: Environment? = nil,
        about: PlayerNumber? = nil, subject: String = "", details: String = "", created: Timestamp
    ) {
        self.player = player
        self.kind = kind
        self.app = app
        self.environment = environment
        self.about = about
        self.subject = Self.cut(subject)
        self.details = details.utf8.count <= Self.bytesLimit ? details : ""
        self.created = created
    }

    /// The longest beginning within the limit that ends between two characters.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > bytesLimit else { return text }
        var count = 0
        return String(
            text.prefix { character in
                count += character.utf8.count
                return count <= bytesLimit
            })
    }
}

/// What a notice tells (rule 7.1). Numbers are stored; a case is never renumbered.
public enum NoticeKind: UInt8, CaseIterable, Hashable, Sendable {
    case friendRequested = 1
    case friendAccepted = 2
    case challengeReceived = 3
    case challengeCompleted = 4
    case challengeDeclined = 5
    case achievementEarned = 6
    case overtaken = 7
    /// A moderator took something of the player's away; the subject is a ``ReportedThing``'s name.
    case contentRemoved = 8
    /// How the player signs in has changed; the subject is an ``AccountChange``. It cannot be turned off.
    case accountChanged = 9

    /// As in a body, an event or a choice.
    public var name: String {
        switch self {
        case .friendRequested: "friendRequested"
        case .friendAccepted: "friendAccepted"
        case .challengeReceived: "challengeReceived"
        case .challengeCompleted: "challengeCompleted"
        case .challengeDeclined: "challengeDeclined"
        case .achievementEarned: "achievementEarned"
        case .overtaken: "overtaken"
        case .contentRemoved: "contentRemoved"
        case .accountChanged: "accountChanged"
        }
    }

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}

extension Notice {
    /// Whether a session with this binding sees it: a game sees its own in its own environment, a player's own pages
    /// see all.
    public func isSeen(by binding: Binding) -> Bool {
        switch binding {
        case .firstParty: true
        case .game(let app, let environment): content.app == app && content.environment == environment
        }
    }
}

/// Which notices of an inbox are meant.
public enum NoticeSelection: Hashable, Sendable {
    case one(NoticeID)
    /// That one and all before it.
    case upTo(NoticeID)

    public func contains(_ id: NoticeID) -> Bool {
        switch self {
        case .one(let one): id == one
        case .upTo(let last): id <= last
        }
    }
}
