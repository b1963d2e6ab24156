import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Sending, listing and declining.
extension ChallengeFeature {
    func issueChallenges(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        let body = try ChallengeBody(of: request)
        let identity = body.key.map { key in
            // As this server would write it: neither spaces nor the order of fields make another request.
            challenges.identity(
                ChallengeKey(high: key.high, low: key.low),
                body: Array("\(bundleID.text)/\(environment.name)".utf8) + [0] + body.json)
        }
        let wanted = try challengeRequest(body, identity, session)
        let languages = request.languages()
        return replies.later(request) { () async throws(Problem) in
            let names = try await players.friendNames(of: session.player)
            do throws(IssueChallengesError) {
                let issued = try await IssueChallenges(challenges)(
                    wanted, app: app, environment: environment, as: session)
                let list = issued.map { one in
                    IssuedChallengeAnswer(
                        challenge: rendering.answer(
                            one.details, to: session.binding, friendNames: names, for: languages),
                        isNew: one.isNew)
                }
                return answers.json(.created, list, as: IssuedChallengeAnswer.listShape)
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func challengeRequest(
        _ body: ChallengeBody, _ identity: ChallengeRequest.Identity?, _ session: Session
    ) throws(Problem) -> ChallengeRequest {
        let goal: ChallengeRequest.Goal
        switch (body.leaderboard, body.achievement) {
        case (let id?, nil): goal = .score(id, value: body.value, context: body.context)
        case (nil, let id?):
            guard body.value == nil, body.context == nil else {
                throw Problem(
                    .invalidParameter, "An achievement challenge can't have a value or context.", field: "value")
            }
            goal = .achievement(id)
        default:
            throw Problem(.invalidParameter, "Give either leaderboard or achievement.", field: "leaderboard")
        }
        var receivers: [PlayerNumber] = []
        for (item, id) in body.players.enumerated() {
            receivers.append(try challengedPlayer(id, session, field: "players[\(item)]"))
        }
        try words.check(body.message, field: "message")
        var wanted = ChallengeRequest(
            receivers: receivers, goal: goal, message: body.message ?? "", replay: body.replay)
        wanted.identity = identity
        return wanted
    }

    /// - Throws: what is said of strangers too, so that nobody learns who exists.
    private func challengedPlayer(_ id: String, _ session: Session, field: String) throws(Problem) -> PlayerNumber {
        guard let player = players.player(id, of: session.binding) else {
            throw Problem(.challengeInvalid, "This player isn't one of your friends.", field: field)
        }
        return player
    }

    func challenges(_ request: Request, _ query: ChallengesQuery, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let environment = try session.environment(query.environment)
        let before = try query.before.map { (id) throws(Problem) in try challenges.ids.number(id) }
        let languages = request.languages(query.language)
        return replies.later(request) { () async throws(Problem) in
            let names = try await players.friendNames(of: session.player)
            do throws(ChallengeError) {
                let page = try await ReadChallenges(challenges)(
                    query.role, query.state, before: before, limit: query.count, environment, as: session)
                let last = page.count == query.count ? page.last?.challenge.number : nil
                return answers.json(
                    .ok,
                    ChallengesAnswer(
                        challenges: page.map {
                            rendering.answer($0, to: session.binding, friendNames: names, for: languages)
                        }, next: last.map { challenges.ids.id(of: $0) }))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func challenge(
        _ request: Request, _ id: ChallengeID, _ language: LanguageTag?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try challenges.ids.number(id)
        let languages = request.languages(language)
        return replies.later(request) { () async throws(Problem) in
            let names = try await players.friendNames(of: session.player)
            do throws(ChallengeError) {
                let details = try await ReadChallenges(challenges)(number, as: session)
                return answers.json(
                    .ok, rendering.answer(details, to: session.binding, friendNames: names, for: languages))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func declineChallenge(_ request: Request, _ id: ChallengeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try challenges.ids.number(id)
        return replies.later(request) { () async throws(ChallengeError) in
            try await DeclineChallenge(challenges)(number, as: session)
            return answers.noContent()
        }
    }

    func challengeReplay(_ request: Request, _ id: ChallengeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try challenges.ids.number(id)
        return replies.later(request) { () async throws(ChallengeError) in
            let replay = try await ReadChallenges(challenges).replay(of: number, as: session)
            return answers.bytes(replay.bytes, sha256: replay.sha256)
        }
    }
}
