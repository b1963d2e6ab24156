/// Where the time comes from; a parameter, so that a test can move it.
public struct Clock: Sendable {
    public var now: @Sendable () -> Timestamp
    public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }
}
