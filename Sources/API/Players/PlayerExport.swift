import HTTPServer
import LaurelDomain
import LaurelWire
import Service

// All that is known of a player, in one document.
extension APIHandler {
    func exportPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return later(request) { [self] () async throws(Problem) in try await export(session.player) }
    }

    func exportNamedPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(wire: try NamedPlayerBody(of: request).alias)
        return later(request) { [self] () async throws(Problem) in
            let player: Player?
            do throws(LoadPlayersError) { player = try await LoadPlayers(services.accounts)(alias: alias) } catch {
                throw Problem(from: error)
            }
            guard let player else { throw Problem(.notFound, "No player has this alias.", field: "alias") }
            let now = services.accounts.clock.now()
            try await record(administrator.entry(.playerExport, player: player.number, at: now))
            return try await export(player.number)
        }
    }

    private func export(_ player: PlayerNumber) async throws(Problem) -> Response {
        guard exports.begin(player) else {
            throw Problem(.tooManyRequests, "An export is being made already.", retryAfterSeconds: 5)
        }
        defer { exports.end(player) }
        var writer = JSONWriter(capacity: 16_384)
        writer.beginObject()
        writer.field("format", "laurel-player-1")
        writer.field("exported", services.accounts.clock.now())
        for section in ExportSection.all {
            writer.key(text: section.name)
            try await section.write(self, player, &writer)
        }
        writer.endObject()
        var response = answers.json(.ok, writer.finish())
        response.headers.append("Content-Disposition", "attachment; filename=\"laurel-player.json\"")
        return response
    }
}
