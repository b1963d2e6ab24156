import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Pictures of apps and of what they have: every engine says the same.
@Suite("Image contract", .timeLimit(.minutes(15))) struct ImageContract {
    private struct World {
        let directory: any Directory
        let journal: any Journal
        let app: App
        let board: Leaderboard
        let achievement: Achievement
        let set: LeaderboardSet
    }

    private let languages: [LanguageTag]
    private let french: LanguageTag
    init() throws {
        french = try LanguageTag("fr")
        languages = [.english, french]
    }

    private static let subjects = [
        "leaderboards/High", "achievements/First", "sets/Jungle", "activities/Race",
        "challenge-definitions/Best of three",
    ]

    private func blob(_ byte: UInt8) throws -> Blob {
        Blob(digest: try #require(BlobDigest([UInt8](repeating: byte, count: 32))), bytes: [byte])
    }

    private func image(_ slot: String, _ byte: UInt8, small: UInt8? = nil, in world: World) throws -> NewImage {
        NewImage(
            app: world.app.number, slot: try #require(ImageSlot(slot)), source: try blob(byte &+ 100).digest,
            normal: try blob(byte), small: try small.map { try blob($0) })
    }

    private func board(_ number: UInt32, _ app: App, _ languages: [LanguageTag]) throws -> Leaderboard {
        Leaderboard(
            number: LeaderboardNumber(number), app: app.number, id: try LeaderboardID("High"),
            settings: LeaderboardSettings(
                referenceName: "High",
                localizations: languages.map { LeaderboardLocalization(language: $0, name: "High") }))
    }

    private func achievement(_ app: App, _ languages: [LanguageTag]) throws -> Achievement {
        Achievement(
            number: AchievementNumber(1), app: app.number, id: try AchievementID("First"), referenceName: "First",
            points: 5, isHidden: false, isRepeatable: false, isReleased: false, isArchived: false,
            localizations: languages.map {
                AchievementLocalization(language: $0, title: "T", descriptionBefore: "B", descriptionAfter: "A")
            })
    }

    private func set(_ app: App, _ languages: [LanguageTag]) throws -> LeaderboardSet {
        LeaderboardSet(
            app: app.number, id: try LeaderboardSetID("Jungle"), referenceName: "Jungle",
            localizations: languages.map { SetLocalization(language: $0, name: "Jungle") }, leaderboards: [])
    }

    private func activity(_ languages: [LanguageTag]) throws -> ActivityDefinition {
        ActivityDefinition(
            id: try ActivityID("Race"), referenceName: "Race",
            localizations: languages.map { ActivityLocalization(language: $0, title: "Race", details: "") })
    }

    private func definition(_ languages: [LanguageTag]) throws -> ChallengeDefinition {
        ChallengeDefinition(
            id: try ChallengeDefinitionID("Best of three"), referenceName: "Best",
            leaderboard: try LeaderboardID("High"),
            localizations: languages.map { ActivityLocalization(language: $0, title: "Best", details: "") })
    }

    private func world(_ backend: Backend) async throws -> World {
        let (journal, directory) = try backend.makeStore()
        let new = NewApp(
            team: try await directory.firstTeam(named: "Team"), bundleID: try BundleID("com.example.game"),
            name: "Game", sku: "", defaultLanguage: .english, link: nil)
        let app = try #require(try await directory.addApp(new))
        let (board, achievement) = (try board(1, app, languages), try achievement(app, languages))
        try journal.commit(Change(facts: [.leaderboard(board), .achievement(.defined(achievement))]))
        let set = try set(app, languages)
        try await directory.putLeaderboardSet(set, nil)
        try await directory.putActivity(try activity(languages), of: app.number, nil)
        try await directory.putChallengeDefinition(try definition(languages), of: app.number, nil)
        return World(
            directory: directory, journal: journal, app: app, board: board, achievement: achievement, set: set)
    }

    private func slots(_ world: World) async throws -> [String] {
        try await world.directory.images().map(\.slot.text).sorted()
    }

    @Test(
        "come back as they were put, in place of what was there, with one reference each",
        arguments: Backend.allCases)
    func life(backend: Backend) async throws {
        let world = try await world(backend)
        let directory = world.directory
        let all = [
            try image("icon", 1, small: 2, in: world), try image("screenshots/1", 3, in: world),
            try image("screenshots/10", 3, in: world), try image("leaderboards/High/fr", 4, in: world),
            try image("achievements/First/en", 5, in: world), try image("sets/Jungle/en", 6, in: world),
            try image("activities/Race/fr", 8, in: world),
            try image("challenge-definitions/Best of three/en", 9, in: world),
        ]
        for image in all { #expect(try await directory.putImage(image, nil)) }
        #expect(Set(try await directory.images()) == Set(all.map(\.record)))
        // Two show it; it goes with the second one.
        let shared = try blob(3)
        for (slot, bytes) in [("screenshots/1", [3] as [UInt8]?), ("screenshots/10", nil)] {
            let slot = try #require(ImageSlot(slot))
            #expect(try await directory.removeImage(at: slot, of: world.app.number, nil))
            #expect(try await !directory.removeImage(at: slot, of: world.app.number, nil))
            #expect(try await directory.blob(shared.digest) == bytes)
        }
        // The same again, and another one in its place.
        #expect(try await directory.putImage(all[0], nil))
        #expect(try await directory.blob(try blob(1).digest) == [1])
        #expect(try await directory.putImage(try image("icon", 7, small: 2, in: world), nil))
        #expect(try await directory.blob(try blob(1).digest) == nil)
        #expect(try await directory.blob(try blob(2).digest) == [2])
        #expect(
            try await slots(world) == [
                "achievements/First/en", "activities/Race/fr", "challenge-definitions/Best of three/en", "icon",
                "leaderboards/High/fr", "sets/Jungle/en",
            ])
    }

    @Test(
        "need what they belong to, in a language that it speaks, and go with it", arguments: Backend.allCases)
    func belonging(backend: Backend) async throws {
        let world = try await world(backend)
        let directory = world.directory
        for slot in [
            "leaderboards/High/de", "leaderboards/Low/en", "achievements/First/de", "achievements/Last/en",
            "sets/Jungle/de", "sets/Sea/en", "activities/Race/de", "activities/None/en",
            "challenge-definitions/Best of three/de", "challenge-definitions/None/en",
        ] {
            #expect(try await !directory.putImage(try image(slot, 1, in: world), nil), "\(slot)")
        }
        var byte: UInt8 = 1
        for subject in Self.subjects {
            for language in languages {
                #expect(try await directory.putImage(try image("\(subject)/\(language.text)", byte, in: world), nil))
                byte += 1
            }
        }
        // French is no longer spoken.
        try world.journal.commit(
            Change(facts: [
                .leaderboard(try board(1, world.app, [.english])),
                .achievement(.defined(try achievement(world.app, [.english]))),
            ]))
        try await directory.putLeaderboardSet(try set(world.app, [.english]), nil)
        try await directory.putActivity(try activity([.english]), of: world.app.number, nil)
        try await directory.putChallengeDefinition(try definition([.english]), of: world.app.number, nil)
        #expect(try await slots(world) == Self.subjects.map { $0 + "/en" }.sorted())
        for byte in [2, 4, 6, 8, 10] as [UInt8] { #expect(try await directory.blob(try blob(byte).digest) == nil) }
        try world.journal.commit(
            Change(facts: [.leaderboardRemoved(world.board.number), .achievement(.removed(world.achievement.number))]))
        #expect(try await directory.removeLeaderboardSet(world.set.id, of: world.app.number, nil))
        #expect(try await directory.removeActivity(try ActivityID("Race"), of: world.app.number, nil))
        let definition = try definition(languages).id
        #expect(try await directory.removeChallengeDefinition(definition, of: world.app.number, nil))
        #expect(try await slots(world).isEmpty)
        for byte in [1, 3, 5, 7, 9] as [UInt8] { #expect(try await directory.blob(try blob(byte).digest) == nil) }
        // What is gone takes none, and what is made again begins without.
        #expect(try await !directory.putImage(try image("leaderboards/High/en", 1, in: world), nil))
        try world.journal.commit(Change(facts: [.leaderboard(try board(2, world.app, languages))]))
        #expect(try await slots(world).isEmpty)
        #expect(try await directory.putImage(try image("leaderboards/High/en", 1, in: world), nil))
    }
}
