import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What is held and flagged, and the list of words.
extension APIHandler {
    func moderationPolicy(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (_, app) = try moderating(bundleID, request, caller)
        return .now(answer(app, try id.map { id throws(Problem) in try find(id, of: app) }))
    }

    func setModerationPolicy(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try id.map { id throws(Problem) in try find(id, of: app) }
        let policy = try PolicyBody(of: request).policy
        return later(request) { [self] () async throws(Problem) in
            try await configure(policy, app, leaderboard, administrator)
            return answer(app, leaderboard)
        }
    }

    func dropModerationPolicy(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try find(id, of: app)
        return later(request) { [self] () async throws(Problem) in
            try await configure(nil, app, leaderboard, administrator)
            return answers.noContent()
        }
    }

    private func configure(
        _ policy: ModerationPolicy?, _ app: App, _ leaderboard: Leaderboard?, _ administrator: Administrator
    ) async throws(Problem) {
        do throws(ModerationError) {
            try await ConfigureModeration(services.moderation)(
                policy, of: app, leaderboard: leaderboard, by: administrator)
        } catch {
            throw Problem(from: error)
        }
    }

    private func answer(_ app: App, _ leaderboard: Leaderboard?) -> Response {
        let policies = services.catalogue.policies
        let own = leaderboard.map { policies.ownPolicy(of: $0.number) } ?? policies.policy(of: app.number)
        let policy = own ?? policies.policy(of: app.number) ?? ModerationPolicy()
        return answers.json { writer in
            writer.beginObject()
            writer.field("holdsScores", policy.holdsScores)
            writer.field("plausibleRange", policy.plausible)
            writer.field("shortestIntervalSeconds", policy.shortestInterval.map { Int($0.milliseconds / 1_000) })
            writer.field("leapOverBestPercent", policy.leapOverBest)
            writer.field("leapOverBoardSpreads", policy.leapOverBoard)
            writer.field("isOwn", own != nil)
            writer.endObject()
        }
    }

    // MARK: Words

    func words(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        _ = try aboveTeams(request, caller)
        return .now(wordsAnswer())
    }

    func changeWord(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try aboveTeams(request, caller)
        let body = try WordBody(of: request)
        guard let word = WordFilter.folded(body.word) else {
            let limits = ModerationLimits.wordLength
            throw Problem(
                .invalidParameter, "word must be one word of \(limits.lowerBound) to \(limits.upperBound) letters.",
                field: "word")
        }
        return later(request) { [self] () async throws(Problem) in
            let change = ChangeWords(services.moderation)
            do throws(ModerationError) {
                switch body.verdict {
                case .blocked: try await change(word, .blocked, by: administrator)
                case .allowed: try await change(word, .allowed, by: administrator)
                case .asDelivered: try await change(word, nil, by: administrator)
                }
                return wordsAnswer()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func wordsAnswer() -> Response {
        answers.json { writer in
            writer.beginObject()
            writer.key("words")
            writer.beginArray()
            for (word, isBlocked) in services.accounts.words.changes {
                writer.beginObject()
                writer.field("word", word)
                writer.field("verdict", isBlocked ? "blocked" : "allowed")
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }
}

extension JSONWriter {
    fileprivate mutating func field(_ key: StaticString, _ value: Int?) {
        self.key(key)
        if let value { self.value(value) } else { null() }
    }
}
