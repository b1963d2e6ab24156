/// Takes a peer's answer. It's called on the client's threads, one call at a time, and must not block.
protocol AnswerReceiver: AnyObject, Sendable {
    /// The head of the answer is there. Called once, or not at all.
    func begin(_ head: AnswerHead)
    /// The next bytes of the body.
    ///
    /// - Returns: false: not now. The transfer waits, and brings the same bytes again after ``PeerTransfer/resume()``.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
    /// The last call: how the transfer ended.
    func end(_ ending: TransferEnding)
    /// Nobody waits for the answer any more.
    var isAbandoned: Bool { get }
}

/// How a transfer ended.
enum TransferEnding: Hashable, Sendable {
    /// The whole answer is there.
    case complete
    /// The request wasn't sent: there was no connection, or the client had too much to do.
    case unsent
    /// The request was sent, at least in part, and the answer isn't complete.
    case broken
}
