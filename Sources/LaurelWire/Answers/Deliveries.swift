public import LaurelDomain

/// How this browser or device is told while it is closed.
public struct PushAnswer: Answer, Hashable {
    /// The server's, in base64url.
    public var publicKey: String
    public var isSubscribed: Bool

    public init(publicKey: String, isSubscribed: Bool) {
        self.publicKey = publicKey
        self.isSubscribed = isSubscribed
    }

    public static let name = "Push"
    public static let fields = Fields(
        AnswerField("publicKey", .text(87...87, example: String(repeating: "B", count: 87)), \.publicKey),
        AnswerField("isSubscribed", .boolean, \.isSubscribed), make: Self.init(publicKey:isSubscribed:))
}

/// Where a game's own server is told.
public struct WebhookAnswer: Answer, Hashable {
    public var bundleID: BundleID
    public var environment: Environment
    public var url: String
    public var events: [NoticeKind]
    public var isEnabled: Bool
    /// When it is new, and never again.
    public var secret: String?
    /// Until when messages are signed with an older secret, too; nil: they are not.
    public var oldSecretsUntil: Timestamp?

    public init(
        bundleID: BundleID, environment: Environment, url: String, events: [NoticeKind], isEnabled: Bool,
        secret: String?, oldSecretsUntil: Timestamp?
    ) {
        self.bundleID = bundleID
        self.environment = environment
        self.url = url
        self.events = events
        self.isEnabled = isEnabled
        self.secret = secret
        self.oldSecretsUntil = oldSecretsUntil
    }

    public static let name = "WebhookState"
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("environment", .environment, \.environment),
        AnswerField("url", .text(1...Webhook.urlBytesLimit, example: "https://game.example/laurel"), \.url),
        AnswerField("events", listOf: .webhookEvent, countLimit: NoticeKind.allCases.count, \.events),
        AnswerField("isEnabled", .boolean, \.isEnabled),
        AnswerField(
            orNull: "secret", .text(50...50, example: "whsec_" + String(repeating: "A", count: 44)), \.secret),
        AnswerField(orNull: "oldSecretsUntil", .timestamp, \.oldSecretsUntil),
        make: Self.init(bundleID:environment:url:events:isEnabled:secret:oldSecretsUntil:))
}

/// A message to a game's own server, and what became of it.
public struct WebhookDeliveryAnswer: Answer, Hashable {
    public var id: String
    /// `test`, or a kind of notice.
    public var event: String
    public var state: WebhookDelivery.State
    public var created: Timestamp
    public var attempts: Int
    /// Of the next attempt; nil while one is under way, or when there is none to come.
    public var due: Timestamp?
    public var lastAttempt: Timestamp?
    public var lastStatus: Int?
    /// In English.
    public var lastFailure: String
    /// Nil: there was an answer, or no attempt yet.
    public var lastReason: WebhookDelivery.Attempt.Reason?

    public init(
        id: String, event: String, state: WebhookDelivery.State, created: Timestamp, attempts: Int, due: Timestamp?,
        lastAttempt: Timestamp?, lastStatus: Int?, lastFailure: String, lastReason: WebhookDelivery.Attempt.Reason?
    ) {
        self.id = id
        self.event = event
        self.state = state
        self.created = created
        self.attempts = attempts
        self.due = due
        self.lastAttempt = lastAttempt
        self.lastStatus = lastStatus
        self.lastFailure = lastFailure
        self.lastReason = lastReason
    }

    public init(_ delivery: WebhookDelivery) {
        self.init(
            id: String(delivery.id.rawValue), event: delivery.event.name, state: delivery.state,
            created: delivery.created, attempts: Int(delivery.attempts),
            due: delivery.state == .waiting && delivery.due != .last ? delivery.due : nil,
            lastAttempt: delivery.last?.time, lastStatus: delivery.last?.status,
            lastFailure: delivery.last?.failure ?? "", lastReason: delivery.last?.reason)
    }

    public static let name = "WebhookDelivery"
    /// What a message can tell of.
    static let events = Shape<String>.answered(.enumeration(["test"] + NoticeKind.allCases.map(\.name)))
    static let ids = Shape<NoticeID>.noticeID.asText
    public static let fields = Fields(
        AnswerField("id", ids, \.id), AnswerField("event", events, \.event),
        AnswerField("state", .word(WebhookDelivery.State.allCases.map { ($0.name, $0) }), \.state),
        AnswerField("created", .timestamp, \.created), AnswerField("attempts", .integer(0...Int.max), \.attempts),
        AnswerField(orNull: "due", .timestamp, \.due), AnswerField(orNull: "lastAttempt", .timestamp, \.lastAttempt),
        AnswerField(orNull: "lastStatus", .integer(0...999), \.lastStatus),
        AnswerField("lastFailure", .text(0...200, example: "Couldn't connect to server"), \.lastFailure),
        AnswerField(orNull: "lastReason", reasons, \.lastReason),
        make: Self.init(id:event:state:created:attempts:due:lastAttempt:lastStatus:lastFailure:lastReason:))
    private static let reasons = Shape<WebhookDelivery.Attempt.Reason>.word(
        WebhookDelivery.Attempt.Reason.allCases.map { ($0.rawValue, $0) })
}

/// A page of messages, newest first.
public struct WebhookDeliveriesAnswer: Answer, Hashable {
    public var deliveries: [WebhookDeliveryAnswer]
    /// The message to ask for more before; nil: there are no more.
    public var next: String?

    public init(deliveries: [WebhookDeliveryAnswer], next: String?) {
        self.deliveries = deliveries
        self.next = next
    }

    public static let name = "WebhookDeliveries"
    public static let fields = Fields(
        AnswerField("deliveries", listOf: WebhookDeliveryAnswer.shape, countLimit: 100, \.deliveries),
        AnswerField(orNull: "next", WebhookDeliveryAnswer.ids, \.next), make: Self.init(deliveries:next:))
}

extension WebhookEvent {
    /// As in a body.
    public var name: String {
        switch self {
        case .test: "test"
        case .notice(_, let notice): notice.kind.name
        }
    }
}
