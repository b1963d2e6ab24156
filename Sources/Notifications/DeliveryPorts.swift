public import LaurelDomain

/// What deliveries need of the rest of the house.
public struct DeliveryPorts: Sendable {
    public var clock: Clock
    /// 0..<1, so that what failed together does not come again together.
    public var chance: @Sendable () -> Double
    /// When the quiet that holds at a moment ends; nil when none does.
    public var quietEnd: @Sendable (QuietHours?, Timestamp) -> Timestamp?
    /// Whether the device has an open event stream of this player's.
    public var isListening: @Sendable (PlayerNumber, DeviceNumber) -> Bool
    /// What a browser is told, as JSON of at most so many bytes, as its session sees it.
    public var pushMessage: @Sendable (Notice, Binding, _ bytesLimit: Int) async -> [UInt8]
    /// What a game's server is told, as JSON.
    public var webhookMessage: @Sendable (WebhookDelivery) async -> [UInt8]
    /// A line for the log, without names and addresses of players.
    public var log: @Sendable (_ event: String, _ detail: String) -> Void

    public init(
        clock: Clock, chance: @escaping @Sendable () -> Double,
        quietEnd: @escaping @Sendable (QuietHours?, Timestamp) -> Timestamp?,
        isListening: @escaping @Sendable (PlayerNumber, DeviceNumber) -> Bool,
        pushMessage: @escaping @Sendable (Notice, Binding, _ bytesLimit: Int) async -> [UInt8],
        webhookMessage: @escaping @Sendable (WebhookDelivery) async -> [UInt8],
        log: @escaping @Sendable (_ event: String, _ detail: String) -> Void = { _, _ in }
    ) {
        self.clock = clock
        self.chance = chance
        self.quietEnd = quietEnd
        self.isListening = isListening
        self.pushMessage = pushMessage
        self.webhookMessage = webhookMessage
        self.log = log
    }
}

/// The arithmetic of keys that deliveries need.
public struct DeliveryCryptography: Sendable {
    /// Longest message that ``encrypt`` takes.
    public var messageBytesLimit: Int
    /// The body of a push message (RFC 8291); nil for a target that no browser has.
    public var encrypt: @Sendable (_ message: [UInt8], PushTarget) -> [UInt8]?
    /// The value of `Authorization` for a push service (RFC 8292).
    public var authorization: @Sendable (_ origin: String, _ expires: Timestamp) -> String
    /// HMAC with SHA-256, in base 64.
    public var signature: @Sendable (_ message: [UInt8], _ secret: [UInt8]) -> String

    public init(
        messageBytesLimit: Int, encrypt: @escaping @Sendable (_ message: [UInt8], PushTarget) -> [UInt8]?,
        authorization: @escaping @Sendable (_ origin: String, _ expires: Timestamp) -> String,
        signature: @escaping @Sendable (_ message: [UInt8], _ secret: [UInt8]) -> String
    ) {
        self.messageBytesLimit = messageBytesLimit
        self.encrypt = encrypt
        self.authorization = authorization
        self.signature = signature
    }
}

/// When what failed is tried again.
struct Backoff {
    let first: Timestamp.Span
    let longest: Timestamp.Span

    /// After so many attempts, at least 1: doubled each time, and spread by a fifth to either side.
    func pause(after attempts: Int, chance: Double, atLeast seconds: Int?) -> Timestamp.Span {
        let doublings = min(max(attempts - 1, 0), 20)
        let (grown, isTooLong) = first.milliseconds.multipliedReportingOverflow(by: 1 << Int64(doublings))
        let pause = isTooLong ? longest.milliseconds : min(grown, longest.milliseconds)
        let spread = Int64(Double(pause) * (0.8 + 0.4 * min(max(chance, 0), 1)))
        return Timestamp.Span(milliseconds: max(spread, Int64(seconds ?? 0) * 1_000))
    }
}
