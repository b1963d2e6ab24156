import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

extension PlayerFeature {
    func exportPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(Problem) in
            try await data.export(session.player, for: request.peer)
        }
    }
}

/// All that the server has about a player: given out in one document, or erased.
struct PlayerData: Sendable {
    let accounts: Accounts
    let keeper: ScoreKeeper
    let friends: Friends
    let challenges: Challenges
    let matches: Matches
    let groupChallenges: GroupChallenges
    let parties: Parties
    let players: PlayerAnswers
    let savedGames: SavedGameStore
    let inboxes: Inboxes
    let deliveries: Deliveries
    let moderation: Moderation
    let teams: Teams
    let running: RunningExports
    let report: FaultReport
    let answers: Answers

    /// The answer begins at once and goes on at the reader's pace; what cannot be read breaks it off.
    func export(_ player: PlayerNumber, for reader: Peer) async throws(Problem) -> Response {
        let reservation: RunningExports.Reservation
        do throws(RunningExports.Refusal) { reservation = try running.begin(player, for: reader) } catch {
            switch error {
            case .ofPlayer:
                throw Problem(.tooManyRequests, "An export is already in progress.", retryAfterSeconds: 5)
            case .tooMany:
                throw Problem(
                    .tooManyRequests, "Too many exports are in progress. Wait, then try again.", retryAfterSeconds: 30)
            }
        }
        // Finds most errors while the response can still be a problem.
        do throws(ProfileError) { _ = try await ReadProfile(accounts)(of: player) } catch {
            throw Problem(from: error)
        }
        var response = Response(.ok, headers: answers.download)
        response.headers.append("Content-Type", "application/json")
        response.headers.append("Content-Disposition", "attachment; filename=\"laurel-player.json\"")
        response.body = .stream { writer in
            writer.isWhole = true
            Task {
                await write(player, to: writer)
                // Held until then.
                withExtendedLifetime(reservation) {}
            }
        }
        return response
    }

    private func write(_ player: PlayerNumber, to writer: StreamWriter) async {
        let document = ExportDocument(writer)
        let export = Exporting(data: self, player: player, document: document)
        do throws(ExportFailure) {
            document.beginObject()
            try await export.write(.first, as: PlayerExportAnswer.format)
            try await export.write(accounts.clock.now(), as: PlayerExportAnswer.exported)
            for section in ExportSection.all {
                document.key(section.name)
                try await section.write(export)
            }
            document.endObject()
            do throws(ExportDocument.BrokenOff) { try await document.flush() } catch { throw .brokenOff }
            writer.close()
        } catch {
            if case .failed(let problem) = error {
                report("", "export-broken-off", problem.cause ?? problem.detail ?? "")
            }
            writer.abort()
        }
    }
}
