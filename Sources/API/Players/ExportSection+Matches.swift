import LaurelDomain
import LaurelMatches
import LaurelWire
import LaurelService

extension ExportSection {
    /// All that the player ever heard of and that are kept, archived ones too: each game's in order of creation
    /// (rule 12.26).
    static let matches = list(PlayerExportAnswer.matches) { list throws(ExportFailure) in
        let (export, data) = (list.export, list.export.data)
        let (read, rendering) = (ReadMatches(data.matches), MatchAnswers(ids: data.matches.ids, players: data.players))
        let games = try await ExportSection.games(of: export.player, read)
        for (app, environment) in export.environments {
            let game = MatchGame(app: app.number, environment: environment)
            guard games.contains(game) else { continue }
            var last: MatchNumber? = MatchNumber(0)
            while let after = last {
                let page = try await ExportSection.page(read, of: export.player, in: game, after: after)
                for number in page {
                    let details = try await ExportSection.match(number, read, of: export.player, in: game)
                    guard let details else { continue }
                    try await list.append(
                        rendering.answer(details, of: app.bundleID, to: export.player, .firstParty, friendNames: [:]))
                }
                last = page.last
            }
        }
    }

    private static func games(
        of player: PlayerNumber, _ read: ReadMatches
    ) async throws(ExportFailure) -> Set<MatchGame> {
        do throws(MatchError) { return try await read.games(of: player) } catch {
            throw .failed(Problem(from: error))
        }
    }

    private static func page(
        _ read: ReadMatches, of player: PlayerNumber, in game: MatchGame, after number: MatchNumber
    ) async throws(ExportFailure) -> [MatchNumber] {
        do throws(MatchError) { return try await read.known(to: player, in: game, after: number) } catch {
            throw .failed(Problem(from: error))
        }
    }

    private static func match(
        _ number: MatchNumber, _ read: ReadMatches, of player: PlayerNumber, in game: MatchGame
    ) async throws(ExportFailure) -> MatchDetails? {
        do throws(MatchError) { return try await read.known(number, to: player, in: game) } catch {
            throw .failed(Problem(from: error))
        }
    }
}
