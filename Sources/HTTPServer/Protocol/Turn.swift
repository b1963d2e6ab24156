/// What a loop lends to its connections: the time, and what they share. Protocol logic never asks a clock.
struct Turn {
    /// What never changes: one reference, since a turn is copied twice for each request.
    private final class Fixed: Sendable {
        let limits: Limits
        let deadlines: Deadlines
        let trustedProxies: [IPNetwork]
        let bodies: BodyBytes
        let standing: StandingHeaders
        let idSeed: UInt64

        init(
            _ limits: Limits, _ trustedProxies: [IPNetwork], _ bodies: BodyBytes?, _ standing: StandingHeaders,
            idSeed: UInt64
        ) {
            self.limits = limits.clamped
            self.deadlines = Deadlines(limits)
            self.trustedProxies = trustedProxies
            self.bodies = bodies ?? BodyBytes(limits, trustedProxies: trustedProxies)
            self.standing = standing
            self.idSeed = idSeed
        }
    }

    private let fixed: Fixed
    var limits: Limits { fixed.limits }
    var deadlines: Deadlines { fixed.deadlines }
    var trustedProxies: [IPNetwork] { fixed.trustedProxies }
    var bodies: BodyBytes { fixed.bodies }
    var standing: StandingHeaders { fixed.standing }
    private var nextRequest: UInt64

    /// Nanoseconds of a clock that never goes back.
    var now: UInt64 = 0
    /// `Date: … CR LF`.
    private(set) var date: [UInt8] = []
    private var dateSecond: Int64 = -1

    /// - Parameters:
    ///   - idSeed: the same for all loops of a server.
    ///   - firstRequest: different for each of them, by more than a loop can ever count.
    init(
        limits: Limits, trustedProxies: [IPNetwork] = [], bodies: BodyBytes? = nil,
        standing: StandingHeaders = StandingHeaders(), idSeed: UInt64 = 0, firstRequest: UInt64 = 0
    ) {
        fixed = Fixed(limits, trustedProxies, bodies, standing, idSeed: idSeed)
        nextRequest = firstRequest
        setDate(seconds: 0)
    }

    mutating func makeID() -> RequestID {
        defer { nextRequest &+= 1 }
        return RequestID(seed: fixed.idSeed, number: nextRequest)
    }

    mutating func setDate(seconds: Int64) {
        if seconds == dateSecond { return }
        dateSecond = seconds
        date.removeAll(keepingCapacity: true)
        date.append("Date: ")
        HTTPDate.append(seconds: seconds, to: &date)
        date.append("\r\n")
    }

    /// The deadlines of ``Limits`` in nanoseconds.
    struct Deadlines {
        let head: UInt64
        let body: UInt64
        let largeBody: UInt64
        let idle: UInt64
        let write: UInt64
        let linger: UInt64
        let handshake: UInt64

        init(_ limits: Limits) {
            head = limits.headTime.nanoseconds
            body = limits.bodyTime.nanoseconds
            largeBody = limits.largeBodyTime.nanoseconds
            idle = limits.idleTime.nanoseconds
            write = limits.writeTime.nanoseconds
            linger = limits.lingerTime.nanoseconds
            handshake = limits.handshakeTime.nanoseconds
        }
    }
}

extension Limits {
    /// Every value within the range that its comment names.
    var clamped: Limits {
        var limits = self
        limits.headBytes = min(max(headBytes, 256), Int(UInt16.max))
        limits.headerCount = min(max(headerCount, 1), 4096)
        limits.bodyBytes = min(max(bodyBytes, 0), 1 << 40)
        limits.heldBodyBytes = min(max(heldBodyBytes, 1), 1 << 50)
        limits.heldBodyBytesPerAddress = heldBodyBytesPerAddress.map { min(max($0, 1), limits.heldBodyBytes) }
        limits.connections = max(connections, 1)
        limits.connectionsPerAddress = max(connectionsPerAddress, 1)
        limits.concurrentStreams = min(max(concurrentStreams, 1), 65_536)
        limits.pipelinedRequests = min(max(pipelinedRequests, 1), 1024)
        limits.outputBytes = max(outputBytes, 1)
        limits.streamBytes = max(streamBytes, 1)
        limits.slowReaderBytes = max(slowReaderBytes, 1)
        limits.lingerBytes = max(lingerBytes, 0)
        return limits
    }
}
