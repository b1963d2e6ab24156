/// One request to a peer: how others steer it. All members may be used from any thread, and do nothing once it ended.
struct PeerTransfer: Sendable {
    let number: UInt64
    let loop: PeerLoop

    /// Goes on after ``AnswerReceiver/receive(_:)`` said no.
    func resume() { loop.post(.resume(number)) }

    /// Breaks it off, with its connection.
    func cancel() { loop.post(.cancel(number)) }
}
