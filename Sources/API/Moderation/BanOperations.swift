import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Bans: in the apps of an app's team, and on the whole server.
extension APIHandler {
    func bans(_ request: Request, _ bundleID: BundleID?, _ caller: Caller) throws(Problem) -> Reply {
        let place = try banPlace(bundleID, request, caller)
        let bans = services.catalogue.bans.list(place.scope)
        return .now(
            answers.json(capacity: 256 * (bans.count + 1)) { writer in
                writer.beginObject()
                writer.key("bans")
                writer.beginArray()
                for ban in bans { writer.value(ban, inspected(ban.player, place.app)) }
                writer.endArray()
                writer.endObject()
            })
    }

    func banPlayer(
        _ request: Request, _ bundleID: BundleID?, _ player: String, _ caller: Caller
    ) throws(Problem) -> Reply {
        let place = try banPlace(bundleID, request, caller)
        let body = try BanBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            let number = try await self.player(player, of: place.app, place.administrator)
            do throws(BanPlayerError) {
                let ban = try await BanPlayer(services.moderation)(
                    number, place.scope, reason: body.reason, by: place.administrator)
                return answers.json { $0.value(ban, inspected(number, place.app)) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func unbanPlayer(
        _ request: Request, _ bundleID: BundleID?, _ player: String, _ caller: Caller
    ) throws(Problem) -> Reply {
        let place = try banPlace(bundleID, request, caller)
        return later(request) { [self] () async throws(Problem) in
            let number = try await self.player(player, of: place.app, place.administrator)
            do throws(BanPlayerError) {
                try await BanPlayer(services.moderation).lift(number, place.scope, by: place.administrator)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private struct BanPlace: Sendable {
        let administrator: Administrator
        /// Nil: the whole server.
        let app: App?
        var scope: Ban.Scope { app.map { .team($0.team) } ?? .server }
    }

    private func banPlace(
        _ bundleID: BundleID?, _ request: Request, _ caller: Caller
    ) throws(Problem) -> BanPlace {
        guard let bundleID else { return BanPlace(administrator: try aboveTeams(request, caller), app: nil) }
        let (administrator, app) = try moderating(bundleID, request, caller)
        return BanPlace(administrator: administrator, app: app)
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

extension JSONWriter {
    fileprivate mutating func value(_ ban: Ban, _ player: PlayerAnswer) {
        beginObject()
        key("player")
        value(player)
        field("reason", ban.reason)
        field("created", ban.created)
        endObject()
    }
}

extension Problem {
    init(from error: BanPlayerError) {
        switch error {
        case .unknownPlayer: self.init(.notFound, "No player has this ID.", field: "player")
        case .isAdministrator:
            self.init(.conflict, "An administrator can't be banned.", field: "player")
        case .tooMany(let limit): self.init(.conflict, "At most \(limit) players can be banned here.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
