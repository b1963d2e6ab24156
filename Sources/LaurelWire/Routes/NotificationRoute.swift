public import LaurelDomain

/// Events, notices, push and webhooks.
public enum NotificationRoute: FeatureRoute {
    /// - leaderboards: `BUNDLEID/LEADERBOARDID` each.
    /// - after: the last notice that was heard (`Last-Event-ID`).
    case events(leaderboards: [LeaderboardName], Environment?, after: NoticeID?)
    case notices(before: NoticeID?, count: Int)
    case readNotices
    case deleteNotice(NoticeID)
    case muteNotice(NoticeID)
    case settings
    case changeSettings
    case push
    case subscribeToPush
    case unsubscribeFromPush
    case webhook(BundleID, Environment?)
    case setWebhook(BundleID, Environment?)
    case removeWebhook(BundleID, Environment?)
    case testWebhook(BundleID, Environment?)
    case webhookDeliveries(BundleID, Environment?, before: WebhookDeliveryID?, count: Int)
    case resendWebhookDelivery(BundleID, WebhookDeliveryID, Environment?)

    public var route: Route { .notifications(self) }

    public static let endpoints: [Endpoint] = [
        .events, .notices, .readNotices, .deleteNotice, .muteNotice, .notificationSettings,
        .changeNotificationSettings, .push, .subscribeToPush, .unsubscribeFromPush, .setWebhook, .webhook,
        .testWebhook, .webhookDeliveries, .resendWebhookDelivery, .removeWebhook,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .events: .events
        case .notices: .notices
        case .readNotices: .readNotices
        case .deleteNotice: .deleteNotice
        case .muteNotice: .muteNotice
        case .settings: .notificationSettings
        case .changeSettings: .changeNotificationSettings
        case .push: .push
        case .subscribeToPush: .subscribeToPush
        case .unsubscribeFromPush: .unsubscribeFromPush
        case .webhook: .webhook
        case .setWebhook: .setWebhook
        case .removeWebhook: .removeWebhook
        case .testWebhook: .testWebhook
        case .webhookDeliveries: .webhookDeliveries
        case .resendWebhookDelivery: .resendWebhookDelivery
        }
    }
}

extension Endpoint {
    public static let events = NotificationRoute.endpoint(
        "events", .get, "/v1/events", .leaderboards, .query(.environment), .query(.lastEventID),
        access: .playerOrAnonymous, origins: .anyGame, budget: .read, proof: .none, tag: .notifications,
        summary: "Stream server-sent events. leaderboard events carry each version, now and when it changes: "
            + "{bundleID, leaderboard, environment, scopes?, version}. scopes lists the windows that "
            + "changed (today, week, allTime); a page showing one of them should reload it even if the "
            + "version is the same, because an entry may have expired. The first event has no scopes. "
            + "With a session, there are also notice events, each with its ID, and inbox events {unread, last, "
            + "readID?, readUpTo?, deletedID?}, first and after each change. Last-Event-ID, or lastEventID "
            + "in the query, resumes after that notice.",
        body: .none, answer: .events, problems: [.tooManyRequests] + Problems.board,
        route: { .events(leaderboards: $0, $1, after: $2) },
        values: {
            if case .events(let leaderboards, let environment, let last) = $0 {
                (leaderboards, environment, last)
            } else {
                nil
            }
        })

    public static let notices = NotificationRoute.endpoint(
        "notices", .get, "/v1/notices", .query(.before), .query(.count, default: 50),
        access: .player, origins: .never, budget: .read, proof: .none, tag: .notifications,
        summary: "List the player's notices, newest first. A game's session sees only that game's.",
        body: .none, answer: .json(200, InboxAnswer.schema), problems: [],
        route: { .notices(before: $0, count: $1) },
        values: { if case .notices(let before, let count) = $0 { (before, count) } else { nil } })

    public static let readNotices = NotificationRoute.endpoint(
        "readNotices", .patch, "/v1/notices",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .notifications,
        summary: "Mark one notice, or all up to one, as read on all devices. `matchTurn` stays unread while it's the "
            + "player's turn.",
        body: .json(ReadNoticesBody.schema), answer: .json(200, InboxAnswer.unreadShape.schema), problems: [],
        route: .readNotices)

    public static let deleteNotice = NotificationRoute.endpoint(
        "deleteNotice", .delete, "/v1/notices/{noticeID}", .path(.noticeID),
        access: .player, origins: .never, budget: .write, proof: .none, tag: .notifications,
        summary: "Delete a notice.",
        body: .none, answer: .noContent, problems: [.notFound],
        route: { .deleteNotice($0) }, values: { if case .deleteNotice(let notice) = $0 { notice } else { nil } })

    public static let muteNotice = NotificationRoute.endpoint(
        "muteNotice", .post, "/v1/notices/{noticeID}/mute", .path(.noticeID),
        access: .player, origins: .never, budget: .write, proof: .none, tag: .notifications,
        summary: "Mute notices like this one: its kind in its game, its game, or its kind.",
        body: .json(MuteBody.schema), answer: .json(200, MutedAnswer.schema), problems: [.notFound, .conflict],
        route: { .muteNotice($0) }, values: { if case .muteNotice(let notice) = $0 { notice } else { nil } })

