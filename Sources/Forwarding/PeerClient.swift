import Glibc
import Synchronization

/// Requests to other nodes, by libcurl, thousands at a time on one or two threads of its own.
///
/// HTTP/1.1 over connections that are kept and used again. There are no redirects, proxies or cookies, and no answer is
/// decompressed. An answer may take as long as it likes, since it may be a stream of events; a peer that neither
/// answers nor vanishes is the caller's to notice (``abandon(_:)``).
public final class PeerClient: Sendable {
    /// Transfers at a time, unless the caller says otherwise: as many as a server has connections.
    public static let transferLimit = 20_000
    static let connectMilliseconds = 1_000
    /// Connections that nobody uses, a thread.
    static let idleConnectionLimit = 1_024
    /// After which an unused connection isn't used again: well before the peer closes it (``Limits/idleTime``), since a
    /// request that meets its end is lost.
    static let idleConnectionSeconds = 30
    /// After so many seconds without a byte a peer is asked whether it's there, and again each
    /// ``keepAliveProbeSeconds``; after ``keepAliveProbeCount`` questions without an answer the connection has ended.
    static let keepAliveIdleSeconds = 3
    static let keepAliveProbeSeconds = 1
    static let keepAliveProbeCount: Int32 = 3
    /// How long the peer's kernel may leave bytes unacknowledged, or take none. Then the connection has ended.
    static let unacknowledgedMilliseconds: Int32 = 10_000

    private let limit: Int
    private let running: Count
    private let numbers = Atomic<UInt64>(0)
    /// For requests that end soon, and for streams of events: the same one, or one each.
    private let loops: (requests: PeerLoop, streams: PeerLoop)

    /// How many transfers have not ended.
    private final class Count: Sendable {
        let value = Atomic(0)
    }

    /// - Parameters:
    ///   - threads: 1, or 2: then streams of events have one of their own, and requests don't wait for them.
    ///   - limit: transfers at a time. Further ones are not sent.
    /// - Returns: nil where the system has no more descriptors or memory.
    public init?(threads: Int = 2, limit: Int = PeerClient.transferLimit) {
        let running = Count()
        let onEnd: @Sendable () -> Void = { running.value.subtract(1, ordering: .relaxed) }
        guard let requests = PeerLoop(onEnd: onEnd) else { return nil }
        guard let streams = threads < 2 ? requests : PeerLoop(onEnd: onEnd) else { return nil }
        self.running = running
        self.limit = limit
        loops = (requests, streams)
        PeerThread.start { requests.run() }
        if streams !== requests { PeerThread.start { streams.run() } }
    }

    deinit { stop() }

    /// Transfers that have not ended.
    public var transferCount: Int { running.value.load(ordering: .relaxed) }

    /// Breaks off all that is under way to this address: a peer that was stopped still acknowledges what it's sent, so
    /// that no time limit would notice. Requests are lost, answers end unfinished.
    public func abandon(_ address: PeerAddress) { post(.abandon(address)) }

    /// Breaks off what nobody waits for any more: a client that leaves before its answer begins says so to nobody. To
    /// be called now and then.
    ///
    /// - Complexity: O(transfers), on the threads of the client.
    public func sweep() { post(.sweep) }

    /// Breaks off everything. Later requests are not sent.
    public func stop() { post(.stop) }

    private func post(_ message: PeerLoop.Message) {
        loops.requests.post(message)
        if loops.streams !== loops.requests { loops.streams.post(message) }
    }

    // MARK: - Transfers

    /// Names a transfer, to be started with ``start(_:_:to:_:)``.
    func makeTransfer(for request: PeerRequest) -> PeerTransfer {
        PeerTransfer(
            number: numbers.add(1, ordering: .relaxed).newValue,
            loop: request.isEventStream ? loops.streams : loops.requests)
    }

    /// Sends a request. The receiver hears how it ended in any case, perhaps before this returns.
    func start(
        _ transfer: PeerTransfer, _ request: PeerRequest, to address: PeerAddress, _ receiver: any AnswerReceiver
    ) {
        let before = running.value.add(1, ordering: .relaxed).oldValue
        // A node that is busy asks still whether the owner is there: such questions are few.
        guard before < limit || request.answerMilliseconds != nil else {
            running.value.subtract(1, ordering: .relaxed)
            receiver.end(.unsent)
            return
        }
        transfer.loop.post(
            .start(Transfer(number: transfer.number, address: address, request: request, receiver: receiver)))
    }
}
