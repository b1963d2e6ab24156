import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Bans: in the apps of an app's team, and on the whole server.
extension ModerationFeature {
    func bans(_ request: Request, _ bundleID: BundleID?, _ caller: Caller) throws(Problem) -> Reply {
        let authority = try authority(bundleID, request, caller)
        let bans = catalogue.bans.list(authority.scope)
        return .now(answers.json(bans.map { BanAnswer($0, inspected($0.player, authority.app)) }, as: BanAnswer.list))
    }

    func banPlayer(
        _ request: Request, _ bundleID: BundleID?, _ player: String, _ caller: Caller
    ) throws(Problem) -> Reply {
        let authority = try authority(bundleID, request, caller)
        let body = try BanBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            let number = try await self.player(player, of: authority.app, authority.administrator)
            do throws(BanPlayerError) {
                let ban = try await BanPlayer(moderation)(
                    number, authority.scope, reason: body.reason, by: authority.administrator)
                return answers.json(BanAnswer(ban, inspected(number, authority.app)))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func unbanPlayer(
        _ request: Request, _ bundleID: BundleID?, _ player: String, _ caller: Caller
    ) throws(Problem) -> Reply {
        let authority = try authority(bundleID, request, caller)
        return replies.later(request) { () async throws(Problem) in
            let number = try await self.player(player, of: authority.app, authority.administrator)
            do throws(BanPlayerError) {
                try await BanPlayer(moderation).lift(number, authority.scope, by: authority.administrator)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private struct Authority: Sendable {
        let administrator: Administrator
        /// Nil: the whole server.
        let app: App?
        var scope: Ban.Scope { app.map { .team($0.team) } ?? .server }
    }

    private func authority(
        _ bundleID: BundleID?, _ request: Request, _ caller: Caller
    ) throws(Problem) -> Authority {
        guard let bundleID else { return Authority(administrator: try aboveTeams(request, caller), app: nil) }
        let (administrator, app) = try moderating(bundleID, request, caller)
        return Authority(administrator: administrator, app: app)
    }

    /// For what concerns the whole server.
    func aboveTeams(_ request: Request, _ caller: Caller) throws(Problem) -> Administrator {
        let administrator = try caller.administering().asking(request.id.description)
        guard administrator.isAboveTeams else {
            throw Problem(.forbidden, "Only an administrator can do this; it affects the whole server.")
        }
        return administrator
    }
}

extension BanAnswer {
    fileprivate init(_ ban: Ban, _ player: PlayerAnswer) {
        self.init(player: player, reason: ban.reason, created: ban.created)
    }
}

extension Problem {
    init(from error: BanPlayerError) {
        switch error {
        case .unknownPlayer: self.init(.notFound, "No player has this ID.", field: "player")
        case .isAdministrator:
            self.init(.conflict, "An administrator can't be banned.", field: "player", reason: .administrator)
        case .tooMany(let limit): self = .tooMany(limit, "At most \(limit) players can be banned here.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
