import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Challenge definitions: every engine says the same.
@Suite("Challenge definition contract", .timeLimit(.minutes(15))) struct ChallengeDefinitionContract {
    private func app(_ bundleID: String, in directory: any Directory) async throws -> App {
        let team = try await directory.firstTeam(named: "Team")
        let new = NewApp(
            team: team, bundleID: try BundleID(bundleID), name: "Game", sku: "", defaultLanguage: .english, link: nil)
        return try #require(try await directory.addApp(new))
    }

    private func plain(_ id: String) throws -> ChallengeDefinition {
        ChallengeDefinition(
            id: try ChallengeDefinitionID(id), referenceName: "For \(id)", leaderboard: try LeaderboardID("best"),
            localizations: [ActivityLocalization(language: .english, title: id, details: "")])
    }

    private func full(_ id: String) throws -> ChallengeDefinition {
        var definition = try plain(id)
        definition.groupID = "group.hop"
        definition.leaderboard = try LeaderboardID("grp.laps")
        definition.durations = [.oneDay, .oneWeek]
        definition.isRepeatable = true
        definition.oldestAppVersion = "2.1"
        definition.isReleased = true
        definition.isArchived = true
        definition.localizations.append(
            ActivityLocalization(language: try LanguageTag("zh-Hans"), title: "最远", details: "跑得最远者胜。"))
        return definition
    }

    @Test(
        "rule 14.12: challenge definitions come back whole, in order, and change in place",
        arguments: Backend.allCases)
    func definitions(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let one = try await app("com.example.one", in: directory)
        let two = try await app("com.example.two", in: directory)
        try await directory.putChallengeDefinition(try plain("B b.1"), of: two.number, nil)
        try await directory.putChallengeDefinition(try full("B b.1"), of: one.number, nil)
        try await directory.putChallengeDefinition(try plain("A"), of: one.number, nil)
        func all() async throws -> [ChallengeDefinition] {
            try await directory.challengeDefinitions().map(\.definition)
        }
        #expect(try await all() == [try full("B b.1"), try plain("A"), try plain("B b.1")])
        #expect(try await directory.challengeDefinitions().map(\.app) == [one.number, one.number, two.number])
        // What it has less of goes.
        try await directory.putChallengeDefinition(try plain("B b.1"), of: one.number, nil)
        try await directory.putChallengeDefinition(try full("A"), of: one.number, nil)
        #expect(try await all() == [try plain("B b.1"), try full("A"), try plain("B b.1")])
        let id = try ChallengeDefinitionID("A")
        #expect(try await directory.removeChallengeDefinition(id, of: one.number, nil))
        #expect(try await !directory.removeChallengeDefinition(id, of: one.number, nil))
        #expect(try await all() == [try plain("B b.1"), try plain("B b.1")])
    }
}
