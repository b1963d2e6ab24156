import Synchronization

/// The writing end of a streamed answer. All members may be used from any thread.
///
/// Nothing waits here: bytes are queued, up to ``Limits/streamBytes``, and a reader that lets the queue run over is
/// cut off. An idle writer holds no buffer. A sender with more than the queue holds writes a piece at a time, the
/// next one when ``onDrain(_:)`` calls; see ``isWhole``.
public final class StreamWriter: Sendable {
    private struct State {
        var pending: [UInt8] = []
        /// Bytes that the loop took over and the socket did not.
        var unsent = 0
        var isOpen = true
        var isCut = false
        var isPosted = false
        var onClose: [@Sendable () -> Void] = []
        var onDrain: (@Sendable () -> Void)?
        var isWhole = false
    }

    private let state = Mutex(State())
    private let loop: EventLoop
    let key: ConnectionKey
    /// Of the request, where a connection has several streams.
    let sequence: UInt64
    private let limit: Int

    init(loop: EventLoop, key: ConnectionKey, sequence: UInt64, limit: Int) {
        self.loop = loop
        self.key = key
        self.sequence = sequence
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

    /// Calls `body` once, on the loop, when everything written so far has left for the socket, or the stream has ended;
    /// at once if nothing waits. A second call replaces the first.
    public func onDrain(_ body: @escaping @Sendable () -> Void) {
        let isDrained = state.withLock { state in
            let isDrained = !state.isOpen || state.pending.isEmpty && state.unsent == 0
            state.onDrain = isDrained ? nil : body
            return isDrained
        }
        if isDrained { body() }
    }

    /// Whether a part of the stream is worth nothing: an export, a file. The server then never ends it as if it were
    /// complete; it goes on while the server drains, and where the client closed its sending side before it began. It's
    /// broken off when the time for draining runs out. Set it before the first bytes.
    public var isWhole: Bool {
        get { state.withLock { $0.isWhole } }
        set { state.withLock { $0.isWhole = newValue } }
    }

    /// Breaks the stream off: the client sees that it is not complete.
    public func abort() {
        let posts = state.withLock { state in
            guard state.isOpen else { return false }
            state.isOpen = false
            state.isCut = true
            defer { state.isPosted = true }
            return !state.isPosted
        }
        if posts { loop.post(.stream(self)) }
    }

    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Bytes on their way that the socket has not taken: of ``Limits/streamBytes``, beyond which the reader is cut off.
    public var queuedBytes: Int { state.withLock { $0.unsent + $0.pending.count } }

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

    func setUnsent(_ bytes: Int) {
        let drained = state.withLock { state -> (@Sendable () -> Void)? in
            state.unsent = bytes
            guard bytes == 0, state.pending.isEmpty else { return nil }
            defer { state.onDrain = nil }
            return state.onDrain
        }
        drained?()
    }

    /// The server has no more use for an endless stream.
    func closeUnlessWhole() { if !isWhole { close() } }

    /// The connection has no more use for this writer.
    func end() {
        let callbacks = state.withLock { state in
            state.isOpen = false
            state.pending = []
            defer {
                state.onClose = []
                state.onDrain = nil
            }
            return state.onClose + (state.onDrain.map { [$0] } ?? [])
        }
        for callback in callbacks { callback() }
    }
}
