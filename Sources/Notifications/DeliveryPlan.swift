import LaurelDomain
import LaurelStorage

/// Who outside is told of some notices. A value: what is read comes in, what is to be written goes out.
struct DeliveryPlan {
    /// A device with an open stream was told there; should that stream turn out to be dead, it is pushed to after this.
    static let grace = Timestamp.Span.seconds(30)

    var subscriptions: [PlayerNumber: [PushSubscription]] = [:]
    var settings: [PlayerNumber: NotificationSettings] = [:]
    var webhooks: [Webhook] = []

    func pushes(of notice: Notice, at now: Timestamp, _ ports: DeliveryPorts) -> [NewPush] {
        let player = notice.content.player
        guard !notice.isRead, choice(notice).isPushed else { return [] }
        // A device may have two sessions; it is told once.
        var devices: [DeviceNumber: PushSubscription] = [:]
        for subscription in subscriptions[player] ?? [] where notice.isSeen(by: subscription.binding) {
            devices[subscription.device] = subscription
        }
        let quiet = ports.quietEnd(settings[player]?.quietHours, now)
        return devices.values.sorted { $0.id < $1.id }.map { subscription in
            let isListening = ports.isListening(player, subscription.device)
            return NewPush(
                notice: notice.id, player: player, subscription: subscription.id,
                due: quiet ?? (isListening ? now.advanced(by: Self.grace) : now))
        }
    }

    func choice(_ notice: Notice) -> NotificationChoice {
        settings[notice.content.player]?.choice(of: notice.content.kind, in: notice.content.app)
            ?? NotificationChoice()
    }

    /// A game hears of what its players are told, whether they want to be told or not.
    func webhooks(of notice: Notice, at now: Timestamp) -> [NewWebhookDelivery] {
        let content = notice.content
        guard let app = content.app, let environment = content.environment else { return [] }
        return webhooks.filter {
            $0.app == app && $0.environment == environment && $0.isEnabled && $0.kinds.contains(content.kind)
        }.map { _ in
            NewWebhookDelivery(
                app: app, environment: environment, event: .notice(notice.id, content), created: now)
        }
    }
}
