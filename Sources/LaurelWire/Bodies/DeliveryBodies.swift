public import LaurelDomain

/// What a browser says of its subscription: `PushSubscription.toJSON()` as it is (W3C Push API, section 8).
public struct PushSubscriptionBody: RequestBody {
    public var endpoint = ""
    public var keys = PushKeysBody()

    public init() {}
    public static let name = "PushSubscription"
    public static let fields: [Field<PushSubscriptionBody>] = [
        .required(
            "endpoint", .text(1...PushTarget.endpointBytesLimit, example: "https://push.example/9f2c"), \.endpoint),
        // Browsers say null; it is not needed, since a push service answers 410 then.
        .optional("expirationTime", .int64, get: { _ in nil }, set: { _, _ in }),
        .required("keys", PushKeysBody.shape, \.keys),
    ]
}

/// In base 64 for URLs.
public struct PushKeysBody: RequestBody {
    public var key = ""
    public var secret = ""

    public init() {}
    public static let name = "PushKeys"
    public static let fields: [Field<PushKeysBody>] = [
        // Source of both: RFC 8291, section 5.
        .required(
            "p256dh",
            .text(
                86...88,
                example: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            \.key),
        .required("auth", .text(22...24, example: "BTBZMqHH6r4Tts7J_aSIgg"), \.secret),
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
        .required("url", .text(1...Webhook.urlBytesLimit, example: "https://game.example/laurel"), \.url),
        .required("events", Shape<NoticeKind>.webhookEvent.list(countLimit: NoticeKind.allCases.count), \.kinds),
        .optional("isEnabled", .boolean, \.isEnabled),
        .optional("renewSecret", .boolean, \.renewsSecret),
        // Those that sign beside the newest for a day.
        .optional("endOldSecrets", .boolean, \.endsOldSecrets),
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
