import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Challenges as a session sees them. Names and titles are those of now.
struct ChallengeAnswers: Sendable {
    let catalogue: Catalogue
    let ids: ChallengeIDs
    let players: PlayerAnswers
    let watchPage: WatchPage

    /// - Parameter friendNames: of the reader; see ``PlayerAnswers/friendNames(of:)``.
    func answer(
        _ details: ChallengeDetails, to reader: Binding, friendNames: [PlayerNumber: String],
        for languages: [LanguageTag]
    ) -> ChallengeAnswer {
        let challenge = details.challenge
        let app = catalogue.app(challenge.app)
        return ChallengeAnswer(
            id: ids.id(of: challenge.number), kind: kind(challenge.goal), state: challenge.state,
            game: ChallengeGameAnswer(
                bundleID: app?.bundleID.text ?? "", name: app?.name ?? "", link: app?.link),
            environment: challenge.environment,
            sender: players.brief(challenge.sender, to: reader, friendNames: friendNames),
            receiver: players.brief(challenge.receiver, to: reader, friendNames: friendNames),
            goal: goal(challenge.goal, app, languages), message: details.message, issued: challenge.issued,
            expires: challenge.expires, settled: challenge.settled,
            replay: details.replay.map { ReplayAnswer(sha256: $0) }, watch: watch(details))
    }

    private func kind(_ goal: ChallengeGoal) -> ChallengeAnswer.Kind {
        switch goal {
        case .score: .score
        case .achievement: .achievement
        }
    }

    /// Where the challenger's run can be watched; nil without a replay, or if the game has no page for it.
    private func watch(_ details: ChallengeDetails) -> String? {
        guard details.replay != nil, case .score(let number, _, _) = details.challenge.goal,
            let leaderboard = catalogue.target(of: number)
        else { return nil }
        return watchPage.address(of: leaderboard, "challenge=" + ids.id(of: details.challenge.number))
    }

    private func goal(_ goal: ChallengeGoal, _ app: App?, _ languages: [LanguageTag]) -> ChallengeGoalAnswer {
        switch goal {
        case .score(let number, let value, let context):
            let leaderboard = catalogue.leaderboard(number)
            let title = leaderboard.map {
                $0.localization(for: languages, default: app?.defaultLanguage ?? .english).name
            }
            var formatted: String?
            if let leaderboard, let app {
                formatted = ScoreFormatter(leaderboard, of: app, for: languages).string(value)
            }
            return ChallengeGoalAnswer(
                leaderboard: leaderboard?.id, title: title, value: value, formatted: formatted, context: context)
        case .achievement(let number):
            let achievement = catalogue.achievements.achievement(number)
            return ChallengeGoalAnswer(
                achievement: achievement?.id,
                title: achievement.map {
                    $0.localization(for: languages, default: app?.defaultLanguage ?? .english).title
                })
        }
    }
}

extension ChallengeIDs {
    /// - Throws: for an ID that this server never gave.
    func number(_ id: ChallengeID) throws(Problem) -> ChallengeNumber {
        guard let number = challenge(id.text) else { throw Problem.unknown(id) }
        return number
    }

    /// Those that a score or report may complete.
    /// - Returns: nil: every challenge may be completed.
    func eligible(_ ids: [ChallengeID]?) throws(Problem) -> Set<ChallengeNumber>? {
        guard let ids else { return nil }
        var eligible: Set<ChallengeNumber> = []
        for (index, id) in ids.enumerated() {
            guard let number = challenge(id.text) else {
                throw Problem(
                    .invalidParameter, "This isn't a challenge ID from this server.", field: "challengeIDs[\(index)]")
            }
            eligible.insert(number)
        }
        return eligible
    }
}
