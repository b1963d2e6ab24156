import LaurelHTTPServer
import LaurelWire
import Synchronization

/// What monitors and programs ask of the server itself, also before it is ready.
struct SystemFeature: Sendable {
    /// Who may read what is not for everybody.
    let audience: @Sendable (Endpoint) -> Audience
    let isReady: @Sendable () -> Bool
    let facts: @Sendable () -> SystemFacts
    let counts: RequestCounts
    let events: EventStreams
    let serverMetrics: AttachedMetrics
    /// Nil: it's alone with its store.
    let node: @Sendable () -> NodeFacts?
    let document: ServedDocument
    let answers: Answers

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SystemRoute, _ request: Request) -> Response {
        guard audience(route.endpoint).admits(request.peer) else {
            return answers.problem(
                Problem(.forbidden, "The server's operator hasn't opened this route to your address."), request.id)
        }
        switch route {
        case .health: return answers.health
        case .readiness: return readiness(request)
        case .metrics: return metrics()
        case .openAPI: return document.response(to: request)
        }
    }

    private func readiness(_ request: Request) -> Response {
        if isReady() { return answers.text("ready\n") }
        return answers.problem(
            Problem(.unavailable, "Leaderboards are still loading.", retryAfterSeconds: 1), request.id)
    }

    private func metrics() -> Response {
        answers.text(
            Metrics.text(
                counts: counts, server: serverMetrics.read(), facts: facts(), eventStreams: events.count,
                isReady: isReady(), node: node()))
    }
}

/// The server's own counters. The server needs the handler first, so they come later.
final class AttachedMetrics: Sendable {
    /// A closure by itself would be wrapped once more by each access, until a call overflows the stack.
    private struct Source {
        var metrics: @Sendable () -> ServerMetrics = { ServerMetrics() }
    }

    private let source = Mutex(Source())

    func attach(_ metrics: @escaping @Sendable () -> ServerMetrics) { source.withLock { $0.metrics = metrics } }

    func read() -> ServerMetrics { source.withLock { $0.metrics }() }
}

extension Answers {
    var health: Response { text("ok\n") }
}
