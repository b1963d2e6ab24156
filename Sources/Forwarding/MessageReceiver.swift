import Synchronization

/// Takes a peer's answer to a message of this node's, as a whole.
final class MessageReceiver: AnswerReceiver {
    /// Longer answers count as none.
    static let bytesLimit = 33_554_432

    private struct State {
        var isRight = false
        var bytes: [UInt8] = []
    }

    private let state = Mutex(State())
    private let then: @Sendable ([UInt8]?) -> Void

    /// - Parameter then: called once; nil: the peer didn't answer with 200.
    init(_ then: @escaping @Sendable ([UInt8]?) -> Void) { self.then = then }

    /// The message has a time limit of its own.
    var isAbandoned: Bool { false }

    func begin(_ head: AnswerHead) {
        state.withLock { state in
            state.isRight = head.status == 200
            state.bytes.reserveCapacity(min(head.contentLength ?? 0, Self.bytesLimit))
        }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard state.isRight else { return }
            if state.bytes.count + bytes.count > Self.bytesLimit {
                state = State()
            } else {
                state.bytes.append(contentsOf: bytes)
            }
        }
        return true
    }

    func end(_ ending: TransferEnding) {
        let answer = state.withLock { state in
            defer { state = State() }
            return state.isRight && ending == .complete ? state.bytes : nil
        }
        then(answer)
    }
}
