import LaurelDomain
public import LaurelStorage
import Synchronization

/// Brings what players were told to closed browsers and to games' servers.
///
/// It reads on in the order of notices from the last one that was planned, writes into durable queues what is to be
/// sent, and sends what is due, each in the background. Whatever is on its way when the process ends is found again at
/// the next start; see ``Storage/DeliveryQueue/recoverDeliveries(at:)``.
public final class Deliverer: Sendable {
    public typealias Store = InboxDirectory & NotificationSettingsDirectory & PushDirectory & WebhookDirectory
        & DeliveryQueue

    /// Notices planned at a time.
    static let batchLimit = 500
    /// Pushes under way at a time.
    static let pushesLimit = 32
    /// Of them to one push service: half of the threads are left for others when it does not answer.
    static let pushesShare = OutgoingHTTP.threadCount / 2
    /// Webhooks that are told at a time.
    static let webhooksLimit = 256
    /// Deliveries in memory for each: the one under way, and those that wait behind it.
    static let webhookShare = 8
    /// Between two looks of which the first found notices. Each look takes the store for itself for a while, and
    /// notices come with every turn of a match: without a rest, looks took a seventh of the server's time.
    static let restAfterPlanning = Duration.milliseconds(50)

    private struct State {
        /// Under way, by the push service's origin.
        var pushes: [String: Int] = [:]
        /// Behind the one under way, in order; a webhook with nothing under way has no entry.
        var queues: [AppEnvironment: [WebhookDelivery]] = [:]
        /// Something was taken and not finished: by a process before this one, or when the store did not answer.
        var isUnfinished = true

        mutating func begin(_ push: Push) { pushes[push.subscription.target.origin, default: 0] += 1 }

        mutating func end(_ push: Push) {
            let left = pushes[push.subscription.target.origin, default: 1] - 1
            pushes[push.subscription.target.origin] = left > 0 ? left : nil
        }
    }

    /// What became of deliveries since the start.
    public let counter = DeliveryCounter()
    private let store: any Store
    private let pushSender: PushSender
    private let webhookSender: WebhookSender
    private let ports: DeliveryPorts
    private let loop: QueueLoop
    private let rest: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - pushes: to push services; `webhooks`: to games' servers. Two, so that neither waits for the other's threads.
    ///   - sleep: until the next look, and `rest`: at least so long. Parameters, so that tests need not wait.
    public init(
        _ store: any Store, pushes: OutgoingHTTP, webhooks: OutgoingHTTP, cryptography: DeliveryCryptography,
        ports: DeliveryPorts,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        rest: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.store = store
        self.ports = ports
        self.rest = rest
        loop = QueueLoop(sleep: sleep)
        pushSender = PushSender(
            store: store, http: pushes, cryptography: cryptography, ports: ports, counter: counter)
        webhookSender = WebhookSender(
            store: store, http: webhooks, cryptography: cryptography, ports: ports, counter: counter)
    }

    /// Something may be there to deliver. On any thread; returns at once.
    public func wake() { loop.wake() }

    /// Delivers until it is cancelled. To be run once.
    public func run() async {
        await loop.run { (group) throws(StoreError) in
            try await recover()
            let hasPlanned = try await plan()
            // What is under way comes to its end, and wakes: only then what was left behind can be taken up.
            guard state.withLock({ !$0.isUnfinished }) else { return QueueLoop.failurePause }
            var due = try await store.nextDue()
            // Taking writes, so it is asked first whether there is something.
            if let first = due, first <= ports.clock.now() {
                try await sendPushes(in: &group)
                try await sendWebhooks(in: &group)
                due = try await store.nextDue()
            }
            if hasPlanned { await restALittle() }
            // What is due and was left is waited for: the end of a delivery wakes.
            return QueueLoop.pause(until: due, at: ports.clock.now(), late: QueueLoop.failurePause)
        } failed: {
            ports.log("deliveries-wait", "\($0)")
        }
    }

