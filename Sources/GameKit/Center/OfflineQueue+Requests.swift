import LaurelClient
import LaurelDomain
import LaurelWire

extension QueuedSubmission {
    /// Which submission of a batch the server means by `scores[2].value`; the first where it names none.
    static func culprit(_ error: ClientError, in batch: [SubmissionQueue.Item]) -> Int {
        guard case .problem(let problem) = error, let field = problem.field, field.hasPrefix("scores["),
            let index = Int(field.dropFirst("scores[".count).prefix { $0.isNumber })
        else { return 0 }
        var count = 0
        for (position, item) in batch.enumerated() {
            count += item.submission.scores?.scores.count ?? 1
            if index < count { return position }
        }
        return 0
    }
}

extension Client {
    /// Sends what was queued in one request.
    /// - Returns: an outcome for each.
    func send(
        _ batch: [QueuedSubmission], to game: BundleID, waiting: Int?
    ) async throws(ClientError) -> [OfflineQueue.Outcome] {
        guard let first = batch.first else { return [] }
        switch first.kind {
        case .scores:
            let bodies = batch.compactMap(\.scores)
            var body = ScoresBody()
            body.scores = bodies.flatMap(\.scores)
            body.achievements = bodies.first?.achievements
            body.challengeIDs = bodies.first?.challengeIDs
            body.waiting = waiting
            let all = try await submit(body, to: game)
            var rest = all.results[...]
            return bodies.map { part in
                var own = all
                own.results = Array(rest.prefix(part.scores.count))
                rest = rest.dropFirst(part.scores.count)
                return .scores(own)
            }
        case .achievements:
            var body: ReportsBody = try Self.read(first)
            body.waiting = waiting
            return [.achievements(try await report(body, to: game))]
        case .challenge:
            return [.challenges(try await challenge(try Self.read(first), in: game))]
        case .decline:
            guard let id = first.declinedChallenge else {
                throw .problem(ServerProblem(kind: .unknownChallenge, status: 404, title: "No challenge specified."))
            }
            try await decline(id)
            return [.declined]
        case .turn, .matchQuit, .matchEnd: return [.match(try await send(first, to: game))]
        }
    }

    private func send(_ submission: QueuedSubmission, to game: BundleID) async throws(ClientError) -> MatchAnswer? {
        switch submission.turn {
        case .turn(let body, let match): return try await end(body, in: match, of: game)
        case .quit(let body, let match):
            do throws(ClientError) { return try await quit(body, match, of: game) } catch {
                // It may have been sent before, in an earlier run, too, and have deleted the match.
                guard error.isOfUnknownMatch else { throw error }
                return nil
            }
        case .match(let body, let match): return try await end(body, match, of: game)
        case nil:
            throw .problem(ServerProblem(kind: .unknownMatch, status: 404, title: "The turn can't be understood."))
        }
    }

    /// What was written by another version, and cannot be read by this one, is refused as the server would.
    private static func read<Body: RequestBody>(_ submission: QueuedSubmission) throws(ClientError) -> Body {
        do throws(JSONError) { return try Body(json: Array(submission.body.utf8)) } catch {
            throw .problem(
                ServerProblem(kind: .invalidParameter, status: 400, title: "The submission " + error.explanation))
        }
    }
}
