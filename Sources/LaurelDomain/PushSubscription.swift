/// Where a browser that is closed is told (the Push API's `PushSubscription`). It lives as long as the session that
/// asked for it.
public struct PushSubscription: Hashable, Sendable {
    /// Of one player; the oldest goes for the next.
    public static let countLimit = 16

    public let id: PushSubscriptionID
    public let player: PlayerNumber
    public let device: DeviceNumber
    /// Which notices the device shows.
    public let binding: Binding
    public let target: PushTarget
    public let created: Timestamp

    public init(
        id: PushSubscriptionID, player: PlayerNumber, device: DeviceNumber, binding: Binding, target: PushTarget,
        created: Timestamp
    ) {
        self.id = id
        self.player = player
        self.device = device
        self.binding = binding
        self.target = target
        self.created = created
    }
}

public struct PushSubscriptionID: Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What a browser gives away of itself: an address at its push service, and what only it can decrypt with.
public struct PushTarget: Hashable, Sendable {
    /// Bytes of an address. Those in use have about 200.
    public static let endpointBytesLimit = 1_024

    public let endpoint: String
    /// A point of P-256: 65 bytes (`p256dh`).
    public let key: [UInt8]
    /// 16 bytes (`auth`).
    public let secret: [UInt8]

    public init(endpoint: String, key: [UInt8], secret: [UInt8]) {
        self.endpoint = endpoint
        self.key = key
        self.secret = secret
    }

    /// Of the push service: scheme, host and port.
    public var origin: String {
        guard let slashes = endpoint.firstRange(of: "//") else { return endpoint }
        return String(endpoint[..<(endpoint[slashes.upperBound...].firstIndex(of: "/") ?? endpoint.endIndex)])
    }
}
