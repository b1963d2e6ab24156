import LaurelDomain
public import LaurelStorage

extension WipeSection {
    /// Saved games in the sandbox: of a player, or of everybody. A leaderboard has none.
    public static func savedGames(_ directory: any SavedGameDirectory) -> WipeSection {
        let wipe = WipeSavedGames(directory: directory)
        return WipeSection(
            name: "savedGames",
            count: { (scope, app) throws(StoreError) in
                try await wipe.eachShelf(scope, app) { (shelf) throws(StoreError) in
                    try await directory.savedGames(on: shelf).count
                }
            },
            wipe: { (scope, app, _) throws(StoreError) in
                try await wipe.eachShelf(scope, app) { (shelf) throws(StoreError) in
                    try await directory.changeSavedGames(on: shelf) { state in
                        (SavedGamesChange(removed: state.versions), state.versions.count)
                    }
                }
            })
    }
}

/// Player by player: nobody's save waits long for it.
private struct WipeSavedGames: Sendable {
    private static let pageLimit = 1_000
    let directory: any SavedGameDirectory

    /// - Returns: the sum of what `body` says.
    func eachShelf(
        _ scope: WipeScope, _ app: App, _ body: (SavedGameShelf) async throws(StoreError) -> Int
    ) async throws(StoreError) -> Int {
        var sum = 0
        var last: PlayerNumber?
        while true {
            let page = try await players(scope, app, after: last)
            for player in page {
                sum += try await body(SavedGameShelf(player: player, app: app.number, environment: .sandbox))
            }
            guard case .everything = scope, let end = page.last else { return sum }
            last = end
        }
    }

    private func players(
        _ scope: WipeScope, _ app: App, after last: PlayerNumber?
    ) async throws(StoreError) -> [PlayerNumber] {
        switch scope {
        case .leaderboard: []
        case .player(let player): [player]
        case .everything:
            try await directory.playersWithSavedGames(in: app.number, .sandbox, after: last, limit: Self.pageLimit)
        }
    }
}
