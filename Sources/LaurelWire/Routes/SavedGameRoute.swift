public import LaurelDomain

/// Games that players save.
public enum SavedGameRoute: FeatureRoute {
    case list(BundleID, Environment?)
    /// - SavedGameID: made by the game with the save; sent again, it is stored once.
    case save(BundleID, SavedGameID, SaveQuery, Environment?)
    case load(BundleID, SavedGameID, Environment?)
    case delete(BundleID, SavedGameName, Environment?)

    public var route: Route { .savedGames(self) }

    public static let endpoints: [Endpoint] = [
        .saveGame, .savedGames, .loadSavedGame, .deleteSavedGames,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .savedGames
        case .save: .saveGame
        case .load: .loadSavedGame
        case .delete: .deleteSavedGames
        }
    }
}

extension Endpoint {
    public static let saveGame = SavedGameRoute.endpoint(
        "saveGame", .put, "/v1/games/{bundleID}/saved-games/{savedGameID}", .app, .path(.savedGameID), .save,
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .savedGames,
        summary: "Save a game under an ID made by the client; sending it again stores it once. It replaces the "
            + "versions of its name that it's based on; others stay, in conflict with it. The response "
            + "has all versions of the name. A save based on all of them resolves the conflict.",
        body: .bytes(limit: SavedGameLimits().bytes), answer: .json(200, SavedGameAnswer.listShape.schema),
        problems: [.tooLarge, .conflict, .savedGamesFull] + Problems.game,
        route: { .save($0, $1, $2, $3) },
        values: {
            if case .save(let app, let save, let query, let environment) = $0 {
                (app, save, query, environment)
            } else {
                nil
            }
        })

    public static let savedGames = SavedGameRoute.endpoint(
        "savedGames", .get, "/v1/games/{bundleID}/saved-games", .app, .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .savedGames,
        summary: "List the player's saved games. Several versions of one name are in conflict. Changes come on "
            + "their event streams: savedGames with {bundleID, environment, name, versions}.",
        body: .none, answer: .json(200, SavedGameAnswer.listShape.schema), problems: Problems.game,
        route: { .list($0, $1) },
        values: { if case .list(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let loadSavedGame = SavedGameRoute.endpoint(
        "loadSavedGame", .get, "/v1/games/{bundleID}/saved-games/{savedGameID}", .app, .path(.savedGameID),
        .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .savedGames,
        summary: "Download one version's data, with its SHA-256 as ETag and Repr-Digest (RFC 9530).",
        body: .none, answer: .bytes("application/octet-stream"), problems: [.unknownSavedGame] + Problems.game,
        route: { .load($0, $1, $2) },
        values: { if case .load(let app, let save, let environment) = $0 { (app, save, environment) } else { nil } })

    public static let deleteSavedGames = SavedGameRoute.endpoint(
        "deleteSavedGames", .delete, "/v1/games/{bundleID}/saved-games", .app, .required(.savedGameName),
        .query(.environment),
        access: .player, origins: .game, budget: .write, proof: .none, tag: .savedGames,
        summary: "Delete a saved game: all versions of the name.",
        body: .none, answer: .noContent, problems: [.unknownSavedGame] + Problems.game,
        route: { .delete($0, $1, $2) },
        values: { if case .delete(let app, let name, let environment) = $0 { (app, name, environment) } else { nil } })
}
