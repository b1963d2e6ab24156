public import LaurelDomain

/// Something that the player was told. Names are those of the moment in which it is read.
public struct NoticeAnswer: Answer, Hashable {
    public var id: NoticeID
    /// Nil: of a newer server.
    public var kind: NoticeKind?
    public var created: Timestamp
    public var isRead: Bool
    /// False: whatever the player chose, it is not silent.
    public var canBeMuted: Bool
    public var game: NoticeGameAnswer?
    public var environment: Environment?
    /// The other one; nil when there is none, or they are gone.
    public var about: PlayerAnswer?
    /// The id of the challenge, achievement or leaderboard.
    public var subject: String
    /// An object.
    public var details: JSONValue

    public init(
        id: NoticeID, kind: NoticeKind?, created: Timestamp, isRead: Bool, canBeMuted: Bool,
        game: NoticeGameAnswer? = nil, environment: Environment? = nil, about: PlayerAnswer? = nil,
        subject: String = "", details: JSONValue = .object([:])
    ) {
        self.id = id
        self.kind = kind
        self.created = created
        self.isRead = isRead
        self.canBeMuted = canBeMuted
        self.game = game
        self.environment = environment
        self.about = about
        self.subject = subject
        self.details = details
    }

    public static let name = "Notice"
    static let subjects = Shape<String>.text(0...NewNotice.bytesLimit, example: "1234")
    public static let fields = Fields(
        AnswerField("id", .noticeID, \.id), AnswerField("kind", Shape.noticeKind.orUnknown, \.kind),
        AnswerField("created", .timestamp, \.created), AnswerField("isRead", .boolean, \.isRead),
        AnswerField("canBeMuted", .boolean, \.canBeMuted),
        AnswerField(orNull: "game", NoticeGameAnswer.shape, \.game),
        AnswerField(orNull: "environment", .environment, \.environment),
        AnswerField(orNull: "about", PlayerAnswer.shape, \.about),
        AnswerField("subject", subjects, \.subject),
        AnswerField("details", .anyObject, \.details),
        make: Self.init(id:kind:created:isRead:canBeMuted:game:environment:about:subject:details:))
}

/// The game that a notice is about.
public struct NoticeGameAnswer: Answer, Hashable {
    public var bundleID: BundleID
    public var name: String

    public init(bundleID: BundleID, name: String) {
        self.bundleID = bundleID
        self.name = name
    }

    public static let name = "NoticeGame"
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID),
        AnswerField("name", .text(1...1_024, example: "MonkeyJump"), \.name), make: Self.init(bundleID:name:))
}

/// A page of an inbox, newest first.
public struct InboxAnswer: Answer, Hashable {
    public var notices: [NoticeAnswer]
    /// In the whole inbox.
    public var unread: Int
    /// The notice to ask for more before; nil: there are no more.
    public var next: NoticeID?

    public init(notices: [NoticeAnswer], unread: Int, next: NoticeID?) {
        self.notices = notices
        self.unread = unread
        self.next = next
    }

    public static let name = "Inbox"
    static let unread = Shape<Int>.integer(0...Int.max)
    public static let fields = Fields(
        AnswerField("notices", listOf: NoticeAnswer.shape, countLimit: 100, \.notices),
        AnswerField("unread", unread, \.unread), AnswerField(orNull: "next", .noticeID, \.next),
        make: Self.init(notices:unread:next:))
    public static let unreadShape = unread.held(by: "unread", of: "Unread")
}

/// What an open stream is told when notices were read or deleted elsewhere.
public struct InboxEvent: Answer, Hashable {
    public var unread: Int
    public var last: NoticeID
    public var readID: NoticeID?
    public var readUpTo: NoticeID?
    public var deletedID: NoticeID?

    public init(
        unread: Int, last: NoticeID, readID: NoticeID? = nil, readUpTo: NoticeID? = nil, deletedID: NoticeID? = nil
    ) {
        self.unread = unread
        self.last = last
        self.readID = readID
        self.readUpTo = readUpTo
        self.deletedID = deletedID
    }

    public static let name = "InboxEvent"
    /// Unlike other ids of notices, 0 where there was none yet.
    private static let last = Shape<String>.text(1...19, example: "0").map(expected: "a notice ID") {
        NoticeID(eventID: $0)
    } back: {
        String($0.rawValue)
    }
    public static let fields = Fields(
        AnswerField("unread", InboxAnswer.unread, \.unread), AnswerField("last", last, \.last),
        AnswerField(optional: "readID", .noticeID, \.readID),
        AnswerField(optional: "readUpTo", .noticeID, \.readUpTo),
        AnswerField(optional: "deletedID", .noticeID, \.deletedID),
        make: Self.init(unread:last:readID:readUpTo:deletedID:))
}

/// What is silent now.
public struct MutedAnswer: Answer, Hashable {
    /// Nil: everything of the game.
    public var kind: NoticeKind?
    /// Nil: of all games.
    public var bundleID: BundleID?

    public init(kind: NoticeKind?, bundleID: BundleID?) {
        self.kind = kind
        self.bundleID = bundleID
    }

    public static let name = "Muted"
    public static let fields = Fields(
        AnswerField(orNull: "kind", .noticeKind, \.kind), AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
        make: Self.init(kind:bundleID:))
}
