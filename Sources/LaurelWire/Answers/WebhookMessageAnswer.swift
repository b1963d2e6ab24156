public import LaurelDomain

/// What a game's own server is told: the body of a webhook. Its IDs are those that the game sees, and its names those
/// that everybody sees.
public struct WebhookMessageAnswer: Answer, Hashable {
    /// In JSON, `type`: `test`, or a kind of notice.
    public var event: String
    /// When the message was made; each attempt to send it has the same.
    public var timestamp: Timestamp
    public var data: Data

    public init(event: String, timestamp: Timestamp, data: Data) {
        self.event = event
        self.timestamp = timestamp
        self.data = data
    }

    public static let name = "WebhookMessage"
    public static let fields = Fields(
        AnswerField("type", WebhookDeliveryAnswer.events, \.event),
        AnswerField("timestamp", .timestamp, \.timestamp), AnswerField("data", Data.shape, \.data),
        make: Self.init(event:timestamp:data:))

    /// Where it happened, and what.
    public struct Data: Answer, Hashable {
        /// Nil: the app has been deleted.
        public var bundleID: BundleID?
        public var environment: Environment
        /// Nil: a test.
        public var notice: Notice?

        public init(bundleID: BundleID?, environment: Environment, notice: Notice?) {
            self.bundleID = bundleID
            self.environment = environment
            self.notice = notice
        }

        public static let name = "WebhookMessageData"
        public static let fields = Fields(
            AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
            AnswerField("environment", .environment, \.environment),
            AnswerField(optional: Notice.fields, \.notice), make: Self.init(bundleID:environment:notice:))
    }

    /// What a player was told.
    public struct Notice: Hashable, Sendable {
        /// In JSON, `notice`.
        public var id: NoticeID
        /// Who was told; nil: they are gone.
        public var player: PlayerAnswer?
        /// The other one; nil: there is none, or they are gone.
        public var about: PlayerAnswer?
        /// The ID of the challenge, achievement or leaderboard.
        public var subject: String
        /// An object.
        public var details: JSONValue
        /// When it happened.
        public var created: Timestamp

        public init(
            id: NoticeID, player: PlayerAnswer?, about: PlayerAnswer?, subject: String, details: JSONValue,
            created: Timestamp
        ) {
            self.id = id
            self.player = player
            self.about = about
            self.subject = subject
            self.details = details
            self.created = created
        }

        /// Side by side with those of ``Data``.
        static let fields = Fields(
            AnswerField("notice", .noticeID, \.id), AnswerField(orNull: "player", PlayerAnswer.shape, \.player),
            AnswerField(orNull: "about", PlayerAnswer.shape, \.about),
            AnswerField("subject", NoticeAnswer.subjects, \.subject),
            AnswerField("details", .anyObject, \.details), AnswerField("created", .timestamp, \.created),
            make: Self.init(id:player:about:subject:details:created:))
    }
}
