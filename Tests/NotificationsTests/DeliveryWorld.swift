import LaurelCryptography
import LaurelHTTPServer
import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Synchronization
import Testing

@testable import LaurelNotifications

/// A deliverer over a store, with a real push service and a real game's server, and time in the test's hand.
final class DeliveryWorld: Sendable {
    let receiver: Receiver
    let port: UInt16
    let journal: any Journal
    let directory: any Directory
    let app = AppNumber(3)
    private let milliseconds = Mutex<Int64>(1_800_000_000_000)
    private let listening = Mutex<Set<DeviceNumber>>([])
    private let lines = Mutex<[String]>([])

    init(_ receiver: Receiver, _ port: UInt16) throws {
        self.receiver = receiver
        self.port = port
        let store = try TestStores.make()
        (journal, directory) = (store, SQLiteDirectory(store))
    }

    var now: Timestamp { Timestamp(clamping: milliseconds.withLock { $0 }) }
    func advance(by span: Timestamp.Span) { milliseconds.withLock { $0 += span.milliseconds } }
    var log: [String] { lines.withLock { $0 } }
    func listen(_ devices: Set<DeviceNumber>) { listening.withLock { $0 = devices } }

    private func deliverer(_ turned: AsyncStream<Duration>.Continuation, _ http: OutgoingHTTP) -> Deliverer {
        Deliverer(
            directory, pushes: http, webhooks: http,
            cryptography: DeliveryCryptography(
                messageBytesLimit: 3_993, encrypt: { message, target in message + target.secret },
                authorization: { "vapid \($0) \($1.milliseconds)" },
                signature: { Base64.text(HMAC256.code(of: $0, key: $1)) }),
            ports: DeliveryPorts(
                clock: Clock { self.now }, chance: { 0.5 },
                quietEnd: { hours, moment in hours?.end(at: moment, offset: 0) },
                isListening: { _, device in self.listening.withLock { $0.contains(device) } },
                pushMessage: { notice, _, _ in Array(notice.content.subject.utf8) },
                webhookMessage: { Array("{\"id\":\($0.id.rawValue)}".utf8) },
                log: { event, detail in self.lines.withLock { $0.append(event + " " + detail) } }),
            sleep: { pause in
                turned.yield(pause)
                // Until somebody wakes the deliverer.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                try Task.checkCancellation()
            }, rest: { _ in })
    }

    /// Runs a deliverer until it has nothing to do and `isDone` holds.
    func deliver(until isDone: @escaping @Sendable () async throws -> Bool) async throws {
        let (turns, turned) = AsyncStream<Duration>.makeStream()
        let http = OutgoingHTTP(AddressPolicy(allowsPrivate: true))
        defer { http.stop() }
        let deliverer = deliverer(turned, http)
        let running = Task { await deliverer.run() }
        for await _ in turns {
            // One at a time: this is the only reader.
            if try await isDone() { break }
        }
        running.cancel()
        await running.value
    }

    /// A player with a session on a device of his own and a browser that is told.
    func player(_ alias: String, _ number: UInt8) async throws -> SessionRecord {
        let session = NewSession(
            digest: try #require(SecretDigest([UInt8](repeating: number, count: 32))), binding: .firstParty,
            device: nil, created: now, hasEmptyQueue: false)
        let new = NewPlayer(
            alias: try Alias(alias), displayName: alias, passwordHash: alias, recoveryCodes: [], created: now,
            entrance: .open, session: session)
        guard case .registered(_, let record?) = try await directory.register(new) else { throw Surprise() }
        _ = try await directory.subscribe(
            PushTarget(endpoint: "http://127.0.0.1:\(port)/push/\(alias)", key: [4], secret: Array("!".utf8)),
            for: record.id, created: now, limit: 16)
        return record
    }

    struct Surprise: Error {}

    func tell(_ player: PlayerNumber, _ subject: String, _ kind: NoticeKind = .challengeReceived) throws {
        try journal.commit(
            Change(facts: [
                .notice(
                    NewNotice(
                        to: player, kind, app: app, environment: .production, subject: subject, created: now))
            ]))
    }

    func setWebhook(_ kinds: Set<NoticeKind> = Set(NoticeKind.allCases)) async throws {
        try await directory.setWebhook(
            Webhook(
                app: app, environment: .production, url: "http://127.0.0.1:\(port)/hook",
                secret: Array("secret".utf8), kinds: kinds), nil)
    }

    var hooks: [WebhookDelivery] {
        get async throws {
            try await directory.webhookDeliveries(of: app, .production, before: nil, limit: 100)
        }
    }
}
