import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Activities and parties: every engine says the same.
@Suite("Activity contract", .timeLimit(.minutes(15))) struct ActivityContract {
    private let now = Timestamp(clamping: 1_800_000_000_000)

    private func app(_ bundleID: String, in directory: any Directory) async throws -> App {
        let team = try await directory.firstTeam(named: "Team")
        let new = NewApp(
            team: team, bundleID: try BundleID(bundleID), name: "Game", sku: "", defaultLanguage: .english, link: nil)
        return try #require(try await directory.addApp(new))
    }

    private func plain(_ id: String) throws -> ActivityDefinition {
        ActivityDefinition(
            id: try ActivityID(id), referenceName: "For \(id)",
            localizations: [ActivityLocalization(language: .english, title: id, details: "")])
    }

    private func full(_ id: String) throws -> ActivityDefinition {
        var activity = try plain(id)
        activity.groupID = "group.hop"
        activity.playStyle = .synchronous
        activity.minPlayers = 2
        activity.maxPlayers = 16
        activity.properties = [
            ActivityProperty(name: "course", value: "jungle"), ActivityProperty(name: "wind", value: ""),
        ]
        activity.fallbackURL = "https://hop.example/?a=1"
        activity.supportsPartyCodes = true
        activity.isReleased = true
        activity.isArchived = true
        activity.localizations.append(
            ActivityLocalization(language: try LanguageTag("zh-Hans"), title: "竞速", details: "先到山顶者胜。"))
        activity.leaderboards = [try LeaderboardID("z"), try LeaderboardID("a")]
        activity.achievements = [try AchievementID("y"), try AchievementID("b")]
        // Of some alone, in the order of those.
        activity.links = [
            ActivityLink(
                .leaderboard(try LeaderboardID("a")),
                [
                    ActivityProperty(name: "course", value: "沙漠=1\n"), ActivityProperty(name: "wind", value: ""),
                ]),
            ActivityLink(.achievement(try AchievementID("y")), [ActivityProperty(name: "laps", value: "3")]),
        ]
        return activity
    }

    @Test("rules 14.1 and 14.3: activities come back whole, in order, and change in place", arguments: Backend.allCases)
    func activities(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let one = try await app("com.example.one", in: directory)
        let two = try await app("com.example.two", in: directory)
        try await directory.putActivity(try plain("B"), of: two.number, nil)
        try await directory.putActivity(try full("B"), of: one.number, nil)
        try await directory.putActivity(try plain("A"), of: one.number, nil)
        func all() async throws -> [ActivityDefinition] { try await directory.activities().map(\.activity) }
        #expect(try await all() == [try full("B"), try plain("A"), try plain("B")])
        #expect(try await directory.activities().map(\.app) == [one.number, one.number, two.number])
        // What it has less of goes.
        try await directory.putActivity(try plain("B"), of: one.number, nil)
        try await directory.putActivity(try full("A"), of: one.number, nil)
        #expect(try await all() == [try plain("B"), try full("A"), try plain("B")])
        #expect(try await directory.removeActivity(try ActivityID("A"), of: one.number, nil))
        #expect(try await !directory.removeActivity(try ActivityID("A"), of: one.number, nil))
        #expect(try await all() == [try plain("B"), try plain("B")])
    }

    private func party(
        _ code: String, app: UInt32 = 1, _ environment: Environment = .production, created minute: Int64 = 0,
        entered entries: [(player: UInt32, minute: Int64)]
    ) throws -> Party {
        var party = Party(
            app: AppNumber(app), environment: environment, code: try #require(PartyCode(code)),
            activity: try ActivityID("Race"), created: now.advanced(by: .minutes(minute)))
        for (player, minute) in entries {
            party.enter(PlayerNumber(player), at: now.advanced(by: .minutes(minute)), .nobody)
        }
        return party
    }

    @Test("rule 14.9: parties come back by code and by player for a day, however empty", arguments: Backend.allCases)
    func parties(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let both = try party("23-45", created: 1, entered: [(7, 1), (5, 2)])
        let test = try party("23-45", .sandbox, entered: [(5, 0)])
        let other = try party("23-45", app: 2, entered: [(9, 0)])
        let another = try party("67-89", entered: [(5, 2)])
        try await directory.putParties([other, test, both, another], at: now)
        let code = try #require(PartyCode("23-45"))
        func found(_ minutes: Int64) async throws -> [Party] {
            try await directory.parties(code, at: now.advanced(by: .minutes(minutes)))
                .sorted { ($0.app.rawValue, $0.environment.name) < ($1.app.rawValue, $1.environment.name) }
        }
        #expect(try await found(0) == [both, test, other])
        // A match may still wait for somebody: then they live (`PartyRouteTests`).
        #expect(try await found(24 * 60 - 1) == [both, test, other])
        #expect(try await found(24 * 60) == [both])
        #expect(try await found(24 * 60 + 1) == [])
        #expect(
            Set(try await directory.parties(of: PlayerNumber(5), at: now.advanced(by: .minutes(3))))
                == [both, test, another])
        #expect(try await directory.parties(of: PlayerNumber(8), at: now) == [])
        // A party takes the place of the one with its code, and what has ended goes.
        var fewer = both
        fewer.leave(PlayerNumber(5), at: now.advanced(by: .minutes(5)), .nobody)
        fewer.enter(PlayerNumber(7), at: now.advanced(by: .minutes(20)), .nobody)
        try await directory.putParties([fewer], at: now.advanced(by: .minutes(24 * 60 - 1)))
        #expect(try await directory.parties(of: PlayerNumber(9), at: now) == [other])
        try await directory.putParties([fewer], at: now.advanced(by: .minutes(24 * 60)))
        #expect(try await directory.parties(code, at: now) == [fewer])
        #expect(try await directory.parties(of: PlayerNumber(5), at: now) == [])
    }

    @Test("parties are counted and wiped by game, environment and player", arguments: Backend.allCases)
    func wiping(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let real = try party("23-45", entered: [(5, 0)])
        let test = try party("23-45", .sandbox, entered: [(5, 0), (7, 1)])
        try await directory.putParties([real, test, try party("67-89", .sandbox, entered: [(7, 0)])], at: now)
        let all = PartySelection(app: AppNumber(1), environment: .sandbox)
        let own = PartySelection(app: AppNumber(1), environment: .sandbox, player: PlayerNumber(7))
        #expect(try await directory.countParties(all) == 2)
        #expect(try await directory.countParties(own) == 2)
        #expect(try await directory.removeParties(own) == 2)
        #expect(try await directory.countParties(own) == 0)
        #expect(try await directory.parties(of: PlayerNumber(5), at: now).count == 2)
        #expect(try await directory.removeParties(all) == 2)
        #expect(try await directory.parties(of: PlayerNumber(5), at: now) == [real])
    }
}
