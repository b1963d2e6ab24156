import Foundation
import LaurelProcess
import Testing

@testable import GameKit

/// A game with everything that players can do in it, on a server of its own.
struct FullGame: Sendable {
    let server: LaurelProcess
    let game: TestGame

    /// Leaderboards `best` (default), `laps` (fewest seconds), `secret` (hidden), `daily` (every five minutes), sets
    /// `all`, achievements `first` (10 points), `again` (repeatable) and `hidden`, activities `race` (with codes) and
    /// `solo`.
    init() async throws {
        let folder = try await Template.shared.copy()
        self.init(try await LaurelProcess.started(dataFolder: folder))
    }

    private init(_ server: LaurelProcess) {
        self.server = server
        game = TestGame(known: server, bundleID: "org.example.game", leaderboard: "best")
    }

    /// A data folder with the game in it, made once: a server's first start makes keys, which takes a second.
    private actor Template {
        static let shared = Template()
        private var made: Task<URL, any Error>?

        func copy() async throws -> URL {
            let task = made ?? Task { try await Self.make() }
            made = task
            let copy = FileManager.default.temporaryDirectory.appending(path: "game-\(UUID().uuidString)")
            try FileManager.default.copyItem(at: try await task.value, to: copy)
            return copy
        }

        private static func make() async throws -> URL {
            let server = try await LaurelProcess.started()
            _ = try await TestGame(
                on: server,
                fields: [
                    "isDefault": true,
                    "localizations": [
                        [
                            "language": "en", "name": "Best", "description": "One go, all counts.",
                            "suffixSingular": " m", "suffixPlural": " m",
                        ]
                    ],
                ])
            try await FullGame(server).fill()
            server.stop()
            return server.dataFolder
        }
    }

    private func fill() async throws {
        for board in Self.boards { try await administer("leaderboards", board) }
        for achievement in Self.achievements { try await administer("achievements", achievement) }
        try await administer(
            "sets",
            [
                "id": "all", "referenceName": "All", "localizations": [["language": "en", "name": "Everything"]],
                "leaderboards": ["laps", "best", "daily"],
            ])
        for activity in Self.activities { try await administer("activities", activity) }
        for definition in Self.definitions { try await administer("challenge-definitions", definition) }
        try await release()
    }

    private static var activities: [[String: Any]] {
        [
            [
                "id": "race", "playStyle": "synchronous", "minPlayers": 2, "maxPlayers": 4,
                "supportsPartyCodes": true, "fallbackURL": "https://hop.example/start",
                "properties": [["name": "course", "value": "jungle"], ["name": "wind", "value": "none"]],
                "localizations": [["language": "en", "title": "Race", "details": "First wins."]],
                "leaderboards": ["laps", "best"], "achievements": ["first"],
                "links": [
                    [
                        "leaderboard": "best",
                        "properties": [["name": "course", "value": "desert"], ["name": "laps", "value": "3"]],
                    ],
                    ["achievement": "first", "properties": [["name": "wind", "value": "storm"]]],
                ] as [[String: Any]],
            ],
            ["id": "solo", "localizations": [["language": "en", "title": "Solo"]]],
        ]
    }

    private static var definitions: [[String: Any]] {
        [
            [
                "id": "Fast Laps", "groupID": "hop", "leaderboard": "laps", "durations": ["oneDay", "oneWeek"],
                "isRepeatable": true,
                "localizations": [["language": "en", "title": "Fast laps", "details": "The fastest lap wins."]],
            ],
            ["id": "daily", "leaderboard": "daily", "localizations": [["language": "en", "title": "Daily"]]],
            [
                "id": "gone", "leaderboard": "laps", "isArchived": true,
                "localizations": [["language": "en", "title": "Gone"]],
            ],
        ]
    }

    struct Refused: Error { let answer: String }

