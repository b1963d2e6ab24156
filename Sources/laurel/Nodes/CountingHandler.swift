import LaurelHTTPServer
import Synchronization

/// Counts what is under way in another handler, so that a node can let it finish before it hands its store over.
///
/// Only tasks count. What waits for the writer is answered by it, which ends when nothing waits any more.
final class CountingHandler: Handler {
    private let handler: any Handler
    private let running = Atomic(0)

    init(_ handler: any Handler) { self.handler = handler }

    var count: Int { running.load(ordering: .acquiring) }

    func judge(_ head: Request) -> Judgement { handler.judge(head) }

    func handle(_ request: Request) -> Outcome {
        let outcome = handler.handle(request)
        guard case .later(let work) = outcome else { return outcome }
        running.add(1, ordering: .acquiringAndReleasing)
        return .later { [self] in
            defer { running.subtract(1, ordering: .acquiringAndReleasing) }
            return await work()
        }
    }
}
