import LaurelClient
import LaurelWire

// What the event stream tells of saved games.
extension Laurel {
    /// - Parameter versions: how many there are now under this name; 0: it was deleted, several: they are in conflict.
    func savedGamesChanged(name: String, versions: Int) async {
        guard versions > 0 else { return }
        let all = await loaded("a game saved on another device") { () throws(GKError) in
            try await savedGameRecords()
        }
        guard let all else { return }
        let player = localPlayer
        let games = all.0.filter { $0.name == name }.map { GKSavedGame($0, of: all.player, in: self) }
        if games.count > 1 {
            tellListeners { $0.player(player, hasConflictingSavedGames: games) }
        } else if let game = games.first, !seenSavedGames.isOwn(game.record.id) {
            tellListeners { $0.player(player, didModifySavedGame: game) }
        }
    }
}
