public import LaurelDomain

public enum PushAnswer {
    public static let schema = Schema.object(
        "Push",
        [
            .init("publicKey", .string(.init(length: 87...87, example: String(repeating: "B", count: 87)))),
            .init("isSubscribed", .boolean),
        ])
}

public enum WebhookAnswer {
    public static let schema = Schema.object(
        "WebhookState",
        [
            .init("bundleID", Shape<BundleID>.bundleID.schema),
            .init("environment", Shape<Environment>.environment.schema),
            .init("url", .string(.init(length: 1...Webhook.urlBytesLimit, example: "https://game.example/laurel"))),
            .init("events", .array(Shape<NoticeKind>.noticeKind.schema, countLimit: NoticeKind.allCases.count)),
            .init("isEnabled", .boolean),
            // When it is new, and never again.
            .init(
                "secret",
                .nullable(.string(.init(length: 50...50, example: "whsec_" + String(repeating: "A", count: 44))))),
            // Until when messages are signed with an older secret, too; nil: they are not.
            .init("oldSecretsUntil", .nullable(Shape<Timestamp>.timestamp.schema)),
        ])
}

public enum WebhookDeliveryAnswer {
    static let state = Schema.enumeration(WebhookDelivery.State.allCases.map(\.name))

    public static let schema = Schema.object(
        "WebhookDelivery",
        [
            .init("id", Shape<NoticeID>.noticeID.schema),
            .init("event", .enumeration(["test"] + NoticeKind.allCases.map(\.name))), .init("state", state),
            .init("created", Shape<Timestamp>.timestamp.schema), .init("attempts", .integer(0...Int64.max)),
            // Of the next attempt; nil while one is under way, or when there is none to come.
            .init("due", .nullable(Shape<Timestamp>.timestamp.schema)),
            .init("lastAttempt", .nullable(Shape<Timestamp>.timestamp.schema)),
            .init("lastStatus", .nullable(.integer(0...999))),
            .init("lastFailure", .string(.init(length: 0...200, example: "Couldn't connect to server"))),
        ])
    public static let listSchema = Schema.object(
        "WebhookDeliveries",
        [
            .init("deliveries", .array(schema, countLimit: 100)),
            .init("next", .nullable(Shape<NoticeID>.noticeID.schema)),
        ])
}

extension JSONWriter {
    public mutating func value(_ delivery: WebhookDelivery) {
        beginObject()
        field("id", String(delivery.id.rawValue))
        field("event", delivery.event.name)
        field("state", delivery.state.name)
        field("created", delivery.created)
        field("attempts", delivery.attempts)
        key("due")
        if delivery.state == .waiting, delivery.due != .last { value(delivery.due) } else { null() }
        key("lastAttempt")
        if let last = delivery.last { value(last.time) } else { null() }
        key("lastStatus")
        if let status = delivery.last?.status { value(status) } else { null() }
        field("lastFailure", delivery.last?.failure ?? "")
        endObject()
    }
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