    private static var boards: [[String: Any]] {
        func board(_ id: String, _ name: String, _ more: [String: Any]) -> [String: Any] {
            let common: [String: Any] = [
                "id": id, "referenceName": name, "format": "integer", "submissionType": "best",
                "sortOrder": "highToLow", "localizations": [["language": "en", "name": name]],
            ]
            return common.merging(more) { $1 }
        }
        return [
            board("laps", "Laps", ["sortOrder": "lowToHigh", "format": "elapsedTimeSecond"]),
            board("secret", "Secret", ["isHidden": true]),
            board(
                "daily", "Daily",
                ["recurrence": ["start": "2026-01-01T00:00:00Z", "durationMinutes": 5, "restartMinutes": 5]]),
        ]
    }

    private static var achievements: [[String: Any]] {
        func achievement(_ id: String, _ points: Int, _ more: [String: Any]) -> [String: Any] {
            let common: [String: Any] = [
                "id": id, "points": points,
                "localizations": [
                    [
                        "language": "en", "title": "Title of \(id)", "descriptionBefore": "Do \(id)",
                        "descriptionAfter": "You did \(id)",
                    ]
                ],
            ]
            return common.merging(more) { $1 }
        }
        return [
            achievement("first", 10, [:]), achievement("again", 5, ["isRepeatable": true]),
            achievement("hidden", 1, ["isHidden": true]),
        ]
    }

    /// Takes to Production what was made since the last release.
    func release() async throws {
        let answer = try await server.administration.json(
            "PATCH", "/v1/connect/apps/\(game.bundleID)", ["isReleased": true])
        guard answer.status == 200 else { throw Refused(answer: answer.text) }
    }

    @discardableResult
    func administer(_ path: String, _ body: [String: Any]) async throws -> [String: Any] {
        let answer = try await server.administration.json(
            "POST", "/v1/connect/apps/\(game.bundleID)/\(path)", body)
        guard answer.status == 201 else { throw Refused(answer: answer.text) }
        return answer.object
    }

    /// Signs a player up, and in on a device of his.
    func device(_ alias: String, world change: (inout World) -> Void = { _ in }) async throws -> TestDevice {
        _ = try await game.player(alias)
        let device = try TestDevice(game, world: change)
        try await device.signIn(alias)
        return device
    }

    func befriend(_ one: String, _ other: String) async throws { try await Arena(game: game).befriend(one, other) }

    /// A session of the player's own pages.
    func ownSession(_ alias: String) async throws -> String { try await Arena(game: game).token(of: alias) }

    func expect(
        _ method: String, _ path: String, _ body: [String: Any]?, _ token: String?
    ) async throws -> [String: Any] {
        let answer = try await server.http.json(method, path, body, token: token)
        guard (200...299).contains(answer.status) else { throw Refused(answer: answer.text) }
        return answer.object
    }
}

/// What a completion handler was told.
struct Told<Value: Sendable>: Sendable {
    let value: Value
    let error: GKError?
    let isOnMainThread: Bool

    var code: GKError.Code? { error?.code }
}

extension TestDevice {
    /// Calls a member with a completion handler, and waits for it.
    func told<Value: Sendable>(
        _ ask: @Sendable (@escaping @Sendable (Value, (any Error)?) -> Void) -> Void
    ) async -> Told<Value> {
        await withCheckedContinuation { continuation in
            run {
                ask { value, error in
                    continuation.resume(
                        returning: Told(
                            value: value, error: error as? GKError, isOnMainThread: Callbacks.isOnMain))
                }
            }
        }
    }

    /// The same of one that answers a question.
    func asked(_ ask: @Sendable (@escaping @Sendable (Bool) -> Void) -> Void) async -> Bool {
        await withCheckedContinuation { continuation in run { ask { continuation.resume(returning: $0) } } }
    }

    /// The same of one that has nothing but an error to tell.
    func told(_ ask: @Sendable (@escaping @Sendable ((any Error)?) -> Void) -> Void) async -> Told<Bool> {
        await told { handler in ask { handler($0 == nil, $0) } }
    }

    /// - Returns: the code of the error that `body` throws; nil: none.
    func failure(_ body: @Sendable () async throws -> Void) async -> GKError.Code? {
        do {
            try await run { try await body() }
            return nil
        } catch {
            return (error as? GKError)?.code
        }
    }
}
