import LaurelHTTPServer
import LaurelWire

/// How every feature replies: what it answers with, and what callers hear when it can't. A class, as ``Features`` is.
final class Replies: Sendable {
    let answers: Answers
    /// Whether the last change was refused because the disk has no room.
    let isDiskFull: @Sendable () -> Bool

    init(answers: Answers, isDiskFull: @escaping @Sendable () -> Bool) {
        self.answers = answers
        self.isDiskFull = isDiskFull
    }

    func answering(_ request: Request, _ work: () throws(Problem) -> Reply) -> Reply {
        do throws(Problem) { return try work() } catch { return .now(problem(error, request)) }
    }

    func answering(
        _ request: Request, _ work: () async throws(Problem) -> Response
    ) async -> Response {
        do throws(Problem) { return try await work() } catch { return problem(error, request) }
    }

    private func problem(_ problem: Problem, _ request: Request) -> Response {
        let isRead = request.method == .get || request.method == .head
        return answers.problem(named(problem, isWrite: !isRead), request.id)
    }

    /// Says what keeps the store from writing, where that is known, and that it may have been written all the same: a
    /// store can fail after it has written.
    func named(_ problem: Problem, isWrite: Bool) -> Problem {
        guard problem.kind == .unavailable, problem.detail == nil else { return problem }
        if isDiskFull() {
            return Problem(
                .unavailable, "The server's disk is full. Once it has space again, send the same request.",
                retryAfterSeconds: 30, cause: "the disk is full")
        }
        guard isWrite else { return problem }
        return Problem(
            .unavailable,
            "The change may have been saved all the same. It's safe to send a score again with the same ID; "
                + "check anything else before you send it again.",
            retryAfterSeconds: problem.retryAfterSeconds, cause: problem.cause)
    }

    /// For operations that wait.
    func later(_ request: Request, _ work: @escaping @Sendable () async throws(Problem) -> Response) -> Reply {
        .later { [self] in await answering(request, work) }
    }

    /// The same in the words of a use case, whose errors are told as problems.
    func later<Failure: ToldError>(
        _ request: Request, _ work: @escaping @Sendable () async throws(Failure) -> Response
    ) -> Reply {
        later(request) { () async throws(Problem) in
            do throws(Failure) { return try await work() } catch { throw error.problem }
        }
    }
}
