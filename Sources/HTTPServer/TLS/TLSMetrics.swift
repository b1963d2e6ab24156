/// The counters of a server's encryption at one moment.
public struct TLSMetrics: Sendable, Equatable {
    /// Handshakes that succeeded, by version.
    public var handshakes12: UInt64 = 0
    public var handshakes13: UInt64 = 0
    /// Those among them that went on with an earlier session.
    public var resumed: UInt64 = 0
    /// Handshakes that began and did not succeed.
    public var failures: UInt64 = 0
    /// Changes of the files that were taken up, and that could not be.
    public var renewals: UInt64 = 0
    public var renewalFailures: UInt64 = 0
    /// When the certificate in use ends, in seconds since 1970.
    public var certificateEnd: Int64 = 0

    public init() {}

    static func + (one: TLSMetrics, other: TLSMetrics) -> TLSMetrics {
        var sum = one
        sum.handshakes12 &+= other.handshakes12
        sum.handshakes13 &+= other.handshakes13
        sum.resumed &+= other.resumed
        sum.failures &+= other.failures
        sum.renewals &+= other.renewals
        sum.renewalFailures &+= other.renewalFailures
        sum.certificateEnd = max(one.certificateEnd, other.certificateEnd)
        return sum
    }
}
