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

/// A position in the order of everything that players are told. An event stream resumes after one of these.
public struct NoticeID: Hashable, Comparable, Sendable {
    public static let start = NoticeID(0)
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: NoticeID, right: NoticeID) -> Bool { left.rawValue < right.rawValue }
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
