public import LaurelDomain

/// Something that the player was told. Names are those of the moment in which it is read.
public struct NoticeAnswer: Sendable {
    public var id: NoticeID
    public var kind: NoticeKind
    public var created: Timestamp
    public var isRead: Bool
    public var game: (bundleID: BundleID, name: String)?
    public var environment: Environment?
    /// The other one; nil when there is none, or they are gone.
    public var about: PlayerAnswer?
    public var subject: String
    /// Members of an object.
    public var details: [String: JSONValue]

    public init(
        id: NoticeID, kind: NoticeKind, created: Timestamp, isRead: Bool,
        game: (bundleID: BundleID, name: String)? = nil, environment: Environment? = nil, about: PlayerAnswer? = nil,
        subject: String = "", details: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.kind = kind
        self.created = created
        self.isRead = isRead
        self.game = game
        self.environment = environment
        self.about = about
        self.subject = subject
        self.details = details
    }

    static let game = Schema.object(
        "NoticeGame",
        [
            .init("bundleID", Shape<BundleID>.bundleID.schema),
            .init("name", .string(.init(length: 1...1_024, example: "MonkeyJump"))),
        ])

    public static let schema = Schema.object(
        "Notice",
        [
            .init("id", Shape<NoticeID>.noticeID.schema), .init("kind", Shape<NoticeKind>.noticeKind.schema),
            .init("created", Shape<Timestamp>.timestamp.schema), .init("isRead", .boolean),
            .init("game", .nullable(game)),
            .init("environment", .nullable(Shape<Environment>.environment.schema)),
            .init("about", .nullable(PlayerAnswer.schema)),
            .init("subject", .string(.init(length: 0...NewNotice.bytesLimit, example: "1234"))),
            .init("details", .anyObject),
        ])
}

public enum InboxAnswer {
    public static let schema = Schema.object(
        "Inbox",
        [
            .init("notices", .array(NoticeAnswer.schema, countLimit: 100)), .init("unread", .integer(0...Int64.max)),
            .init("next", .nullable(Shape<NoticeID>.noticeID.schema)),
        ])
    public static let unreadSchema = Schema.object("Unread", [.init("unread", .integer(0...Int64.max))])
    public static let mutedSchema = Schema.object(
        "Muted",
        [
            .init("kind", .nullable(Shape<NoticeKind>.noticeKind.schema)),
            .init("bundleID", .nullable(Shape<BundleID>.bundleID.schema)),
        ])
}

extension JSONWriter {
    public mutating func value(_ notice: NoticeAnswer) {
        beginObject()
        field("id", String(notice.id.rawValue))
        field("kind", notice.kind.name)
        field("created", notice.created)
        field("isRead", notice.isRead)
        key("game")
        if let game = notice.game {
            beginObject()
            field("bundleID", game.bundleID.text)
            field("name", game.name)
            endObject()
        } else {
            null()
        }
        field("environment", notice.environment?.name)
        key("about")
        if let about = notice.about { value(about) } else { null() }
        field("subject", notice.subject)
        key("details")
        value(JSONValue.object(notice.details))
        endObject()
    }
}
