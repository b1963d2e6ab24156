import LaurelDomain
import LaurelNotifications
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQL

/// Mail, put together.
struct OutgoingMail: Sendable {
    private let mailer: Mailer
    private let client: SMTPClient
    private let queue: QueueResets
    private let log: @Sendable (_ event: String, _ detail: String) -> Void

    init(
        _ settings: MailSettings, _ directory: SQLDirectory, _ accounts: Accounts, _ outbox: Outbox,
        _ counter: DeliveryCounter, _ log: @escaping @Sendable (_ event: String, _ detail: String) -> Void
    ) {
        let client = settings.client
        let mailer = Mailer(
            directory, settings.writer, total: settings.perHour, counter: counter,
            Mailer.Ports(
                clock: accounts.clock, chance: { Double.random(in: 0..<1) },
                makeToken: { accounts.makeMailToken() }, send: { await client.send($0) }, log: log))
        outbox.listen { mailer.wake() }
        self.mailer = mailer
        self.client = client
        self.log = log
        queue = QueueResets(accounts)
    }

    /// Sends until it is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await mailer.run() }
            group.addTask { await queue.run { log("mail-not-queued", "\($0)") } }
        }
    }

    func stop() { client.stop() }
}
