import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// All that is known of a player, in one document.
extension APIHandler {
    func exportPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return later(request) { [self] () async throws(Problem) in try await export(session.player) }
    }

    func exportNamedPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try NamedPlayerBody(of: request).alias)
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

    /// The answer begins at once and goes on at the reader's pace; what cannot be read breaks it off.
    private func export(_ player: PlayerNumber) async throws(Problem) -> Response {
        guard let place = exports.begin(player) else {
            throw Problem(.tooManyRequests, "An export is already in progress.", retryAfterSeconds: 5)
        }
        // Finds most errors while the response can still be a problem.
        do throws(ProfileError) { _ = try await ReadProfile(services.accounts)(of: player) } catch {
            throw Problem(from: error)
        }
        var response = Response(.ok, headers: answers.download)
        response.headers.append("Content-Type", "application/json")
        response.headers.append("Content-Disposition", "attachment; filename=\"laurel-player.json\"")
        response.body = .stream { [self] writer in
            writer.isWhole = true
            Task {
                await write(player, to: writer)
                // Held until then.
                withExtendedLifetime(place) {}
            }
        }
        return response
    }

    private func write(_ player: PlayerNumber, to writer: StreamWriter) async {
        let document = ExportDocument(writer)
        let export = Exporting(handler: self, player: player, document: document)
        do throws(ExportFailure) {
            document.beginObject()
            document.key("format")
            try await export.value { $0.value("laurel-player-1") }
            document.key("exported")
            try await export.value { $0.value(services.accounts.clock.now()) }
            for section in ExportSection.all {
                document.key(section.name)
                try await section.write(export)
            }
            document.endObject()
            do throws(ExportDocument.BrokenOff) { try await document.flush() } catch { throw .brokenOff }
            writer.close()
        } catch {
            if case .failed(let problem) = error {
                configuration.report("", "export-broken-off", problem.cause ?? problem.detail ?? "")
            }
            writer.abort()
        }
    }
}
