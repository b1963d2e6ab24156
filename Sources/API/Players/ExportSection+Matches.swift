import LaurelDomain
import LaurelMatches
import LaurelWire
import LaurelService

extension ExportSection {
    /// All that the player ever heard of and that are kept (rule 12.26).
    static let matches = list(PlayerExportAnswer.matches) { list throws(ExportFailure) in
        let (export, data) = (list.export, list.export.data)
        let (read, rendering) = (ReadMatches(data.matches), MatchAnswers(ids: data.matches.ids, players: data.players))
        for (app, environment) in export.environments {
            let game = MatchGame(app: app.number, environment: environment)
            for number in read.known(to: export.player, in: game) {
                let details: MatchDetails?
                do throws(MatchError) {
                    details = try await read.known(number, to: export.player, in: game)
                } catch {
                    throw .failed(Problem(from: error))
                }
                guard let details else { continue }
                try await list.append(
                    rendering.answer(details, of: app.bundleID, to: export.player, .firstParty, friendNames: [:]))
            }
        }
    }
}
