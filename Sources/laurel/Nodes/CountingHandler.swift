import LaurelHTTPServer
import Synchronization

/// Counts what is under way in another handler, so that a node can let it finish before it hands its store over.
///
/// Tasks count, and what is on its way to the writer. What waits for the writer is answered by it, which ends when
/// nothing waits any more.
final class CountingHandler: Handler {
    private let handler: any Handler
    private let running = Atomic(0)

    init(_ handler: any Handler) { self.handler = handler }

    var count: Int { running.load(ordering: .acquiring) }

    func judge(_ head: Request) -> Judgement { handler.judge(head) }

    func answerAtOnce(_ request: Request) -> Response? { handler.answerAtOnce(request) }

    func handle(_ request: Request) -> Outcome {
        switch handler.handle(request) {
        case .now(let response): return .now(response)
        case .later(let work):
            let task = begin()
            return .later {
                defer { task.end() }
                return await work()
            }
        case .deferred(let start):
            let task = begin()
            return .deferred { responder in
                defer { task.end() }
                start(responder)
            }
        }
    }

    private func begin() -> Begun {
        running.add(1, ordering: .acquiringAndReleasing)
        return Begun(self)
    }

    /// Counts until it has ended, or nobody can do it any more: work for a client that has gone may never be called.
    private final class Begun: Sendable {
        private let owner: CountingHandler
        private let hasEnded = Atomic(false)

        init(_ owner: CountingHandler) { self.owner = owner }

        deinit { end() }

        func end() {
            if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
            owner.running.subtract(1, ordering: .acquiringAndReleasing)
        }
    }
}
