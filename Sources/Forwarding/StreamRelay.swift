import LaurelHTTPServer
import Synchronization

/// Passes the body of one answer on as it comes, at the client's pace: when the client is slow, the transfer from the
/// peer waits.
final class StreamRelay: Sendable {
    /// Bytes that wait for the client at a time; more than libcurl brings in one piece (``Transfer/pieceBytes``), and
    /// well below ``Limits/streamBytes``, beyond which the server cuts a client off.
    static let waitingBytesLimit = 32_768

    private struct State {
        var writer: StreamWriter?
        /// The peer's bytes came before there was a writer, and have to come again.
        var isWaiting = false
        var ending: TransferEnding?
    }

    private let state = Mutex(State())
    private let transfer: PeerTransfer
    private let isEventStream: Bool

    init(_ transfer: PeerTransfer, isEventStream: Bool) {
        self.transfer = transfer
        self.isEventStream = isEventStream
    }

    /// The body for the client. When it's given up before anybody reads it, the transfer ends.
    var body: Response.Body {
        let opening = Opening(self)
        return .stream { opening.open($0) }
    }

    /// - Returns: false: not now; ``PeerTransfer/resume()`` is called when they can come again.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let writer = state.withLock { state in
            state.isWaiting = state.writer == nil
            return state.writer
        }
        guard let writer else { return false }
        let waiting = writer.queuedBytes
        if waiting == 0 || waiting <= Self.waitingBytesLimit - bytes.count {
            // To a client that has gone, nothing; the transfer ends by itself.
            writer.write(Array(bytes))
            return true
        }
        writer.onDrain { [transfer] in transfer.resume() }
        return false
    }

    func end(_ ending: TransferEnding) {
        let writer = state.withLock { state in
            state.ending = ending
            return state.writer
        }
        if let writer { finish(writer, ending) }
    }

    private func open(_ writer: StreamWriter) {
        writer.isWhole = !isEventStream
        writer.onClose { [transfer] in transfer.cancel() }
        let (ending, wasWaiting) = state.withLock { state in
            state.writer = writer
            return (state.ending, state.isWaiting)
        }
        if let ending {
            finish(writer, ending)
        } else if wasWaiting {
            transfer.resume()
        }
    }

    /// A stream of events has no whole: the client connects again, however it ended.
    private func finish(_ writer: StreamWriter, _ ending: TransferEnding) {
        if ending == .complete || isEventStream { writer.close() } else { writer.abort() }
    }

    /// What the answer holds until its turn comes. A client that leaves before that takes it along.
    private final class Opening: Sendable {
        private let relay: StreamRelay
        private let isOpened = Atomic<Bool>(false)

        init(_ relay: StreamRelay) { self.relay = relay }

        deinit { if !isOpened.load(ordering: .relaxed) { relay.transfer.cancel() } }

        func open(_ writer: StreamWriter) {
            isOpened.store(true, ordering: .relaxed)
            relay.open(writer)
        }
    }
}
