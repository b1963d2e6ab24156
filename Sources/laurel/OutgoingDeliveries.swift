import LaurelAPI
import LaurelCryptography
import Foundation
import LaurelDomain
import LaurelNotifications
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQL

/// What the operator decides about what leaves the server.
struct OutgoingSettings: Sendable {
    /// Whom push services write to: `mailto:` or `https:`; nil: nobody.
    var contact: String?
    var allowsPrivate = false
    /// Nil: no mail.
    var mail: MailSettings?
    var log: @Sendable (_ event: String, _ detail: String) -> Void = { _, _ in }

    init() {}

    init(_ invocation: Invocation) throws(Failure) {
        allowsPrivate = invocation.has("--allow-private-deliveries")
        mail = try MailSettings.find(invocation)
        let publicURL = invocation["--public-url"].flatMap { $0.hasPrefix("https://") ? $0 : nil }
        contact = invocation["--push-contact"] ?? publicURL
        guard let contact else { return }
        // It stands in a token of JSON as it is.
        let isPlain = contact.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        guard isPlain, contact.utf8.count <= 256, contact.hasPrefix("mailto:") || contact.hasPrefix("https://") else {
            throw Failure("--push-contact must be mailto:NAME@HOST or https://HOST, not “\(contact)”")
        }
    }
}

/// Web Push, webhooks and mail, put together.
struct OutgoingDeliveries: Sendable {
    let useCases: Deliveries
    private let deliverer: Deliverer
    private let queue: any DeliveryQueue
    private let clock: Clock
    private let senders: [OutgoingHTTP]
    private let mail: OutgoingMail?
    private let accounts: Accounts

    /// Makes the key of VAPID at the first start.
    init(
        _ directory: SQLDirectory, _ accounts: Accounts, _ inboxes: Inboxes, _ outbox: Outbox,
        _ settings: OutgoingSettings
    ) async throws {
        let bytes = try await directory.settle(.pushKey, P256Key().privateBytes)
        guard let key = P256Key(privateBytes: bytes) else {
            throw Failure("the store's push key is invalid", status: 1)
        }
        let policy = AddressPolicy(allowsPrivate: settings.allowsPrivate)
        let pushes = OutgoingHTTP(policy)
        let webhooks = OutgoingHTTP(policy)
        // A check of an address that is slow to resolve holds up nobody's deliveries.
        let checks = OutgoingHTTP(policy)
        let deliverer = Deliverer(
            directory, pushes: pushes, webhooks: webhooks,
            cryptography: DeliveryCryptography(VAPID(key, contact: settings.contact)),
            ports: DeliveryPorts(accounts, inboxes, log: settings.log))
        outbox.listen { deliverer.wake() }
        self.deliverer = deliverer
        queue = directory
        clock = accounts.clock
        self.accounts = accounts
        mail = settings.mail.map { OutgoingMail($0, directory, accounts, outbox, deliverer.counter, settings.log) }
        senders = [pushes, webhooks, checks]
        useCases = Deliveries(
            directory: directory, catalogue: accounts.catalogue, clock: accounts.clock, random: accounts.random,
            addresses: DeliveryAddresses(
                check: { await DeliveryAddresses.refusal(of: $0, bytesLimit: $1, checks) { await checks.check($0) } },
                checkAtOnce: { DeliveryAddresses.refusal(of: $0, bytesLimit: $1, checks) { checks.checkAtOnce($0) } },
                isReceiver: { PushEncryption(receiver: $0, secret: $1) != nil }, wake: { deliverer.wake() }),
            pushKey: key.publicBytes)
    }

    /// Delivers until it is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await deliverer.run() }
            if let mail { group.addTask { await mail.run() } }
        }
    }

    /// For `/metrics`.
    var counts: [SystemFacts.Deliveries] {
        deliverer.counter.counts.map {
            SystemFacts.Deliveries(to: $0.key.channel.rawValue, outcome: $0.key.outcome.rawValue, count: $0.count)
        }
    }

    func tidy() async throws {
        try await TidyDeliveries(queue, clock: clock)()
        try await TidyMail(accounts)()
    }

    func stop() {
        for sender in senders { sender.stop() }
        mail?.stop()
    }
}

extension DeliveryCryptography {
    init(_ vapid: VAPID) {
        self.init(
            messageBytesLimit: PushEncryption.messageBytesLimit,
            encrypt: { message, target in
                PushEncryption(receiver: target.key, secret: target.secret)?.body(of: message)
            },
            authorization: { origin, expires in
                vapid.authorization(for: origin, expires: expires.milliseconds / 1_000)
            },
            signature: { message, secret in Base64.text(HMAC256.code(of: message, key: secret)) })
    }
}

extension DeliveryPorts {
    init(
        _ accounts: Accounts, _ inboxes: Inboxes,
        log: @escaping @Sendable (_ event: String, _ detail: String) -> Void
    ) {
        let encoding = NoticeEncoding(accounts)
        self.init(
            clock: accounts.clock, chance: { Double.random(in: 0..<1) },
            quietEnd: { inboxes.zones.quietEnd($0, at: $1) },
            isListening: { inboxes.feed.isListening($0, $1) },
            pushMessage: { await encoding.pushMessage($0, $1, bytesLimit: $2) },
            webhookMessage: { await encoding.webhookMessage($0) }, log: log)
    }
}

extension DeliveryAddresses {
    /// - Returns: nil: it may be sent to.
    fileprivate static func refusal(
        of text: String, bytesLimit: Int, _ http: OutgoingHTTP, by check: (DeliveryURL) async -> DeliveryURLError?
    ) async -> Refusal? {
        do throws(DeliveryURLError) {
            let url = try DeliveryURL(text, allowsPlain: http.allowsPrivate, bytesLimit: bytesLimit)
            return await check(url).map(Refusal.init)
        } catch {
            return Refusal(error)
        }
    }

    fileprivate static func refusal(
        of text: String, bytesLimit: Int, _ http: OutgoingHTTP, by check: (DeliveryURL) -> DeliveryURLError?
    ) -> Refusal? {
        do throws(DeliveryURLError) {
            return check(try DeliveryURL(text, allowsPlain: http.allowsPrivate, bytesLimit: bytesLimit)).map(
                Refusal.init)
        } catch {
            return Refusal(error)
        }
    }
}

extension DeliveryAddresses.Refusal {
    fileprivate init(_ error: DeliveryURLError) {
        switch error {
        case .tooLong(let limit): self = .tooLong(limit: limit)
        case .notHTTPS: self = .notHTTPS
        case .malformed: self = .malformed
        case .unknownHost: self = .unknownHost
        case .privateAddress: self = .privateAddress
        }
    }
}
