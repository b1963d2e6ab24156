/// What a player wants who was shown their matches.
public enum GameCenterMatchChoice: Hashable, Sendable {
    /// This one, by its ID.
    case match(String)
    /// One that the game asks for: a free seat, or a new match. If the player has entered a match on the page
    /// meanwhile, that one.
    case new
    case none
}

extension GameCenterPresenter {
    /// By default the player's matches are shown, and a match is found as the game asks for it when they are closed.
    public func chooseMatch(
        _ page: GameCenterPage, finished: @escaping @Sendable (GameCenterMatchChoice) -> Void
    ) {
        present(page) { finished(.new) }
    }
}
