import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Challenges, as their senders and receivers see them.
extension APIHandler {
    func issueChallenges(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try place(bundleID, environment, caller)
        let wish = try challengeWish(try ChallengeBody(of: request), session)
        let wishes = languages(nil, request)
        return later(request) { [self] () async throws(Problem) in
            let names = try await friendNames(session)
            do throws(IssueChallengesError) {
                let issued = try await IssueChallenges(services.challenges)(
                    wish, app: app, environment: environment, as: session)
                return answers.json(.created, capacity: 1_024) { writer in
                    writer.beginObject()
                    writer.key("challenges")
                    writer.beginArray()
                    for one in issued {
                        writer.beginObject()
                        challengeFields(one.details, session, names, wishes, &writer)
                        writer.field("isNew", one.isNew)
                        writer.endObject()
                    }
                    writer.endArray()
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func challengeWish(_ body: ChallengeBody, _ session: Session) throws(Problem) -> ChallengeWish {
        let goal: ChallengeWish.Goal
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
        try checkWords(body.message, field: "message")
        return ChallengeWish(
            receivers: receivers, goal: goal, message: body.message ?? "", replay: body.replay)
    }

    /// - Throws: what is said of strangers too, so that nobody learns who exists.
    private func challengedPlayer(_ id: String, _ session: Session, field: String) throws(Problem) -> PlayerNumber {
        guard let player = services.accounts.ids.player(id, in: PlayerIDs.Scope(session.binding)) else {
            throw Problem(.challengeInvalid, "This player isn't one of your friends.", field: field)
        }
        return player
    }

    func challenges(_ request: Request, _ query: ChallengesQuery, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let environment = try environment(query.environment, of: session)
        let before = try query.before.map { (id) throws(Problem) in try challengeNumber(id) }
        let wishes = languages(query.language, request)
        return later(request) { [self] () async throws(Problem) in
            let names = try await friendNames(session)
            do throws(ChallengeError) {
                let page = try await ReadChallenges(services.challenges)(
                    query.role, query.state, before: before, limit: query.count, environment, as: session)
                return answers.json(capacity: 1_024 * max(1, page.count)) { writer in
                    writer.beginObject()
                    writer.key("challenges")
                    writer.beginArray()
                    for details in page {
                        writer.beginObject()
                        challengeFields(details, session, names, wishes, &writer)
                        writer.endObject()
                    }
                    writer.endArray()
                    let last = page.count == query.count ? page.last?.challenge.number : nil
                    writer.field("next", last.map { services.challengeIDs.id(of: $0) })
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func challenge(
        _ request: Request, _ id: ChallengeID, _ language: LanguageTag?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try challengeNumber(id)
        let wishes = languages(language, request)
        return later(request) { [self] () async throws(Problem) in
            let names = try await friendNames(session)
            do throws(ChallengeError) {
                let details = try await ReadChallenges(services.challenges)(number, as: session)
                return answers.json(capacity: 1_024) { writer in
                    writer.beginObject()
                    challengeFields(details, session, names, wishes, &writer)
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func declineChallenge(_ request: Request, _ id: ChallengeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try challengeNumber(id)
        return later(request) { [self] () async throws(Problem) in
            do throws(ChallengeError) {
                try await DeclineChallenge(services.challenges)(number, as: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func challengeReplay(_ request: Request, _ id: ChallengeID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let number = try challengeNumber(id)
        return later(request) { [self] () async throws(Problem) in
            do throws(ChallengeError) {
                let replay = try await ReadChallenges(services.challenges).replay(of: number, as: session)
                return answers.bytes(replay.bytes, sha256: replay.sha256)
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func challengeNumber(_ id: ChallengeID) throws(Problem) -> ChallengeNumber {
        guard let number = services.challengeIDs.challenge(id.text) else { throw Problem.unknown(id) }
        return number
    }

    // MARK: Players

    func challengeablePlayers(
        _ request: Request, _ bundleID: BundleID, _ id: AchievementID, _ ids: [String], _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try place(bundleID, environment, caller)
        let achievement = try find(id, of: app)
        let scope = PlayerIDs.Scope(session.binding)
        let players = ids.compactMap { services.accounts.ids.player($0, in: scope) }
        return later(request) { [self] () async throws(Problem) in
            do throws(ChallengeError) {
                let selected = try await SelectChallengeablePlayers(
                    services.challenges, friends: services.friends.graph)(
                        players, with: achievement, environment, by: session.player)
                return answers.json { writer in
                    writer.beginObject()
                    writer.field("players", selected.map { services.accounts.ids.id(of: $0, in: scope) })
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }
}
