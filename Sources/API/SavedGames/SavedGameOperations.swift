import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Saved games (rule 9.1).
struct SavedGameFeature: Sendable {
    let store: SavedGameStore
    let catalogue: Catalogue
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SavedGameRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id, let environment): try savedGames(request, id, environment, caller)
        case .save(let id, let save, let query, let environment):
            try saveGame(request, id, save, query, environment, caller)
        case .load(let id, let save, let environment): try loadSavedGame(request, id, save, environment, caller)
        case .delete(let id, let name, let environment): try deleteSavedGames(request, id, name, environment, caller)
        }
    }

    func savedGames(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (shelf, _) = try shelf(bundleID, environment, caller)
        return replies.later(request) { () async throws(SavedGameError) in
            let versions = try await ListSavedGames(store)(on: shelf)
            return answers.json(.ok, SavedGameAnswer.list(versions), as: SavedGameAnswer.listShape)
        }
    }

    func saveGame(
        _ request: Request, _ bundleID: BundleID, _ id: SavedGameID, _ query: SaveQuery, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (shelf, session) = try shelf(bundleID, environment, caller)
        let draft = SaveGame.Draft(
            id: id, name: query.name, deviceName: query.deviceName ?? "", modified: query.modified,
            basedOn: query.basedOn.map { Set($0) }, data: request.body)
        return replies.later(request) { () async throws(SavedGameError) in
            let versions = try await SaveGame(store)(draft, on: shelf, from: session.device)
            return answers.json(.ok, SavedGameAnswer.list(versions), as: SavedGameAnswer.listShape)
        }
    }

    func loadSavedGame(
        _ request: Request, _ bundleID: BundleID, _ id: SavedGameID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (shelf, _) = try shelf(bundleID, environment, caller)
        return replies.later(request) { () async throws(SavedGameError) in
            let found = try await LoadSavedGame(store)(id, on: shelf)
            return answers.savedGame(found, request)
        }
    }

    func deleteSavedGames(
        _ request: Request, _ bundleID: BundleID, _ name: SavedGameName, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (shelf, _) = try shelf(bundleID, environment, caller)
        return replies.later(request) { () async throws(SavedGameError) in
            try await DeleteSavedGames(store)(named: name, on: shelf)
            return answers.noContent()
        }
    }

    private func shelf(
        _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> (SavedGameShelf, Session) {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        return (SavedGameShelf(player: session.player, app: app.number, environment: environment), session)
    }
}

extension Answers {
    fileprivate func savedGame(_ found: LoadedGame, _ request: Request) -> Response {
        let tag = "\"\(found.version.digest.hexadecimal)\""
        return bytes(
            request.knows(tag) ? nil : found.bytes,
            [
                ("ETag", tag), ("Repr-Digest", "sha-256=:\(Base64.encode(found.version.digest)):"),
                // It is somebody's file: no browser shall take it for a page.
                ("Content-Disposition", "attachment"), ("Content-Security-Policy", Answers.imagePolicy),
            ])
    }
}

extension Problem {
    init(from error: SavedGameError) {
        switch error {
        case .unknown: self.init(.unknownSavedGame)
        case .tooLarge(let limit): self.init(.tooLarge, "A saved game can have at most \(limit) bytes.")
        case .tooMany(let limit):
            self.init(.savedGamesFull, "Each game can have \(limit), counting conflicting versions. Delete one first.")
        case .tooManyBytes(let limit, let left):
            self.init(
                .savedGamesFull, "Each player has \(limit) bytes for all games, and \(left) left. Delete one first.")
        case .idReused(let id):
            self.init(.conflict, "The ID \(id.text) was used for another save. Make a new ID for each save.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
