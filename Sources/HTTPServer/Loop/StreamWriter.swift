import Synchronization

/// The writing end of a streamed answer. All members may be used from any thread.
///
/// Nothing waits here: bytes are queued, up to ``Limits/streamBytes``, and a reader that lets the queue run over is
/// cut off. An idle writer holds no buffer.
public final class StreamWriter: Sendable {
    private struct State {
        var pending: [UInt8] = []
        /// Bytes that the loop took over and the socket did not.
        var unsent = 0
        var isOpen = true
        var isCut = false
        var isPosted = false
        var onClose: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let loop: EventLoop
    let key: ConnectionKey
    private let limit: Int

    init(loop: EventLoop, key: ConnectionKey, limit: Int) {
        self.loop = loop
        self.key = key
        self.limit = limit
    }

    /// Queues bytes. They leave in the order of the calls.
    ///
    /// - Returns: whether the stream is still open. `false` means that the bytes will not arrive.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        let (isOpen, posts) = state.withLock { state -> (Bool, Bool) in
            guard state.isOpen else { return (false, false) }
            if bytes.count > limit - state.unsent - state.pending.count {
                state.isOpen = false
                state.isCut = true
            } else if state.pending.isEmpty {
                state.pending = bytes
            } else {
                state.pending.append(contentsOf: bytes)
            }
            defer { state.isPosted = true }
            return (state.isOpen, !state.isPosted)
        }
        if posts { loop.post(.stream(self)) }
        return isOpen
    }

    /// Ends the stream after what is queued. Further calls change nothing.
    public func close() {
        let posts = state.withLock { state in
            guard state.isOpen else { return false }
            state.isOpen = false
            defer { state.isPosted = true }
            return !state.isPosted
        }
        if posts { loop.post(.stream(self)) }
    }

    /// Calls `body` once, on the loop, when the stream has ended: by ``close()``, because the client went away or was
    /// too slow, or because the server drains. At once if it has ended already.
    public func onClose(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if state.isOpen { state.onClose.append(body) }
            return !state.isOpen
        }
        if hasEnded { body() }
    }

    public var isOpen: Bool { state.withLock { $0.isOpen } }

    // MARK: - The loop's side

    struct Batch {
        let bytes: [UInt8]
        let isCut: Bool
        let isEnd: Bool
    }

    func takePending() -> Batch {
        state.withLock { state in
            state.isPosted = false
            defer {
                state.unsent += state.pending.count
                state.pending = []
            }
            return Batch(bytes: state.pending, isCut: state.isCut, isEnd: !state.isOpen)
        }
    }

    func setUnsent(_ bytes: Int) { state.withLock { $0.unsent = bytes } }

    /// The connection has no more use for this writer.
    func end() {
        let callbacks = state.withLock { state in
            state.isOpen = false
            state.pending = []
            defer { state.onClose = [] }
            return state.onClose
        }
        for callback in callbacks { callback() }
    }
}