    public static let notificationSettings = NotificationRoute.endpoint(
        "notificationSettings", .get, "/v1/notification-settings",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .notifications,
        summary: "Get the player's notification settings and quiet hours.",
        body: .none, answer: .json(200, NotificationSettingsBody.schema), problems: [],
        route: .settings)

    public static let changeNotificationSettings = NotificationRoute.endpoint(
        "changeNotificationSettings", .put, "/v1/notification-settings",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .notifications,
        summary: "Replace the notification settings.",
        body: .json(NotificationSettingsBody.schema), answer: .json(200, NotificationSettingsBody.schema),
        problems: [.unknownGame, .conflict],
        route: .changeSettings)

    public static let push = NotificationRoute.endpoint(
        "push", .get, "/v1/push",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .notifications,
        summary: "Get the push key (applicationServerKey), and whether this session's browser is subscribed.",
        body: .none, answer: .json(200, PushAnswer.schema), problems: [],
        route: .push)

    public static let subscribeToPush = NotificationRoute.endpoint(
        "subscribeToPush", .put, "/v1/push/subscription",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .notifications,
        summary: "Subscribe this session's browser to push notifications. The body is PushSubscription.toJSON().",
        body: .json(PushSubscriptionBody.schema), answer: .json(200, PushAnswer.schema), problems: [],
        route: .subscribeToPush)

    public static let unsubscribeFromPush = NotificationRoute.endpoint(
        "unsubscribeFromPush", .delete, "/v1/push/subscription",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .notifications,
        summary: "Unsubscribe this session's browser from push notifications.",
        body: .none, answer: .noContent, problems: [],
        route: .unsubscribeFromPush)

    public static let setWebhook = NotificationRoute.endpoint(
        "setWebhook", .put, "/v1/connect/apps/{bundleID}/webhook", .app, .query(.environment),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Create or change the webhook. A new secret is shown only once, in the response.",
        body: .json(WebhookBody.schema), answer: .json(200, WebhookAnswer.schema), problems: [.unknownGame],
        route: { .setWebhook($0, $1) },
        values: { if case .setWebhook(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let webhook = NotificationRoute.endpoint(
        "webhook", .get, "/v1/connect/apps/{bundleID}/webhook", .app, .query(.environment),
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "Get the app's webhook.",
        body: .none, answer: .json(200, WebhookAnswer.schema), problems: Problems.webhook,
        route: { .webhook($0, $1) },
        values: { if case .webhook(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let testWebhook = NotificationRoute.endpoint(
        "testWebhook", .post, "/v1/connect/apps/{bundleID}/webhook/tests", .app, .query(.environment),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Send a test event.",
        body: .json(WebhookTestBody.schema), answer: .json(202, WebhookDeliveryAnswer.schema),
        problems: Problems.webhook + [.conflict],
        route: { .testWebhook($0, $1) },
        values: { if case .testWebhook(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let webhookDeliveries = NotificationRoute.endpoint(
        "webhookDeliveries", .get, "/v1/connect/apps/{bundleID}/webhook/deliveries", .app, .query(.environment),
        .query(.beforeDelivery), .query(.count, default: 50),
        access: .team(.view), origins: .never, budget: .read, proof: .none, tag: .connect,
        summary: "List webhook deliveries, newest first. Kept for 30 days.",
        body: .none, answer: .json(200, WebhookDeliveriesAnswer.schema), problems: [.unknownGame],
        route: { .webhookDeliveries($0, $1, before: $2, count: $3) },
        values: {
            if case .webhookDeliveries(let app, let environment, let before, let count) = $0 {
                (app, environment, before, count)
            } else {
                nil
            }
        })

    public static let resendWebhookDelivery = NotificationRoute.endpoint(
        "resendWebhookDelivery", .post, "/v1/connect/apps/{bundleID}/webhook/deliveries/{deliveryID}/attempts", .app,
        .path(.deliveryID), .query(.environment),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Resend an event with the same ID.",
        body: .json(WebhookResendBody.schema), answer: .noContent, problems: Problems.webhook + [.conflict],
        route: { .resendWebhookDelivery($0, $1, $2) },
        values: {
            if case .resendWebhookDelivery(let app, let delivery, let environment) = $0 {
                (app, delivery, environment)
            } else {
                nil
            }
        })

    public static let removeWebhook = NotificationRoute.endpoint(
        "removeWebhook", .delete, "/v1/connect/apps/{bundleID}/webhook", .app, .query(.environment),
        access: .team(.configure), origins: .never, budget: .write, proof: .none, tag: .connect,
        summary: "Remove the webhook and its pending deliveries.",
        body: .none, answer: .noContent, problems: Problems.webhook,
        route: { .removeWebhook($0, $1) },
        values: { if case .removeWebhook(let app, let environment) = $0 { (app, environment) } else { nil } })
}

// MARK: Parts

extension TargetPart where Value == [LeaderboardName] {
    static let leaderboards = query([Parameter.leaderboards.described()]) {
        (query: inout QueryReader) throws(Route.Refusal) in
        var names: [LeaderboardName] = []
        for text in try query.take(.leaderboards) ?? [] {
            guard let name = LeaderboardName(text) else { throw .invalidParameter("leaderboards") }
            names.append(name)
        }
        return names
    } print: { names, query in
        query.put(.leaderboards, names.isEmpty ? nil : names.map(\.text))
    }
}
