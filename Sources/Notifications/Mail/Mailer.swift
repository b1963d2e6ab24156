public import LaurelDomain
public import LaurelStorage
import Synchronization

/// Sends the mails that wait in the store, a few at a time, in the background.
///
/// A mail is marked before it is handed over, and done only once the server has taken it. What fails is tried again,
/// later each time, until it is of no use any more. A process that ends in between may send one twice, with the same
/// message ID; it loses none, and never sends again what it knows to be sent.
public final class Mailer: Sendable {
    static let inFlightLimit = SMTPClient.threadCount
    static let backoff = Backoff(first: .seconds(15), longest: .hours(1))

    /// What sending needs of the rest of the house.
    public struct Ports: Sendable {
        public var clock: Clock
        /// 0..<1, so that what failed together does not come again together.
        public var chance: @Sendable () -> Double
        /// A new secret for a link, and what of it is stored.
        public var makeToken: @Sendable () -> (text: String, digest: SecretDigest)
        public var send: @Sendable (MailMessage) async -> MailOutcome
        /// A line for the log, without names and addresses of players.
        public var log: @Sendable (_ event: String, _ detail: String) -> Void
        public var sleep: @Sendable (Duration) async throws -> Void

        public init(
            clock: Clock, chance: @escaping @Sendable () -> Double,
            makeToken: @escaping @Sendable () -> (text: String, digest: SecretDigest),
            send: @escaping @Sendable (MailMessage) async -> MailOutcome,
            log: @escaping @Sendable (_ event: String, _ detail: String) -> Void = { _, _ in },
            sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        ) {
            self.clock = clock
            self.chance = chance
            self.makeToken = makeToken
            self.send = send
            self.log = log
            self.sleep = sleep
        }
    }

    private struct State {
        var inFlight = 0
        /// Something was taken and not finished: by a process before this one, or when the store did not answer.
        var isUnfinished = true
    }

    private let store: any MailDirectory
    private let writer: MailWriter
    private let counter: DeliveryCounter
    private let ports: Ports
    private let total: Int
    private let state = Mutex(State())
    private let loop: QueueLoop

    /// - Parameter total: no more mails in an hour.
    public init(
        _ store: any MailDirectory, _ writer: MailWriter, total: Int = MailLimits.total, counter: DeliveryCounter,
        _ ports: Ports
    ) {
        self.store = store
        self.writer = writer
        self.total = total
        self.counter = counter
        self.ports = ports
        loop = QueueLoop(sleep: ports.sleep)
    }

    /// Something may be there to send. On any thread; returns at once.
    public func wake() { loop.wake() }

    /// Sends until it is cancelled. To be run once.
    public func run() async {
        await loop.run { (group) throws(StoreError) in
            try await recover()
            try await sendDue(in: &group)
            return try await untilNext()
        } failed: {
            ports.log("mails-wait", "\($0)")
        }
    }

    /// Once nothing is under way that would be sent twice.
    private func recover() async throws(StoreError) {
        guard state.withLock({ $0.isUnfinished && $0.inFlight == 0 }) else { return }
        try await store.recoverMails()
        state.withLock { $0.isUnfinished = false }
    }

    private func untilNext() async throws(StoreError) -> Duration {
        // The end of a mail wakes.
        guard state.withLock({ $0.inFlight < Self.inFlightLimit }) else { return QueueLoop.longestPause }
        // What is due and was left waits for the hour's limit.
        return QueueLoop.pause(
            until: try await store.nextMail(), at: ports.clock.now(), late: QueueLoop.longestPause)
    }

    private func sendDue(in group: inout DiscardingTaskGroup) async throws(StoreError) {
        let room = Self.inFlightLimit - state.withLock { $0.inFlight }
        guard room > 0 else { return }
        for mail in try await store.takeMails(due: ports.clock.now(), limit: room, total: total) {
            state.withLock { $0.inFlight += 1 }
            group.addTask { [self] in
                do throws(StoreError) { try await send(mail) } catch {
                    ports.log("mail-left", "\(error)")
                    state.withLock { $0.isUnfinished = true }
                }
                state.withLock { $0.inFlight -= 1 }
                wake()
            }
        }
    }

    private func send(_ mail: Mail) async throws(StoreError) {
        let now = ports.clock.now()
        guard now < mail.expires else { return try await giveUp(mail, "too old") }
        var token: String?
        if mail.kind.linkLifetime != nil {
            // A new one for each attempt, as the store can't tell what the last one was.
            let made = ports.makeToken()
            guard try await store.addMailLink(made.digest, to: mail.id) else {
                return try await store.finishMail(mail.id, at: now)
            }
            token = made.text
        }
        switch await ports.send(writer.message(mail, token: token)) {
        case .sent:
            try await store.finishMail(mail.id, at: ports.clock.now())
            counter.count(.mail, .delivered)
        case .refused(let reason): try await giveUp(mail, reason)
        case .failed(let reason): try await postpone(mail, reason)
        }
    }

    private func giveUp(_ mail: Mail, _ reason: String) async throws(StoreError) {
        try await store.finishMail(mail.id, at: ports.clock.now())
        counter.count(.mail, .givenUp)
        ports.log("mail-given-up", reason)
    }

    private func postpone(_ mail: Mail, _ reason: String) async throws(StoreError) {
        let attempts = mail.attempts + 1
        let pause = Self.backoff.pause(after: attempts, chance: ports.chance(), atLeast: nil)
        let next = ports.clock.now().advanced(by: pause)
        guard next < mail.expires else { return try await giveUp(mail, reason) }
        try await store.postponeMail(mail.id, to: next, attempts: attempts)
        counter.count(.mail, .failed)
        ports.log("mail-failed", reason)
    }
}
