public import LaurelDomain

/// Saved games (rule 9.1). Every engine must pass `SavedGamesContract`.
public protocol SavedGameDirectory: Sendable {
    /// In order of arrival.
    func savedGames(on shelf: SavedGameShelf) async throws(StoreError) -> [SavedGame]
    /// A version with its data, both as of one moment.
    func savedGame(_ id: SavedGameID, on shelf: SavedGameShelf) async throws(StoreError) -> SavedGameData?
    /// Who has saved anything in a game, in order of number.
    func playersWithSavedGames(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [PlayerNumber]
    /// Shows `decide` what is there and does what it says, in one transaction: of two that save at once, the second
    /// sees what the first did.
    func changeSavedGames<Answer: Sendable>(
        on shelf: SavedGameShelf, _ decide: @escaping @Sendable (SavedGames) -> (SavedGamesChange, Answer)
    ) async throws(StoreError) -> Answer
}

/// A version and what was saved.
public struct SavedGameData: Hashable, Sendable {
    public let version: SavedGame
    public let data: Blob

    public init(version: SavedGame, data: Blob) {
        self.version = version
        self.data = data
    }
}

/// What is taken from a shelf and what is put on it; empty: nothing is written.
public struct SavedGamesChange: Hashable, Sendable {
    public var removed: [SavedGame] = []
    public var added: SavedGameData?

    public init(removed: [SavedGame] = [], added: SavedGameData? = nil) {
        self.removed = removed
        self.added = added
    }

    public var isEmpty: Bool { removed.isEmpty && added == nil }
}
