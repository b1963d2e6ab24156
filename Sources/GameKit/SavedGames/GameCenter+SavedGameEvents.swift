import LaurelClient

// What the event stream tells of saved games.
extension GameCenter {
    /// - Parameter versions: how many there are now under this name; 0: it was deleted, several: they are in conflict.
    func savedGamesChanged(name: String, versions: Int) async {}
}
