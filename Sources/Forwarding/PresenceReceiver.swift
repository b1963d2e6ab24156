/// Takes the answer to the question whether a peer is there, whatever it says.
final class PresenceReceiver: AnswerReceiver {
    private let then: @Sendable (Bool) -> Void

    init(_ then: @escaping @Sendable (Bool) -> Void) { self.then = then }

    /// The question has a time limit of its own.
    var isAbandoned: Bool { false }

    func begin(_ head: AnswerHead) {}

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool { true }

    func end(_ ending: TransferEnding) { then(ending == .complete) }
}
