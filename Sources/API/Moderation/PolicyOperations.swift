import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What is held and flagged, and the list of words.
extension ModerationFeature {
    func moderationPolicy(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (_, app) = try moderating(bundleID, request, caller)
        return .now(answer(app, try id.map { id throws(Problem) in try catalogue.find(id, of: app) }))
    }

    func setModerationPolicy(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try id.map { id throws(Problem) in try catalogue.find(id, of: app) }
        let policy = try PolicyBody(of: request).policy
        return replies.later(request) { () async throws(Problem) in
            try await configure(policy, app, leaderboard, administrator)
            return answer(app, leaderboard)
        }
    }

    func dropModerationPolicy(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try catalogue.find(id, of: app)
        return replies.later(request) { () async throws(Problem) in
            try await configure(nil, app, leaderboard, administrator)
            return answers.noContent()
        }
    }

    private func configure(
        _ policy: ModerationPolicy?, _ app: App, _ leaderboard: Leaderboard?, _ administrator: Administrator
    ) async throws(Problem) {
        do throws(ModerationError) {
            try await ConfigureModeration(moderation)(
                policy, of: app, leaderboard: leaderboard, by: administrator)
        } catch {
            throw Problem(from: error)
        }
    }

    private func answer(_ app: App, _ leaderboard: Leaderboard?) -> Response {
        let policies = catalogue.policies
        let own = leaderboard.map { policies.ownPolicy(of: $0.number) } ?? policies.policy(of: app.number)
        let policy = own ?? policies.policy(of: app.number) ?? ModerationPolicy()
        return answers.json(
            PolicyAnswer(
                holdsScores: policy.holdsScores, plausibleRange: policy.plausible,
                shortestInterval: policy.shortestInterval, leapOverBestPercent: policy.leapOverBest,
                leapOverBoardSpreads: policy.leapOverBoard, isOwn: own != nil))
    }

    // MARK: Words

    func changedWords(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
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
        return replies.later(request) { () async throws(Problem) in
            let change = ChangeWords(moderation)
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
        answers.json(
            words.changes.map { WordAnswer(word: $0.word, isBlocked: $0.isBlocked) }, as: WordAnswer.list)
    }
}
