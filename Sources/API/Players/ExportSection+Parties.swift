import LaurelDomain
import LaurelWire
import LaurelService

extension ExportSection {
    /// Codes that live.
    static let parties = list(PlayerExportAnswer.parties) { list throws(ExportFailure) in
        let export = list.export
        let parties: [Party]
        do throws(PartyError) {
            parties = try await ReadParty(export.data.parties).entered(by: export.player)
        } catch {
            throw .failed(Problem(from: error))
        }
        for party in parties {
            guard let own = party.players.first(where: { $0.player == export.player }),
                let bundleID = export.bundleID(party.app)
            else { continue }
            try await list.append(
                PlayerExportAnswer.Party(
                    bundleID: bundleID, environment: party.environment, code: party.code,
                    activity: party.activity, entered: own.entered))
        }
    }
}
