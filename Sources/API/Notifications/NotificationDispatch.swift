import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension NotificationFeature {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: NotificationRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .events(let leaderboards, let environment, let last):
            try events.events(request, leaderboards, environment, after: last, caller)
        case .notices(let before, let count): try notices(request, before: before, count: count, caller)
        case .readNotices: try readNotices(request, caller)
        case .deleteNotice(let id): try deleteNotice(request, id, caller)
        case .muteNotice(let id): try muteNotice(request, id, caller)
        case .settings: try notificationSettings(request, caller)
        case .changeSettings: try changeNotificationSettings(request, caller)
        case .push: try push(request, caller)
        case .subscribeToPush: try subscribeToPush(request, caller)
        case .unsubscribeFromPush: try unsubscribeFromPush(request, caller)
        case .webhook(let id, let environment): try webhook(request, id, environment, caller)
        case .setWebhook(let id, let environment): try setWebhook(request, id, environment, caller)
        case .removeWebhook(let id, let environment): try removeWebhook(request, id, environment, caller)
        case .testWebhook(let id, let environment): try testWebhook(request, id, environment, caller)
        case .webhookDeliveries(let id, let environment, let before, let count):
            try webhookDeliveries(request, id, environment, before: before, count: count, caller)
        case .resendWebhookDelivery(let id, let delivery, let environment):
            try resendWebhookDelivery(request, id, delivery, environment, caller)
        }
    }
}
