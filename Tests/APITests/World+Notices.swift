import LaurelCryptography
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import Testing

extension World {
    /// Jungle-jim's number and MonkeyJump's.
    var jim: PlayerNumber {
        get throws { try #require(server.accounts.ids.player(playerID, in: .player)) }
    }
    var monkeyJump: AppNumber {
        get throws { try #require(server.accounts.catalogue.app(try BundleID("com.ali.MonkeyJump"))?.number) }
    }

    /// Two notices in jungle-jim's inbox: 1 and 2, of a challenge in MonkeyJump's Production, by the administrator.
    func tellOfChallenge() async throws {
        let notice = NewNotice(
            to: try jim, .challengeReceived, app: try monkeyJump, environment: .production,
            about: PlayerNumber(1), subject: "c1", details: #"{"value":12}"#, created: server.clock.port.now())
        try await server.tell([notice, notice])
    }
}

extension Deliveries {
    /// Every address but a plain one may be sent to; nothing is.
    init(_ directory: SQLiteDirectory, _ accounts: Accounts) {
        self.init(
            directory: directory, catalogue: accounts.catalogue, clock: accounts.clock, random: accounts.random,
            addresses: DeliveryAddresses(
                check: { url, _ in url.hasPrefix("https://") ? nil : .notHTTPS },
                checkAtOnce: { url, _ in url.hasPrefix("https://") ? nil : .notHTTPS },
                isReceiver: { PushEncryption(receiver: $0, secret: $1) != nil }, wake: {}),
            pushKey: P256Key().publicBytes)
    }
}

extension TestServer {
    /// Commits notices as the features that cause them do, and signals the outbox.
    func tell(_ notices: [NewNotice]) async throws {
        let store = store
        try await onThread { try store.commit(Change(facts: notices.map { .notice($0) })) }
        outbox.signal()
    }
}
