public import LaurelDomain

/// What a caller wants of their new session, at sign-up and at sign-in.
public struct SessionOptions: Hashable, Sendable {
    /// The game that the session is bound to; nil: a session of our own pages and tools.
    public var bundleID: BundleID?
    public var environment: Environment?
    public var device: DeviceName?
    public var waiting: Int?
    /// Our own pages get a cookie and no token.
    public var wantsCookie = false

    public init() {}
}

/// A body that opens a session.
public protocol SessionBody: RequestBody {
    var session: SessionOptions { get set }
}

extension SessionBody {
    /// What each of them says of the session, after its own fields.
    static var sessionFields: [Field<Self>] {
        [
            .optional("bundleID", .bundleID, \.session.bundleID),
            .optional("environment", .environment, \.session.environment),
            .optional("device", .device, \.session.device),
            .optional("waiting", .integer(0...waitingLimit), \.session.waiting),
            .optional("cookie", .boolean, \.session.wantsCookie),
        ]
    }
}
