import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Whose challenges a player does not want to hear of.
extension ChallengeFeature {
    func challengeMutes(
        _ request: Request, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        _ = try session.environment(environment)
        return replies.later(request) { () async throws(Problem) in try await mutes(of: session) }
    }

    func muteChallenges(
        _ request: Request, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        _ = try session.environment(environment)
        let body = try ChallengeMuteBody(of: request)
        let mute = try mute(body, session)
        return replies.later(request) { () async throws(Problem) in
            do throws(ChallengeError) {
                try await MuteChallenges(challenges)(mute, isMuted: body.isMuted)
            } catch {
                throw Problem(from: error)
            }
            return try await mutes(of: session)
        }
    }

    private func mute(_ body: ChallengeMuteBody, _ session: Session) throws(Problem) -> ChallengeMute {
        var sender: PlayerNumber?
        if let id = body.player {
            sender = players.player(id, of: session.binding)
            guard sender != nil else { throw Problem(.invalidParameter, "This isn't a player ID.", field: "player") }
        }
        var leaderboard: LeaderboardNumber?
        switch (body.bundleID, body.leaderboard) {
        case (nil, nil): break
        case (let bundleID?, let id?):
            let app = try catalogue.find(bundleID)
            if case .game(let own, _) = session.binding, own != app.number {
                throw Problem(.forbidden, "This session is for another game.")
            }
            leaderboard = try catalogue.find(id, of: app).number
        default:
            throw Problem(.invalidParameter, "Give both bundleID and leaderboard, or neither.", field: "leaderboard")
        }
        return ChallengeMute(player: session.player, sender: sender, leaderboard: leaderboard)
    }

    private func mutes(of session: Session) async throws(Problem) -> Response {
        let mutes: [ChallengeMute]
        do throws(ChallengeError) {
            mutes = try await ReadChallenges(challenges).mutes(of: session.player)
        } catch {
            throw Problem(from: error)
        }
        let shown = mutes.sorted { key($0) < key($1) }.compactMap { answer($0, to: session.binding) }
        return answers.json(.ok, shown, as: ChallengeMuteAnswer.listShape)
    }

    /// - Returns: nil for what this session isn't told.
    private func answer(_ mute: ChallengeMute, to reader: Binding) -> ChallengeMuteAnswer? {
        let leaderboard = mute.leaderboard.flatMap { catalogue.leaderboard($0) }
        let app = leaderboard.flatMap { catalogue.app($0.app) }
        // A game's session learns nothing of other games, nor does anybody of a leaderboard that is gone.
        if mute.leaderboard != nil, leaderboard == nil { return nil }
        if case .game(let own, _) = reader, let app, app.number != own { return nil }
        return ChallengeMuteAnswer(
            player: mute.sender.map { players.id(of: $0, to: reader) }, bundleID: app?.bundleID,
            leaderboard: leaderboard?.id)
    }

    private func key(_ mute: ChallengeMute) -> UInt64 {
        UInt64(mute.sender?.rawValue ?? 0) << 32 | UInt64(mute.leaderboard?.rawValue ?? 0)
    }
}
