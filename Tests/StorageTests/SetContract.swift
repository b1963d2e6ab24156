import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Sets of leaderboards and players' choices: every engine says the same.
@Suite("Set contract", .timeLimit(.minutes(15))) struct SetContract {
    private func set(_ app: App, _ id: String, _ boards: [String], name: String = "Jungle") throws -> LeaderboardSet {
        LeaderboardSet(
            app: app.number, id: try LeaderboardSetID(id), referenceName: "For \(id)",
            localizations: [
                SetLocalization(language: .english, name: name),
                SetLocalization(language: try LanguageTag("zh-Hans"), name: "丛林"),
            ], leaderboards: try boards.map { try LeaderboardID($0) })
    }

    private func app(_ bundleID: String, in directory: any Directory) async throws -> App {
        let team = try await directory.firstTeam(named: "Team")
        let new = NewApp(
            team: team, bundleID: try BundleID(bundleID), name: "Game", sku: "", defaultLanguage: .english, link: nil)
        return try #require(try await directory.addApp(new))
    }

    @Test("rule 4.1: sets come back whole, in order, and change in place", arguments: Backend.allCases)
    func sets(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let one = try await app("com.example.one", in: directory)
        let two = try await app("com.example.two", in: directory)
        let all = [
            try set(one, "B", ["x", "y"]), try set(one, "A", []), try set(two, "B", ["z"], name: "Other"),
        ]
        for set in [all[2], all[0], all[1]] { try await directory.putLeaderboardSet(set, nil) }
        #expect(try await directory.leaderboardSets() == all)
        var changed = try set(one, "B", ["y", "x", "w"], name: "Rainforest")
        changed.leaderboardNames = [
            SetLeaderboardName(leaderboard: try LeaderboardID("x"), language: .english, name: "Level 2"),
            SetLeaderboardName(leaderboard: try LeaderboardID("x"), language: try LanguageTag("zh-Hans"), name: "第二关"),
            SetLeaderboardName(leaderboard: try LeaderboardID("y"), language: .english, name: "Level 1"),
        ]
        try await directory.putLeaderboardSet(changed, nil)
        #expect(try await directory.leaderboardSets() == [changed, all[1], all[2]])
        changed.leaderboardNames.removeFirst()
        try await directory.putLeaderboardSet(changed, nil)
        #expect(try await directory.leaderboardSets() == [changed, all[1], all[2]])
        #expect(try await directory.removeLeaderboardSet(changed.id, of: one.number, nil))
        #expect(try await !directory.removeLeaderboardSet(changed.id, of: one.number, nil))
        #expect(try await directory.leaderboardSets() == [all[1], all[2]])
    }

    @Test(
        "rule 4.3: a player's default leaderboard is his own, and he may go back", arguments: Backend.allCases)
    func choices(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let game = try await app("com.example.one", in: directory)
        var players: [PlayerNumber] = []
        for name in ["ada", "zoe"] {
            let new = NewPlayer(
                alias: try Alias(name), displayName: name, passwordHash: "", recoveryCodes: [], created: .first,
                entrance: .open, session: nil)
            if case .registered(let player, _) = try await directory.register(new) { players.append(player.number) }
        }
        for (player, board) in [(players[0], 1), (players[1], 2), (players[0], 3)] as [(PlayerNumber, UInt32)] {
            try await directory.setDefaultLeaderboard(LeaderboardNumber(board), of: player, in: game.number)
        }
        func choice(_ player: PlayerNumber, _ board: UInt32) -> DefaultLeaderboard {
            DefaultLeaderboard(player: player, app: game.number, leaderboard: LeaderboardNumber(board))
        }
        #expect(try await directory.defaultLeaderboards() == [choice(players[0], 3), choice(players[1], 2)])
        try await directory.setDefaultLeaderboard(nil, of: players[0], in: game.number)
        try await directory.setDefaultLeaderboard(nil, of: players[0], in: game.number)
        #expect(try await directory.defaultLeaderboards() == [choice(players[1], 2)])
    }
}
