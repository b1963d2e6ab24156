import Foundation

/// A game with one leaderboard on a running server, and players of it: what most tests of whole servers begin with.
public struct TestGame: Sendable {
    public let server: LaurelProcess
    public let bundleID: String
    public let leaderboard: String

    public struct Trouble: Error, CustomStringConvertible {
        public let description: String
        public init(description: String) { self.description = description }
    }

    /// Makes the app over the administration socket, enables and releases it.
    public init(
        on server: LaurelProcess, bundleID: String = "org.example.game", leaderboard: String = "best",
        fields: [String: any Sendable] = [:]
    ) async throws {
        self.server = server
        self.bundleID = bundleID
        self.leaderboard = leaderboard
        let app = try await server.administration.json(
            "POST", "/v1/connect/apps", ["bundleID": bundleID, "name": "Game", "sku": "G1"])
        guard app.status == 201 else { throw Trouble(description: app.text) }
        var body: [String: Any] = [
            "id": leaderboard, "referenceName": "Best", "format": "integer", "submissionType": "best",
            "sortOrder": "highToLow", "localizations": [["language": "en", "name": "Best"]],
        ]
        for (name, value) in fields { body[name] = value }
        let board = try await server.administration.json("POST", "/v1/connect/apps/\(bundleID)/leaderboards", body)
        guard board.status == 201 else { throw Trouble(description: board.text) }
        let enabled = try await server.administration.json(
            "PATCH", "/v1/connect/apps/\(bundleID)", ["isGameCenterEnabled": true, "isReleased": true])
        guard enabled.status == 200 else { throw Trouble(description: enabled.text) }
    }

    /// The same game on a server that was started again.
    public func moved(to server: LaurelProcess) -> TestGame {
        TestGame(known: server, bundleID: bundleID, leaderboard: leaderboard)
    }

    /// A game that is on the server already.
    public init(known server: LaurelProcess, bundleID: String, leaderboard: String) {
        self.server = server
        self.bundleID = bundleID
        self.leaderboard = leaderboard
    }

    public var scores: String { "/v1/games/\(bundleID)/leaderboards/\(leaderboard)/scores" }
    public var entries: String { "/v1/games/\(bundleID)/leaderboards/\(leaderboard)/entries" }

    /// Signs a player in again, as on another device.
    /// - Returns: the token.
    public func token(_ alias: String) async throws -> String {
        let answer = try await server.http.json(
            "POST", "/v1/sessions", ["alias": alias, "password": "correct horse \(alias)", "bundleID": bundleID])
        guard let token = answer.object["token"] as? String else { throw Trouble(description: answer.text) }
        return token
    }

    /// Signs a player up in this game.
    /// - Returns: the token.
    public func player(_ alias: String) async throws -> String {
        let answer = try await server.http.json(
            "POST", "/v1/players",
            ["alias": alias, "password": "correct horse \(alias)", "bundleID": bundleID])
        guard let token = answer.object["token"] as? String else { throw Trouble(description: answer.text) }
        return token
    }
}

extension LaurelProcess {
    public var http: LocalHTTP { LocalHTTP(.port(UInt16(base.port ?? 0))) }

    /// The Unix socket in the data folder, where the caller counts as administrator.
    public var administration: LocalHTTP {
        LocalHTTP(.socket(path: dataFolder.appending(path: "laurel.sock").path))
    }
}