    /// Once nothing is under way that would be sent twice.
    private func recover() async throws(StoreError) {
        let isDue = state.withLock { $0.isUnfinished && $0.pushes.isEmpty && $0.queues.isEmpty }
        guard isDue else { return }
        try await store.recoverDeliveries(at: ports.clock.now())
        state.withLock { $0.isUnfinished = false }
    }

    private func restALittle() async {
        // Cancelled, it is about to end anyway.
        do { try await rest(Self.restAfterPlanning) } catch {}
    }

    // MARK: Planning

    /// - Returns: whether there was anything.
    private func plan() async throws(StoreError) -> Bool {
        var hasPlanned = false
        while true {
            let position = try await store.plannedNotice()
            let notices = try await store.notices(after: position, limit: Self.batchLimit)
            guard let last = notices.last else { return hasPlanned }
            hasPlanned = true
            let told = notices.filter { !$0.isSilent }
            let players = Array(Set(told.map(\.content.player)))
            var plan = DeliveryPlan()
            plan.subscriptions = Dictionary(
                grouping: try await store.pushSubscriptions(of: players), by: \.player)
            plan.settings = try await store.notificationSettings(of: Array(plan.subscriptions.keys))
            plan.webhooks = try await store.webhooks()
            let now = ports.clock.now()
            let pushes = told.flatMap { plan.pushes(of: $0, at: now, ports) }
            let webhooks = notices.flatMap { plan.webhooks(of: $0, at: now) }
            try await store.plan(pushes, webhooks, through: last.id)
            if notices.count < Self.batchLimit { return true }
        }
    }

    // MARK: Sending

    private func sendPushes(in group: inout DiscardingTaskGroup) async throws(StoreError) {
        let inFlight = state.withLock { $0.pushes }
        let room = Self.pushesLimit - inFlight.values.reduce(0, +)
        guard room > 0 else { return }
        let due = try await store.takePushes(
            due: ports.clock.now(), limit: room, share: Self.pushesShare, inFlight: inFlight)
        for push in due {
            state.withLock { $0.begin(push) }
            group.addTask { [self] in
                do throws(StoreError) { try await pushSender.send(push) } catch {
                    ports.log("push-left", "\(error)")
                    state.withLock { $0.isUnfinished = true }
                }
                state.withLock { $0.end(push) }
                wake()
            }
        }
    }

    /// One after the other to each webhook, and no more than its share in memory: a slow one holds up itself alone.
    private func sendWebhooks(in group: inout DiscardingTaskGroup) async throws(StoreError) {
        let busy = state.withLock { Set($0.queues.keys) }
        guard busy.count < Self.webhooksLimit else { return }
        let due = try await store.takeWebhookDeliveries(
            due: ports.clock.now(), webhooks: Self.webhooksLimit - busy.count, share: Self.webhookShare, except: busy)
        let lines = Dictionary(grouping: due) { AppEnvironment(app: $0.app, environment: $0.environment) }
        for (target, line) in lines {
            guard let first = line.first else { continue }
            state.withLock { $0.queues[target] = Array(line.dropFirst()) }
            group.addTask { [self] in await drain(target, from: first) }
        }
    }

    private func drain(_ target: AppEnvironment, from first: WebhookDelivery) async {
        var next: WebhookDelivery? = first
        while let delivery = next, !Task.isCancelled {
            do throws(StoreError) {
                let webhook = try await store.webhooks().first { $0.appEnvironment == target }
                try await webhookSender.send(delivery, to: webhook)
            } catch {
                ports.log("webhook-left", "\(error)")
                state.withLock { $0.isUnfinished = true }
            }
            next = state.withLock { state in
                // What was left behind is taken up again with all that waits: it must not wait for a slow server.
                guard !state.isUnfinished, state.queues[target]?.isEmpty == false else {
                    state.queues[target] = nil
                    return nil
                }
                return state.queues[target]?.removeFirst()
            }
        }
        wake()
    }
}
