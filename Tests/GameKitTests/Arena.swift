import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelWire

@testable import GameKit

/// What tests do on a server beside the game: as players on their own pages, or as its operator.
struct Arena {
    let game: TestGame

    /// A player with a session of his own pages.
    func token(of alias: String) async throws -> String {
        let answer = try await game.server.http.json(
            "POST", "/v1/sessions", ["alias": alias, "password": TestDevice.password(alias)])
        guard let token = answer.object["token"] as? String else { throw TestGame.Trouble(description: answer.text) }
        return token
    }

    /// What somebody decides on the page with this code.
    func decide(_ code: String, as alias: String, allow: Bool) async throws {
        let answer = try await game.server.http.json(
            "POST", "/v1/device-authorizations/\(code)/decision", ["allow": allow], token: try await token(of: alias))
        guard answer.status == 204 else { throw TestGame.Trouble(description: answer.text) }
    }

    func befriend(_ first: String, _ second: String) async throws {
        for (one, other) in [(first, second), (second, first)] {
            let answer = try await game.server.http.json(
                "POST", "/v1/friend-requests", ["alias": other], token: try await token(of: one))
            guard answer.status == 200 else { throw TestGame.Trouble(description: answer.text) }
        }
    }

    /// Lets the game see a player's friends.
    func consent(_ alias: String, _ status: String = "authorized") async throws {
        let answer = try await game.server.http.json(
            "PUT", "/v1/games/\(game.bundleID)/friend-list-consent", ["status": status],
            token: try await token(of: alias))
        guard answer.status == 200 else { throw TestGame.Trouble(description: answer.text) }
    }

    /// Every score that the server ever took, in its order: value and date.
    func journal() async throws -> [Row] {
        let answer = try await game.server.administration.call(
            "GET", "/v1/connect/apps/\(game.bundleID)/scores/export?format=json")
        return answer.text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{") }.compactMap { line in
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let value = object["value"] as? Int, let date = object["date"] as? String
            else { return nil }
            return Row(value: value, date: date)
        }
    }

    struct Row: Hashable {
        let value: Int
        /// RFC 3339.
        let date: String
    }
}

/// A score as a game's object would send it.
struct TestScore {
    let value: Int64
    let date: Timestamp
    let id: String

    init(_ value: Int64) {
        self.value = value
        date = Timestamp(clamping: Int64(Date().timeIntervalSince1970 * 1_000))
        id = UUID().uuidString.lowercased()
    }

    /// - Parameter replay: so many bytes; 0: none.
    func body(_ leaderboard: String = "best", replay: Int = 0) throws -> [UInt8] {
        var item = ScoreOfGame()
        item.leaderboard = try LeaderboardID(leaderboard)
        item.score = Score(value: value, date: date, id: try ScoreID(id))
        if replay > 0 { item.replay = [UInt8](repeating: 7, count: replay) }
        var body = ScoresBody()
        body.scores = [item]
        return body.json
    }

    var row: Arena.Row { Arena.Row(value: Int(value), date: date.rfc3339) }
}
