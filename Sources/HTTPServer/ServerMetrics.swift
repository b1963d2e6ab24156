import Synchronization

/// The counters of a server at one moment. All but those that say "open" or "held" only grow.
public struct ServerMetrics: Sendable, Equatable {
    /// Connections that were taken, refused for the caps, and are open now.
    public var connectionsAccepted: UInt64 = 0
    public var connectionsRefused: UInt64 = 0
    public var connectionsOpen: UInt64 = 0
    public var streamsOpen: UInt64 = 0
    /// Streams that ended because their reader was too slow.
    public var streamsCutOff: UInt64 = 0
    /// Answers by the first digit of their status, from 2 to 5.
    public var answersByClass: [UInt64] = [0, 0, 0, 0]
    /// Bytes of bodies that are held now, as ``Limits/heldBodyBytes`` counts them.
    public var bodyBytesHeld: UInt64 = 0
    /// Connections that speak HTTP/2, of those that were taken.
    public var connectionsHTTP2: UInt64 = 0
    /// Those of them that ended because the client flooded them, or didn't speak HTTP/2.
    public var connectionsMisused: UInt64 = 0
    /// Nil: the server does not encrypt.
    public var tls: TLSMetrics?
    /// Bytes read from and written to sockets.
    public var bytesReceived: UInt64 = 0
    public var bytesSent: UInt64 = 0
    /// Answers that took at most ``latencyBounds```[index]` microseconds, each counted in one bucket only; the last
    /// bucket has no bound. Streams are not counted.
    public var latencyCounts: [UInt64] = Array(repeating: 0, count: 15)
    /// The sum of all durations in nanoseconds.
    public var latencySum: UInt64 = 0

    /// Microseconds.
    public static let latencyBounds: [UInt64] = [
        50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    ]

    public init() {}

    public static func + (one: ServerMetrics, other: ServerMetrics) -> ServerMetrics {
        var sum = one
        sum.connectionsAccepted &+= other.connectionsAccepted
        sum.connectionsRefused &+= other.connectionsRefused
        sum.connectionsOpen &+= other.connectionsOpen
        sum.connectionsHTTP2 &+= other.connectionsHTTP2
        sum.connectionsMisused &+= other.connectionsMisused
        sum.streamsOpen &+= other.streamsOpen
        sum.streamsCutOff &+= other.streamsCutOff
        sum.answersByClass = zip(one.answersByClass, other.answersByClass).map(&+)
        sum.bodyBytesHeld &+= other.bodyBytesHeld
        sum.bytesReceived &+= other.bytesReceived
        sum.bytesSent &+= other.bytesSent
        sum.latencyCounts = zip(one.latencyCounts, other.latencyCounts).map(&+)
        sum.latencySum &+= other.latencySum
        sum.tls = one.tls.map { $0 + (other.tls ?? TLSMetrics()) } ?? other.tls
        return sum
    }
}

/// The counters of one loop. Only the loop writes, anybody reads.
final class LoopCounters: Sendable {
    enum Counter: Int, CaseIterable {
        case accepted, refused, open, streams, cutOff, received, sent, latencySum
        case status2, status3, status4, status5
        case handshakes12, handshakes13, resumed, handshakesFailed, multiplexed, misused
        /// The first of the latency buckets.
        case latency
    }

    private let values = InlineArray<40, Atomic<UInt64>> { _ in Atomic<UInt64>(0) }

    /// A load and a store: there is one writer, so no locked instruction is needed.
    @inline(__always) private func add(at index: Int, _ amount: UInt64) {
        let value = values[index].load(ordering: .relaxed)
        values[index].store(value &+ amount, ordering: .relaxed)
    }

    func add(_ counter: Counter, _ amount: Int = 1) {
        add(at: counter.rawValue, UInt64(truncatingIfNeeded: amount))
    }

    func addAnswer(_ status: Status) {
        add(at: Counter.status2.rawValue + Int(status.code / 100) - 2, 1)
    }

    func addLatency(nanoseconds: UInt64) {
        add(at: Counter.latencySum.rawValue, nanoseconds)
        var bucket = 0
        for bound in ServerMetrics.latencyBounds {
            if nanoseconds <= bound &* 1000 { break }
            bucket += 1
        }
        add(at: Counter.latency.rawValue + bucket, 1)
    }

    var snapshot: ServerMetrics {
        func value(_ counter: Counter, _ offset: Int = 0) -> UInt64 {
            values[counter.rawValue + offset].load(ordering: .relaxed)
        }
        var metrics = ServerMetrics()
        metrics.connectionsAccepted = value(.accepted)
        metrics.connectionsRefused = value(.refused)
        metrics.connectionsOpen = value(.open)
        metrics.connectionsHTTP2 = value(.multiplexed)
        metrics.connectionsMisused = value(.misused)
        metrics.streamsOpen = value(.streams)
        metrics.streamsCutOff = value(.cutOff)
        metrics.bytesReceived = value(.received)
        metrics.bytesSent = value(.sent)
        metrics.latencySum = value(.latencySum)
        var tls = TLSMetrics()
        tls.handshakes12 = value(.handshakes12)
        tls.handshakes13 = value(.handshakes13)
        tls.resumed = value(.resumed)
        tls.failures = value(.handshakesFailed)
        metrics.tls = tls
        metrics.answersByClass = (0..<4).map { value(.status2, $0) }
        metrics.latencyCounts = (0..<15).map { value(.latency, $0) }
        return metrics
    }
}
