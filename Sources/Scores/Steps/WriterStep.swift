package import LaurelDomain
import LaurelStorage

/// One change of what the writer keeps: a value that is handed what is published (``CommitDraft``) and returns facts.
/// It reads no store, so its tests need none.
///
/// The writer plans it, commits what it left in the draft, publishes that, and answers. What it refuses leaves nothing.
package protocol WriterStep<Answer, Refusal>: Sendable {
    associatedtype Answer: Sendable
    associatedtype Refusal: StoreFailure

    /// What it will look up in ``CommitDraft/reads``, as far as that is known before: fetched before it stands in line.
    var reads: [StoreRead] { get }
    /// Whether it may share a commit with scores and other such steps. Then it must look at no board, and count with
    /// what the batch has planned before it.
    var joinsBatch: Bool { get }
    /// The device that it comes from, if that says what still waits there.
    var contact: DeviceContact? { get }

    /// - Throws: nothing of it is planned then. What was missing, reads or boards, is fetched, and it is asked again.
    func plan(_ draft: inout CommitDraft) throws(Refusal) -> Answer

    /// Why it is refused: one of its scores is (``CommitDraft/submit(_:)``).
    ///
    /// - Parameter score: its index among them.
    func refusal(of score: Int, _ error: SubmitScoresError) -> Refusal
}

extension WriterStep {
    package func refusal(of score: Int, _ error: SubmitScoresError) -> Refusal {
        switch error {
        case .unavailable: .unavailable
        default: .broken(reason: "score \(score) of a step is refused: \(error)")
        }
    }
    package var reads: [StoreRead] { [] }
    package var joinsBatch: Bool { false }
    package var contact: DeviceContact? { nil }
}

/// What a device said of its queue (rule 4.7).
package struct DeviceContact: Hashable, Sendable {
    let queue: DeviceQueue
    /// Nil: it did not say.
    let waiting: Int?

    package init(_ queue: DeviceQueue, waiting: Int?) {
        self.queue = queue
        self.waiting = waiting
    }
}

/// A step as a use case writes it where it is used.
package struct InlineStep<Answer: Sendable, Refusal: StoreFailure>: WriterStep {
    package let reads: [StoreRead]
    package let contact: DeviceContact?
    private let body: @Sendable (inout CommitDraft) throws(Refusal) -> Answer

    package init(
        reads: [StoreRead] = [], contact: DeviceContact? = nil,
        _ body: @escaping @Sendable (inout CommitDraft) throws(Refusal) -> Answer
    ) {
        self.reads = reads
        self.contact = contact
        self.body = body
    }

    package func plan(_ draft: inout CommitDraft) throws(Refusal) -> Answer { try body(&draft) }
}
