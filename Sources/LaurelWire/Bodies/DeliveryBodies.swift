public import LaurelDomain

/// What a browser says of its subscription: `PushSubscription.toJSON()` as it is (W3C Push API, section 8).
public struct PushSubscriptionBody: RequestBody {
    public var endpoint = ""
    public var keys = PushKeysBody()

    public init() {}
    public static let name = "PushSubscription"
    public static let fields: [Field<PushSubscriptionBody>] = [
        .required("endpoint", .text(1...PushTarget.endpointBytesLimit, example: "https://push.example/9f2c")) {
            $0.endpoint = $1
        },
        // Browsers say null; it is not needed, since a push service answers 410 then.
        .optional("expirationTime", .int64) { _, _ in },
        .required("keys", PushKeysBody.shape) { $0.keys = $1 },
    ]
}

/// In base 64 for URLs.
public struct PushKeysBody: RequestBody {
    public var key = ""
    public var secret = ""

    public init() {}
    public static let name = "PushKeys"
    public static let fields: [Field<PushKeysBody>] = [
        .required("p256dh", .text(86...88, example: String(repeating: "B", count: 87))) { $0.key = $1 },
        .required("auth", .text(22...24, example: String(repeating: "A", count: 22))) { $0.secret = $1 },
    ]
}

/// Where a game's own server is told, and of what.
public struct WebhookBody: RequestBody {
    public var url = ""
    public var kinds: [NoticeKind] = []
    public var isEnabled = true
    public var renewsSecret = false
    public var endsOldSecrets = false

    public init() {}
    public static let name = "Webhook"
    public static let fields: [Field<WebhookBody>] = [
        .required("url", .text(1...Webhook.urlBytesLimit, example: "https://game.example/laurel")) { $0.url = $1 },
        .required("events", Shape<NoticeKind>.noticeKind.list(countLimit: NoticeKind.allCases.count)) {
            $0.kinds = $1
        },
        .optional("isEnabled", .boolean) { $0.isEnabled = $1 },
        .optional("renewSecret", .boolean) { $0.renewsSecret = $1 },
        // Those that sign beside the newest for a day.
        .optional("endOldSecrets", .boolean) { $0.endsOldSecrets = $1 },
    ]
}

/// A test; says nothing yet.
public struct WebhookTestBody: RequestBody {
    public init() {}
    public static let name = "WebhookTest"
    public static let fields: [Field<WebhookTestBody>] = []
}

/// One more attempt; says nothing yet.
public struct WebhookResendBody: RequestBody {
    public init() {}
    public static let name = "WebhookResend"
    public static let fields: [Field<WebhookResendBody>] = []
}
