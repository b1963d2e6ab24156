import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Whose challenges a player does not want to hear of.
extension APIHandler {
    func challengeMutes(
        _ request: Request, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        _ = try self.environment(environment, of: session)
        return later(request) { [self] () async throws(Problem) in try await mutes(of: session) }
    }

    func muteChallenges(
        _ request: Request, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        _ = try self.environment(environment, of: session)
        let body = try ChallengeMuteBody(of: request)
        let mute = try mute(body, session)
        return later(request) { [self] () async throws(Problem) in
            do throws(ChallengeError) {
                try await MuteChallenges(services.challenges)(mute, isMuted: body.isMuted)
            } catch {
                throw Problem(from: error)
            }
            return try await mutes(of: session)
        }
    }

    private func mute(_ body: ChallengeMuteBody, _ session: Session) throws(Problem) -> ChallengeMute {
        var sender: PlayerNumber?
        if let id = body.player {
            sender = services.accounts.ids.player(id, in: PlayerIDs.Scope(session.binding))
            guard sender != nil else { throw Problem(.invalidParameter, "This isn't a player ID.", field: "player") }
        }
        var leaderboard: LeaderboardNumber?
        switch (body.bundleID, body.leaderboard) {
        case (nil, nil): break
        case (let bundleID?, let id?):
            let app = try find(bundleID)
            if case .game(let own, _) = session.binding, own != app.number {
                throw Problem(.forbidden, "This session is for another game.")
            }
            leaderboard = try find(id, of: app).number
        default:
            throw Problem(.invalidParameter, "Give both bundleID and leaderboard, or neither.", field: "leaderboard")
        }
        return ChallengeMute(player: session.player, sender: sender, leaderboard: leaderboard)
    }

    private func mutes(of session: Session) async throws(Problem) -> Response {
        let mutes: [ChallengeMute]
        do throws(ChallengeError) {
            mutes = try await ReadChallenges(services.challenges).mutes(of: session.player)
        } catch {
            throw Problem(from: error)
        }
        let scope = PlayerIDs.Scope(session.binding)
        return answers.json { writer in
            writer.beginObject()
            writer.key("mutes")
            writer.beginArray()
            for mute in mutes.sorted(by: { key($0) < key($1) }) {
                let leaderboard = mute.leaderboard.flatMap { services.catalogue.leaderboard($0) }
                let app = leaderboard.flatMap { services.catalogue.app($0.app) }
                // A game's session learns nothing of other games, nor does anybody of a leaderboard that is gone.
                if mute.leaderboard != nil, leaderboard == nil { continue }
                if case .game(let own, _) = session.binding, let app, app.number != own { continue }
                writer.beginObject()
                writer.field("player", mute.sender.map { services.accounts.ids.id(of: $0, in: scope) })
                writer.field("bundleID", app?.bundleID.text)
                writer.field("leaderboard", leaderboard?.id.text)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }

    private func key(_ mute: ChallengeMute) -> UInt64 {
        UInt64(mute.sender?.rawValue ?? 0) << 32 | UInt64(mute.leaderboard?.rawValue ?? 0)
    }
}
