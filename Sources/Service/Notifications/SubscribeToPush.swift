public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about deliveries outside share.
public struct Deliveries: Sendable {
    public var directory: any PushDirectory & WebhookDirectory
    public var catalogue: Catalogue
    public var clock: Clock
    public var random: Random
    public var addresses: DeliveryAddresses
    /// What browsers know this server by: the public key of VAPID, 65 bytes.
    public var pushKey: [UInt8]
    /// Who renews a webhook's secret reads the old one first.
    let webhookGate = SerialGate()

    public init(
        directory: any PushDirectory & WebhookDirectory, catalogue: Catalogue, clock: Clock, random: Random,
        addresses: DeliveryAddresses, pushKey: [UInt8]
    ) {
        self.directory = directory
        self.catalogue = catalogue
        self.clock = clock
        self.random = random
        self.addresses = addresses
        self.pushKey = pushKey
    }
}

/// Judges what deliveries are sent to, before it is kept. It is judged again at each sending.
public struct DeliveryAddresses: Sendable {
    /// Nil: it may be sent to. A name is resolved, so this may take seconds.
    public var check: @Sendable (_ url: String, _ bytesLimit: Int) async -> Refusal?
    /// The same without resolving a name: for players, who could hold up everybody with names that answer slowly.
    public var checkAtOnce: @Sendable (_ url: String, _ bytesLimit: Int) -> Refusal?
    /// Whether the key and the secret are such as a browser makes.
    public var isReceiver: @Sendable (_ key: [UInt8], _ secret: [UInt8]) -> Bool
    /// Called after something was made ready to be sent.
    public var wake: @Sendable () -> Void

    public init(
        check: @escaping @Sendable (_ url: String, _ bytesLimit: Int) async -> Refusal?,
        checkAtOnce: @escaping @Sendable (_ url: String, _ bytesLimit: Int) -> Refusal?,
        isReceiver: @escaping @Sendable (_ key: [UInt8], _ secret: [UInt8]) -> Bool,
        wake: @escaping @Sendable () -> Void
    ) {
        self.check = check
        self.checkAtOnce = checkAtOnce
        self.isReceiver = isReceiver
        self.wake = wake
    }

    public enum Refusal: Error, Hashable, Sendable {
        case tooLong(limit: Int)
        case notHTTPS
        case malformed
        case unknownHost
        case privateAddress
    }
}

public enum DeliveryError: Error, StoreFailure, Hashable, Sendable {
    case address(DeliveryAddresses.Refusal)
    /// The keys are none that a browser makes.
    case keys
    case unauthenticated
    case unknownGame(BundleID)
    case noWebhook(BundleID, Environment)
    case unknownDelivery(WebhookDeliveryID)
    case webhookOff(BundleID, Environment)
    case unavailable
    case broken(reason: String)
}

/// Has a closed browser told of what its player is told. It ends with the session.
public struct SubscribeToPush: Sendable {
    private let deliveries: Deliveries
    public init(_ deliveries: Deliveries) { self.deliveries = deliveries }

    /// Puts the target in place of the session's one before.
    public func callAsFunction(
        _ target: PushTarget, by session: Session
    ) async throws(DeliveryError) -> PushSubscription {
        guard deliveries.addresses.isReceiver(target.key, target.secret) else { throw .keys }
        let refusal = deliveries.addresses.checkAtOnce(target.endpoint, PushTarget.endpointBytesLimit)
        if let refusal { throw .address(refusal) }
        let made = try await DeliveryError.translating { () throws(StoreError) in
            try await deliveries.directory.subscribe(
                target, for: session.id, created: deliveries.clock.now(), limit: PushSubscription.countLimit)
        }
        guard let made else { throw .unauthenticated }
        return made
    }
}

/// Whether the session's browser is told.
public struct ReadPushSubscription: Sendable {
    private let deliveries: Deliveries
    public init(_ deliveries: Deliveries) { self.deliveries = deliveries }

    public func callAsFunction(of session: Session) async throws(DeliveryError) -> PushSubscription? {
        try await DeliveryError.translating { () throws(StoreError) in
            try await deliveries.directory.pushSubscription(of: session.id)
        }
    }
}

/// Tells the session's browser no more when it is closed.
public struct UnsubscribeFromPush: Sendable {
    private let deliveries: Deliveries
    public init(_ deliveries: Deliveries) { self.deliveries = deliveries }

    /// Done already is done too.
    public func callAsFunction(_ session: Session) async throws(DeliveryError) {
        _ = try await DeliveryError.translating { () throws(StoreError) in
            try await deliveries.directory.unsubscribe(session.id)
        }
    }
}
