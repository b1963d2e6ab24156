import LaurelDomain
import LaurelService

/// A player's ID and name in UTF-8, as one answer shows them.
struct PlayerIdentity {
    var id: [UInt8] = []
    var name: [UInt8] = []
}

extension PlayerIdentity {
    init(_ player: PlayerNumber, _ scope: PlayerIDs.Scope, _ accounts: Accounts) {
        accounts.ids.withUTF8(of: [player], in: scope) { _, bytes in id = Array(bytes) }
        _ = accounts.names.append(player, to: &name)
    }
}
