import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Testing

@Suite("Configured leaderboards", .timeLimit(.minutes(15))) struct ScoresConfigurationTests {
    @Test("rule 3.3: once released, format, type and order are frozen, and it can only be archived")
    func frozen() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make()
        let configure = ConfigureLeaderboard(scores.keeper)
        try await configure.releaseAll(of: scores.app)
        let changes: [(ConfigureLeaderboardError.FrozenField, @Sendable (inout LeaderboardFields) -> Void)] = [
            (.format, { $0.format = .yenWhole }), (.submissionType, { $0.submissionType = .mostRecent }),
            (.sortOrder, { $0.sortOrder = .lowToHigh }), (.isReleased, { $0.isReleased = false }),
        ]
        for (field, change) in changes {
            await #expect(throws: ConfigureLeaderboardError.frozen(field)) {
                try await configure.update(board.number, of: scores.app, change)
            }
        }
        await #expect(throws: ConfigureLeaderboardError.cannotRemoveReleased) {
            try await configure.remove(board.number, of: scores.app)
        }
        try await scores.submit(1, by: 1)
        _ = try await configure.update(board.number, of: scores.app) { $0.isArchived = true }
        await #expect(throws: SubmitScoresError.archived(item: 0)) { try await scores.submit(2, by: 1) }
        #expect(try await scores.order() == ["1:1"], "an archived one can be read")
    }

    @Test("rule 3.3: one made since the release has the sandbox alone, until the app is released once more")
    func prereleased() async throws {
        let scores = try await ScoresFixture()
        try await scores.make { $0.isReleased = false }
        await #expect(throws: SubmitScoresError.prereleased(item: 0)) { try await scores.submit(1, by: 1) }
        try await scores.submit(1, by: 1, environment: .sandbox)
        try await ConfigureLeaderboard(scores.keeper).releaseAll(of: scores.app)
        try await scores.submit(2, by: 1)
        #expect(try await scores.order() == ["1:2"])
    }

    @Test("rules 3.3, 3.4: a prereleased one is sorted anew at once, with the scores it has, also after a restart")
    func reordered() async throws {
        var scores = try await ScoresFixture()
        let board = try await scores.make { $0.isReleased = false }
        try await scores.submit(1, by: 1, environment: .sandbox)
        try await scores.submit(9, by: 1, environment: .sandbox)
        try await scores.submit(5, by: 2, environment: .sandbox)
        let changed = try await ConfigureLeaderboard(scores.keeper).update(board.number, of: scores.app) {
            $0.sortOrder = .lowToHigh
        }
        #expect(changed.leaderboard?.sortOrder == .lowToHigh)
        #expect(try await scores.order(environment: .sandbox) == ["1:1", "2:5"])
        scores.keeper.runBackgroundNow()
        scores = try await scores.restarted()
        #expect(try await scores.order(environment: .sandbox) == ["1:1", "2:5"])
    }

    @Test("rule 3.3: a removed one is gone with its scores, and its id made again starts empty")
    func removed() async throws {
        var scores = try await ScoresFixture()
        let board = try await scores.make { $0.isReleased = false }
        try await scores.submit(1, by: 1, environment: .sandbox)
        try await ConfigureLeaderboard(scores.keeper).remove(board.number, of: scores.app)
        await #expect(throws: SubmitScoresError.unknownLeaderboard(item: 0)) {
            try await scores.submit(2, by: 1, environment: .sandbox)
        }
        let again = try await scores.make { $0.isReleased = false }
        #expect(again.number > board.number)
        #expect(try await scores.order(environment: .sandbox) == [])
        scores = try await scores.restarted()
        #expect(try await scores.order(environment: .sandbox) == [])
    }

    @Test("rule 3.5: at most 100 leaderboards of an app, ids unique in it")
    func limits() async throws {
        let scores = try await ScoresFixture()
        for number in 1...100 { try await scores.make("board-\(number)") }
        await #expect(throws: ConfigureLeaderboardError.tooManyLeaderboards(limit: 100)) {
            try await scores.make("one-more")
        }
        await #expect(throws: ConfigureLeaderboardError.idTaken) { try await scores.make("board-1") }
    }

    @Test("rules 3.6, 4.2: names and languages are there, in limits, and no language twice")
    func localizations() async throws {
        let scores = try await ScoresFixture()
        let french = LeaderboardLocalization(language: try LanguageTag("fr"), name: "Scores")
        await #expect(throws: ConfigureLeaderboardError.missingLanguage(.english)) {
            try await scores.make { $0.localizations = [french] }
        }
        await #expect(throws: ConfigureLeaderboardError.languageTwice(french.language)) {
            try await scores.make { $0.localizations += [french, french] }
        }
        await #expect(throws: ConfigureLeaderboardError.emptyName) { try await scores.make { $0.referenceName = " " } }
        for hidden in ["\u{202E}erocS", "Sco\u{200B}re", "Score\n"] {
            await #expect(throws: ConfigureLeaderboardError.hiddenCharacter) {
                try await scores.make { $0.localizations[0].name = hidden }
            }
            await #expect(throws: ConfigureLeaderboardError.hiddenCharacter) {
                try await scores.make { $0.localizations[0].suffixPlural = hidden }
            }
        }
        await #expect(throws: ConfigureLeaderboardError.nameTooLong(limit: 255)) {
            try await scores.make { $0.localizations[0].suffixPlural = String(repeating: "x", count: 256) }
        }
        let made = try await scores.make { $0.localizations.append(french) }
        #expect(made.localizations.count == 2)
    }
}
