import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Challenges of groups, as those see them who take part or are invited.
struct GroupChallengeFeature: Sendable {
    let groups: GroupChallenges
    let catalogue: Catalogue
    let players: PlayerAnswers
    let watchPage: WatchPage
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: GroupChallengeRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .make(let id, let environment): try makeGroupChallenge(request, id, environment, caller)
        case .list(let before, let count, let language, let environment):
            try groupChallenges(request, before, count, language, environment, caller)
        case .challenge(let id, let language): try groupChallenge(request, id, language, caller)
        case .join(let id): try joinGroupChallenge(request, id, caller)
        case .leave(let id): try leaveGroupChallenge(request, id, caller)
        case .rematch(let id): try rematchGroupChallenge(request, id, caller)
        case .ghost(let id): try groupChallengeGhost(request, id, caller)
        }
    }

    private func makeGroupChallenge(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        let body = try GroupChallengeBody(of: request)
        guard let definition = body.definition else { throw Problem(.invalidParameter, field: "definition") }
        var invited: [PlayerNumber] = []
        for (item, id) in body.players.enumerated() {
            guard let player = players.player(id, of: session.binding) else {
                throw Problem(from: GroupChallengeError.notFriend(item: item))
            }
            invited.append(player)
        }
        let wanted = GroupChallengeRequest(
            definition: definition, players: invited, duration: body.duration, triesLimit: body.tries.limit)
        return answering(request, session, status: .created) { () async throws(GroupChallengeError) in
            try await MakeGroupChallenge(groups)(wanted, app: app, environment: environment, as: session)
        }
    }

    private func groupChallenges(
        _ request: Request, _ before: GroupChallengeID?, _ count: Int?, _ language: LanguageTag?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let environment = try session.environment(environment)
        let before = try before.map { (id) throws(Problem) in try number(id) }
        let limit = count ?? RankWindow.countLimit
        let languages = request.languages(language)
        return replies.later(request) { () async throws(Problem) in
            let names = try await players.friendNames(of: session.player)
            do throws(GroupChallengeError) {
                let page = try await ReadGroupChallenges(groups)(
                    before: before, limit: limit, environment, as: session)
                let last = page.count == limit ? page.last?.challenge.number : nil
                return answers.json(
                    .ok,
                    GroupChallengesAnswer(
                        challenges: page.map { answer($0, to: session.binding, friendNames: names, for: languages) },
                        next: last.map { groups.ids.id(of: $0) }))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func groupChallenge(
        _ request: Request, _ id: GroupChallengeID, _ language: LanguageTag?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try number(id)
        return answering(request, session, language) { () async throws(GroupChallengeError) in
            try await ReadGroupChallenges(groups)(number, as: session)
        }
    }

    private func joinGroupChallenge(
        _ request: Request, _ id: GroupChallengeID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try number(id)
        return answering(request, session) { () async throws(GroupChallengeError) in
            try await AnswerGroupChallenge(groups).join(number, as: session)
        }
    }

    private func leaveGroupChallenge(
        _ request: Request, _ id: GroupChallengeID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try number(id)
        return replies.later(request) { () async throws(GroupChallengeError) in
            try await AnswerGroupChallenge(groups).leave(number, as: session)
            return answers.noContent()
        }
    }

    private func rematchGroupChallenge(
        _ request: Request, _ id: GroupChallengeID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try number(id)
        return answering(request, session) { () async throws(GroupChallengeError) in
            try await AnswerGroupChallenge(groups).rematch(number, as: session)
        }
    }

    private func groupChallengeGhost(
        _ request: Request, _ id: GroupChallengeID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try number(id)
        return replies.later(request) { () async throws(GroupChallengeError) in
            let ghost = try await ReadGroupChallenges(groups).ghost(of: number, as: session)
            return answers.bytes(ghost.bytes, sha256: ghost.sha256)
        }
    }

    // MARK: Parts

    /// - Throws: for an ID that this server never gave.
    private func number(_ id: GroupChallengeID) throws(Problem) -> GroupChallengeNumber {
        guard let number = groups.ids.challenge(id.text) else {
            throw Problem(.unknownChallenge, "No group challenge has the ID \(id.text).")
        }
        return number
    }

    private func answering(
        _ request: Request, _ session: Session, _ language: LanguageTag? = nil, status: Status = .ok,
        _ perform: @escaping @Sendable () async throws(GroupChallengeError) -> GroupChallengeDetails
    ) -> Reply {
        let languages = request.languages(language)
        return replies.later(request) { () async throws(Problem) in
            let names = try await players.friendNames(of: session.player)
            do throws(GroupChallengeError) {
                let details = try await perform()
                return answers.json(
                    status, answer(details, to: session.binding, friendNames: names, for: languages))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func answer(
        _ details: GroupChallengeDetails, to reader: Binding, friendNames: [PlayerNumber: String],
        for languages: [LanguageTag]
    ) -> GroupChallengeAnswer {
        let challenge = details.challenge
        let app = catalogue.app(challenge.app)
        let language = app?.defaultLanguage ?? .english
        let definition = app.flatMap {
            catalogue.challengeDefinitions.definition(challenge.definition, of: $0.number)
        }
        let leaderboard = catalogue.target(of: challenge.leaderboard)
        let formatter = leaderboard.flatMap { board in app.map { ScoreFormatter(board, of: $0, for: languages) } }
        let joined = challenge.standings(leaderboard?.sortOrder ?? .highToLow).map { standing in
            GroupChallengePlayerAnswer(
                player: players.brief(standing.player, to: reader, friendNames: friendNames), hasJoined: true,
                rank: standing.rank, tries: standing.tryCount, value: standing.best?.value,
                formatted: standing.best.flatMap { formatter?.string($0.value) }, date: standing.best?.date)
        }
        let invited = challenge.participants.filter { $0.state == .invited }.map { participant in
            GroupChallengePlayerAnswer(
                player: players.brief(participant.player, to: reader, friendNames: friendNames), hasJoined: false,
                rank: nil, tries: 0, value: nil, formatted: nil, date: nil)
        }
        return GroupChallengeAnswer(
            id: groups.ids.id(of: challenge.number), state: challenge.answeredState(at: details.now),
            game: ChallengeGameAnswer(
                bundleID: app?.bundleID.text ?? "", name: app?.name ?? "", link: app?.link),
            environment: challenge.environment, definition: challenge.definition,
            title: definition?.localization(for: languages, default: language).title,
            leaderboard: leaderboard?.id, started: challenge.started, ends: challenge.ends,
            triesLimit: challenge.triesLimit, players: joined + invited,
            rematchOf: challenge.rematchOf.map { groups.ids.id(of: $0) },
            rematch: challenge.rematch.map { groups.ids.id(of: $0) },
            ghost: details.ghost.map { ReplayAnswer(sha256: $0) }, watch: watch(details, leaderboard))
    }

    /// Where the ghost can be watched; nil without one, or if the game has no page for it.
    private func watch(_ details: GroupChallengeDetails, _ leaderboard: Leaderboard?) -> String? {
        guard details.ghost != nil, let leaderboard else { return nil }
        return watchPage.address(of: leaderboard, "group=" + groups.ids.id(of: details.challenge.number))
    }
}

extension GroupChallenge {
    func answeredState(at now: Timestamp) -> GroupChallengeAnswer.State {
        if stage == .canceled { return .canceled }
        if now < ends { return .running }
        return stage != .closed && now < ends.advanced(by: Self.lateSpan) ? .provisional : .final
    }
}
