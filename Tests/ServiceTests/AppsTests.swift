import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelService

/// Apps over a store, with leaderboards that are put straight into the catalogue.
private struct AppsWorld {
    let directory: SQLiteDirectory
    let catalogue: Catalogue
    let apps: Apps
    let bundleID: BundleID

    init(_ catalogue: Catalogue, leaderboards: LeaderboardChanging) async throws {
        self.catalogue = catalogue
        directory = try TestStores.directory()
        bundleID = try BundleID("com.ali.MonkeyJump")
        apps = Apps(
            directory: directory, catalogue: catalogue, team: try await directory.firstTeam(named: "Team"),
            leaderboards: leaderboards, clock: Clock { Timestamp(clamping: 1_800_000_000_000) })
    }

    init() async throws {
        let catalogue = Catalogue()
        let lastNumber = Mutex<UInt32>(0)
        try await self.init(
            catalogue,
            leaderboards: LeaderboardChanging(
                configure: { app, wanted, _ in
                    let old = catalogue.leaderboard(wanted.id, of: app.number)
                    let number =
                        old?.number.rawValue
                        ?? lastNumber.withLock { last in
                            last += 1
                            return last
                        }
                    catalogue.put(
                        Leaderboard(
                            number: LeaderboardNumber(number), app: app.number, id: wanted.id,
                            settings: wanted.settings, isReleased: old?.isReleased ?? false))
                },
                release: { app, _ in
                    for var leaderboard in catalogue.leaderboards(of: app.number) {
                        leaderboard.isReleased = true
                        catalogue.put(leaderboard)
                    }
                }))
    }

    func create(_ name: String = "MonkeyJump") async throws -> App {
        try await CreateApp(apps)(bundleID, try AppDescription(name: name, sku: "MJ-1"), by: .operator)
    }

    func change(_ edit: (inout AppChange) -> Void) async throws -> App {
        var change = AppChange()
        edit(&change)
        return try await UpdateApp(apps)(bundleID, change, by: .operator)
    }
}

@Suite("Apps", .timeLimit(.minutes(15))) struct AppsTests {
    @Test("rules 3.1, 3.2: a new app has Game Center off and the sandbox only")
    func create() async throws {
        let world = try await AppsWorld()
        let app = try await world.create()
        #expect(!app.isGameCenterEnabled && !app.isReleased)
        #expect(world.catalogue.app(world.bundleID) == app)
        #expect(try await world.directory.apps() == [app])
        #expect(try DescribeGame(world.catalogue)(world.bundleID).environments == [.sandbox])
        #expect(ListApps(world.catalogue)().isEmpty)
        #expect(ListApps(world.catalogue)(by: .operator, Roster()) == [app])
        await #expect(throws: AppError.bundleIDTaken(world.bundleID)) { _ = try await world.create("Another") }
        let unknown = try BundleID("com.example.none")
        #expect(throws: GameRefusal.unknownGame(unknown)) { try DescribeGame(world.catalogue)(unknown) }
    }

    @Test("rules 3.2, 3.4: a change takes effect at once, and a release is for ever")
    func update() async throws {
        let world = try await AppsWorld()
        _ = try await world.create()
        let before = world.catalogue.revision
        _ = try await world.change { $0.isGameCenterEnabled = true }
        #expect(world.catalogue.revision > before)
        #expect(world.catalogue.app(world.bundleID)?.isGameCenterEnabled == true)
        _ = try await world.change { $0.releases = true }
        _ = try await world.change { change in
            change.name = "Affensprung"
            change.link = .becomes("/play/affensprung/")
        }
        let app = try #require(world.catalogue.app(world.bundleID))
        #expect(app.isReleased && app.name == "Affensprung" && app.link == "/play/affensprung/")
        #expect(try await world.directory.apps() == [app])
        #expect(ListApps(world.catalogue)() == [app])
        #expect(try DescribeGame(world.catalogue)(world.bundleID).environments == [.production, .sandbox])
        _ = try await world.change { $0.link = .goes }
        #expect(world.catalogue.app(world.bundleID)?.link == nil)
    }

    @Test("changes made at the same moment are all kept")
    func concurrent() async throws {
        let world = try await AppsWorld()
        _ = try await world.create()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await world.change { $0.isGameCenterEnabled = true } }
            group.addTask { _ = try await world.change { $0.name = "New" } }
            group.addTask { _ = try await world.change { $0.link = .becomes("https://example.com/") } }
            group.addTask { _ = try await world.change { $0.releases = true } }
            try await group.waitForAll()
        }
        let app = try #require(world.catalogue.app(world.bundleID))
        #expect(app.isGameCenterEnabled && app.isReleased && app.name == "New" && app.link != nil)
        #expect(try await world.directory.apps() == [app])
    }

    @Test(
        "names the rule that a description breaks",
        arguments: [
            ("", "", nil, AppDescription.Invalid.name(limit: 64)), ("  ", "", nil, .name(limit: 64)),
            ("\u{202E}emaG", "", nil, .name(limit: 64)), ("Ga\u{200B}me", "", nil, .name(limit: 64)),
            ("Game\u{2028}", "", nil, .name(limit: 64)), ("\u{200D}\u{3164}", "", nil, .name(limit: 64)),
            ("Game", "\u{2066}1", nil, .sku(limit: 64)),
            (String(repeating: "x", count: 65), "", nil, .name(limit: 64)), ("a\nb", "", nil, .name(limit: 64)),
            ("Game", String(repeating: "x", count: 65), nil, .sku(limit: 64)),
            ("Game", "", "ftp://x", .link(limit: 2_048)),
            ("Game", "", "https://", .link(limit: 2_048)), ("Game", "", "https://a b", .link(limit: 2_048)),
            ("Game", "", "javascript:alert(1)", .link(limit: 2_048)),
            ("Game", "", "//evil.example", .link(limit: 2_048)),
            ("Game", "", "/\\evil.example", .link(limit: 2_048)), ("Game", "", "/a\\b", .link(limit: 2_048)),
            ("Game", "", "https://" + String(repeating: "x", count: 2_041), .link(limit: 2_048)),
        ] as [(String, String, String?, AppDescription.Invalid)])
    func descriptions(name: String, sku: String, link: String?, expected: AppDescription.Invalid) {
        #expect(throws: expected) { try AppDescription(name: name, sku: sku, link: link) }
    }

    @Test("takes what is at the limits")
    func limits() throws {
        _ = try AppDescription(
            name: String(repeating: "龙", count: 64), sku: String(repeating: "x", count: 64),
            link: "https://" + String(repeating: "x", count: 2_040))
    }
}

@Suite("Configuration as code", .timeLimit(.minutes(15))) struct AppConfigurationTests {
    private func leaderboard(_ id: String, isDefault: Bool = false) throws -> LeaderboardConfiguration {
        LeaderboardConfiguration(
            id: try LeaderboardID(id),
            settings: LeaderboardSettings(
                referenceName: id, range: ScoreRange(lowest: 0, highest: 100), isDefault: isDefault,
                localizations: [
                    LeaderboardLocalization(language: try LanguageTag("zh-Hans"), name: "最高分"),
                    LeaderboardLocalization(language: .english, name: "High Scores", suffixPlural: " Points"),
                ]))
    }

    private func configuration(_ world: AppsWorld) throws -> AppConfiguration {
        AppConfiguration(
            bundleID: world.bundleID,
            description: try AppDescription(name: "MonkeyJump", sku: "MJ-1", link: "https://example.com/"),
            isGameCenterEnabled: true, isReleased: true,
            leaderboards: [try leaderboard("HighScores", isDefault: true), try leaderboard("Fastest")])
    }

    @Test("rule 3.7: an import makes the app, and the second plan is empty")
    func idempotent() async throws {
        let world = try await AppsWorld()
        let wanted = try configuration(world)
        let shown = try ImportConfiguration(world.apps).plan(wanted, by: .operator)
        #expect(world.catalogue.apps().isEmpty)
        let done = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        #expect(done == shown)
        #expect(!done.changes.isEmpty)
        let second = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        #expect(second.changes.isEmpty && second.untouched.isEmpty)
        let app = try #require(world.catalogue.app(world.bundleID))
        #expect(app.isReleased && app.isGameCenterEnabled && app.link == "https://example.com/")
        #expect(world.catalogue.defaultLeaderboard(of: app.number)?.id.text == "HighScores")
        let leaderboards = world.catalogue.leaderboards(of: app.number)
        #expect(leaderboards.allSatisfy { $0.isReleased })
    }

    @Test("an app that another team makes while an import waits for those before it stays as that team made it")
    func takenMeanwhile() async throws {
        let world = try await AppsWorld()
        let (apps, wanted) = (world.apps, try configuration(world))
        let other = TeamNumber(apps.team.rawValue + 1)
        let (begun, end) = (Event<Void>(), Event<Void>())
        let before = Task {
            await apps.importGate.run {
                begun.happen(())
                await end.next()
            }
        }
        await begun.next()
        let waiting = Task { try await ImportConfiguration(apps)(wanted, in: other, by: .operator) }
        while apps.importGate.waiting == 0 { await Task.yield() }
        let app = try await world.create()
        end.happen(())
        await before.value
        let taken = ImportConfigurationError.app(.bundleIDTaken(world.bundleID))
        await #expect(throws: taken) { try await waiting.value }
        #expect(throws: taken) { try ImportConfiguration(apps).plan(wanted, in: other, by: .operator) }
        #expect(world.catalogue.app(world.bundleID) == app)
        #expect(world.catalogue.leaderboards(of: app.number).isEmpty)
        // Its own team's import goes on.
        _ = try await ImportConfiguration(apps)(wanted, in: app.team, by: .operator)
        #expect(world.catalogue.leaderboards(of: app.number).count == 2)
    }

    @Test("rule 3.7: leaderboards are made and released by the writer of scores, in every field, once")
    func throughTheWriter() async throws {
        try await withWriter { world, _ in
            var wanted = try configuration(world)
            wanted.webOrigins = []
            wanted.allowsGuests = true
            wanted.hasDesktopGame = true
            wanted.achievements = []
            for _ in 0..<2 {
                let done = try await ImportConfiguration(world.apps)(wanted, by: .operator)
                #expect(!done.changes.isEmpty)
                #expect(try ImportConfiguration(world.apps).plan(wanted, by: .operator).changes.isEmpty)
                var exported = try ExportConfiguration(world.catalogue)(world.bundleID, by: .operator)
                exported.leaderboards.sort { $0.id.text > $1.id.text }
                #expect(exported == wanted)
                wanted.leaderboards[0].isDefault = false
                wanted.leaderboards[0].range = nil
                wanted.leaderboards[1].isDefault = true
                wanted.leaderboards[1].isArchived = true
            }
            #expect(world.catalogue.leaderboards(of: AppNumber(1)).count { $0.isReleased } == 2)
            wanted.leaderboards[0].referenceName = ""
            await #expect(throws: ImportConfigurationError.self) {
                try await ImportConfiguration(world.apps)(wanted, by: .operator)
            }
        }
    }

    /// A world whose leaderboards are made by a running writer of scores.
    private func withWriter(_ body: (AppsWorld, ConfigureLeaderboard) async throws -> Void) async throws {
        let catalogue = Catalogue()
        let keeper = ScoreKeeper(
            journal: InMemoryJournal(), catalogue: catalogue, contacts: DeviceContacts(), clock: ManualTime().clock)
        try keeper.start()
        defer { keeper.stop() }
        await keeper.ready()
        let world = try await AppsWorld(catalogue, leaderboards: LeaderboardChanging(keeper))
        try await body(world, ConfigureLeaderboard(keeper))
    }

    private func make(
        _ id: String, in language: LanguageTag = .english, isDefault: Bool = false, sharedWith others: [AppNumber] = [],
        of app: App, _ configure: ConfigureLeaderboard
    ) async throws -> Leaderboard {
        let settings = LeaderboardSettings(
            referenceName: id, isDefault: isDefault,
            localizations: [LeaderboardLocalization(language: language, name: id)])
        let new = NewLeaderboard(
            id: try LeaderboardID(id), fields: LeaderboardFields(settings, sharedWith: others))
        return try #require(try await configure.create(new, of: app).leaderboard)
    }

    @Test("rules 3.6, 3.7, 4.1: a group without a sharing app's default language locks neither that app nor its file")
    func groupLanguages() async throws {
        try await withWriter { world, configure in
            let chinese = try LanguageTag("zh-Hans")
            let first = try await world.create()
            let second = try await CreateApp(world.apps)(
                try BundleID("com.ali.Second"), try AppDescription(name: "Second", defaultLanguage: chinese),
                by: .operator)
            let group = try await make("grp.best", sharedWith: [second.number], of: first, configure)
            var change = AppChange()
            change.name = "Renamed"
            _ = try await UpdateApp(world.apps)(second.bundleID, change, by: .operator)
            let file = try ExportConfiguration(world.catalogue)(second.bundleID, by: .operator)
            #expect(file.leaderboards.map(\.id) == [group.id])
            #expect(try ImportConfiguration(world.apps).plan(file, by: .operator).changes.isEmpty)
            // Whichever app changes its texts, they have the language of its own one.
            _ = try await configure.update(group.number, of: second) { $0.referenceName = "Best of all" }
            let name = LeaderboardLocalization(language: chinese, name: "最高分")
            await #expect(throws: ConfigureLeaderboardError.missingLanguage(.english)) {
                try await configure.update(group.number, of: second) { $0.localizations = [name] }
            }
            var edited = file
            edited.leaderboards[0].localizations = [name]
            #expect(throws: ImportConfigurationError.refused(.missingLanguage(group.id, .english))) {
                try ImportConfiguration(world.apps).plan(edited, by: .operator)
            }
            await #expect(throws: AppError.missingLanguage(group.id, chinese)) {
                try await world.change { $0.defaultLanguage = chinese }
            }
        }
    }

    @Test("rules 3.7, 4.3: a group is its own app's default, and no second one in the file of an app that shares it")
    func groupDefaults() async throws {
        try await withWriter { world, configure in
            let first = try await world.create()
            let second = try await CreateApp(world.apps)(
                try BundleID("com.ali.Second"), try AppDescription(name: "Second"), by: .operator)
            let group = try await make(
                "grp.best", isDefault: true, sharedWith: [second.number], of: first, configure)
            let own = try await make("Own", isDefault: true, of: second, configure)
            var file = try ExportConfiguration(world.catalogue)(second.bundleID, by: .operator)
            #expect(file.leaderboards.filter(\.isDefault).map(\.id) == [own.id])
            // A file that was exported before says so of both.
            var old = file
            for index in old.leaderboards.indices { old.leaderboards[index].isDefault = true }
            for file in [file, old] {
                #expect(try ImportConfiguration(world.apps).plan(file, by: .operator).changes.isEmpty)
            }
            // Another app comes to share it, by such a file.
            file.bundleID = try BundleID("com.ali.Third")
            _ = try await ImportConfiguration(world.apps)(file, by: .operator)
            #expect(try ImportConfiguration(world.apps).plan(file, by: .operator).changes.isEmpty)
            let third = try #require(world.catalogue.app(file.bundleID))
            #expect(world.catalogue.leaderboards(of: third.number).contains { $0.number == group.number })
            let defaults = [first, second, third].map { world.catalogue.defaultLeaderboard(of: $0.number)?.id }
            #expect(defaults == [group.id, own.id, own.id])
        }
    }

    @Test("rules 3.7, 4.1: a file with a former ID brings it to an app that does not speak the group's language")
    func formerIDs() async throws {
        try await withWriter { world, configure in
            let first = try await world.create()
            let group = try await make("grp.best", isDefault: true, of: first, configure)
            let old = try LeaderboardID("Old")
            var settings = group.settings
            settings.isDefault = false
            var wanted = AppConfiguration(
                bundleID: try BundleID("com.ali.Second"),
                description: try AppDescription(name: "Second", defaultLanguage: try LanguageTag("zh-Hans")),
                isGameCenterEnabled: false, isReleased: false,
                leaderboards: [
                    LeaderboardConfiguration(id: group.id, settings: settings, formerIDs: [old])
                ])
            wanted.achievements = []
            _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
            let second = try #require(world.catalogue.app(wanted.bundleID))
            #expect(world.catalogue.leaderboard(old, of: second.number)?.number == group.number)
            #expect(try ImportConfiguration(world.apps).plan(wanted, by: .operator).changes.isEmpty)
            #expect(world.catalogue.defaultLeaderboard(of: first.number)?.id == group.id)
        }
    }

    @Test("rules 3.7, 4.1: a set loses a leaderboard that is deleted, and has the group that one was moved into")
    func setMembers() async throws {
        try await withWriter { world, configure in
            let app = try await world.create()
            var boards: [Leaderboard] = []
            for id in ["Gone", "Old", "Kept", "grp.best"] {
                boards.append(try await make(id, of: app, configure))
            }
            let wanted = LeaderboardSetConfiguration(
                id: try LeaderboardSetID("Levels"), referenceName: "Levels",
                localizations: [SetLocalization(language: .english, name: "Levels")],
                leaderboards: boards.map(\.id),
                leaderboardNames: boards.prefix(3).map {
                    SetLeaderboardName(leaderboard: $0.id, language: .english, name: "Level \($0.id.text)")
                })
            let sets = ConfigureSets(world.apps)
            let made = try await sets.create(wanted, of: app, by: .operator)
            try await configure.remove(boards[0].number, of: app)
            _ = try await configure.move(boards[1].number, of: app, into: boards[3].id)
            let left = [boards[3].id, boards[2].id]
            #expect(world.catalogue.shownSets(of: app, in: .sandbox).map(\.leaderboards) == [left])
            let file = try ExportConfiguration(world.catalogue)(world.bundleID, by: .operator)
            #expect(file.sets?.map(\.leaderboards) == [left])
            #expect(try ImportConfiguration(world.apps).plan(file, by: .operator).changes.isEmpty)
            let changed = try await sets.update(made.id, of: app, by: .operator) { $0.referenceName = "Stages" }
            #expect(changed.referenceName == "Stages" && changed.leaderboards == left)
            #expect(changed.leaderboardNames.map(\.name) == ["Level Kept", "Level Old"])
            #expect(try await world.directory.leaderboardSets().map(\.leaderboards) == [left])
        }
    }

    @Test("rule 3.7: what is exported imports into another server, and exports the same")
    func roundTrip() async throws {
        let world = try await AppsWorld()
        _ = try await ImportConfiguration(world.apps)(try configuration(world), by: .operator)
        let exported = try ExportConfiguration(world.catalogue)(world.bundleID, by: .operator)
        #expect(
            try ConfigurationPlan(
                exported, app: world.catalogue.app(world.bundleID),
                leaderboards: world.catalogue.leaderboards(of: AppNumber(1))
            ).changes.isEmpty)
        let other = try await AppsWorld()
        _ = try await ImportConfiguration(other.apps)(exported, by: .operator)
        #expect(try ExportConfiguration(other.catalogue)(world.bundleID, by: .operator) == exported)
        let unknown = try BundleID("com.example.none")
        #expect(throws: AppError.unknownApp(unknown)) {
            try ExportConfiguration(world.catalogue)(unknown, by: .operator)
        }
    }

    @Test("shows each difference, and leaves alone what the file does not name")
    func differences() async throws {
        let world = try await AppsWorld()
        var wanted = try configuration(world)
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        wanted.leaderboards[0].isDefault = false
        wanted.leaderboards[1] = try leaderboard("Longest", isDefault: true)
        wanted.description = try AppDescription(name: "New name", sku: "MJ-1")
        let plan = try ImportConfiguration(world.apps).plan(wanted, by: .operator)
        var change = AppChange()
        change.name = "New name"
        change.link = .goes
        let before = try leaderboard("HighScores", isDefault: true)
        #expect(
            plan.changes == [
                .changeLeaderboard(from: before, to: wanted.leaderboards[0]),
                .createLeaderboard(wanted.leaderboards[1]), .changeApp(change),
            ])
        #expect(plan.untouched.map(\.text) == ["Fastest"])
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        #expect(try ImportConfiguration(world.apps).plan(wanted, by: .operator).changes.isEmpty)
        #expect(world.catalogue.leaderboards(of: AppNumber(1)).count == 3)
    }

    @Test("refuses what cannot be done before anything is done")
    func refusals() async throws {
        let world = try await AppsWorld()
        let wanted = try configuration(world)
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        let high = wanted.leaderboards[0].id
        let fastest = wanted.leaderboards[1].id
        func refusal(_ edit: (inout AppConfiguration) throws -> Void) async throws -> ConfigurationRefusal? {
            var edited = wanted
            edited.description = try AppDescription(name: "Never")
            try edit(&edited)
            do {
                _ = try await ImportConfiguration(world.apps)(edited, by: .operator)
                return nil
            } catch ImportConfigurationError.refused(let refusal) {
                return refusal
            }
        }
        #expect(try await refusal { $0.isReleased = false } == .releaseIsForEver)
        #expect(try await refusal { $0.leaderboards.append($0.leaderboards[0]) } == .leaderboardTwice(high))
        #expect(try await refusal { $0.leaderboards[1].isDefault = true } == .twoDefaults(high, fastest))
        #expect(
            try await refusal { $0.leaderboards = [try leaderboard("New", isDefault: true)] }
                == .twoDefaults(try LeaderboardID("New"), high))
        #expect(
            try await refusal { $0.leaderboards[0].localizations.removeAll { $0.language == .english } }
                == .missingLanguage(high, .english))
        #expect(
            try await refusal { $0.leaderboards[0].localizations += $0.leaderboards[0].localizations }
                == .languageTwice(high, .english))
        let german = try LanguageTag("de")
        #expect(
            try await refusal { $0.description = try AppDescription(name: "Never", defaultLanguage: german) }
                == .missingLanguage(high, german))
        #expect(world.catalogue.app(world.bundleID)?.name == "MonkeyJump")
    }

    @Test("rule 3.3: what a release has frozen cannot be changed, in a prereleased one it can")
    func frozen() async throws {
        let world = try await AppsWorld()
        var wanted = try configuration(world)
        wanted.isReleased = false
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        wanted.leaderboards[0].sortOrder = .lowToHigh
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        wanted.isReleased = true
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        let edits: [(ConfigurationRefusal.FrozenField, (inout LeaderboardConfiguration) -> Void)] = [
            (.sortOrder, { $0.sortOrder = .highToLow }), (.format, { $0.format = .yenWhole }),
            (.submissionType, { $0.submissionType = .mostRecent }),
        ]
        for (field, edit) in edits {
            var edited = wanted
            edit(&edited.leaderboards[0])
            let refused = ImportConfigurationError.refused(.frozen(wanted.leaderboards[0].id, field))
            await #expect(throws: refused) { try await ImportConfiguration(world.apps)(edited, by: .operator) }
        }
        wanted.leaderboards[0].referenceName = "can change"
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
    }

    @Test("rule 3.5: at most 100 leaderboards, those that the file does not name included")
    func limit() async throws {
        let world = try await AppsWorld()
        var wanted = try configuration(world)
        wanted.leaderboards = try (0..<100).map { try leaderboard("L\($0)") }
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        wanted.leaderboards = [try leaderboard("one.more")]
        await #expect(throws: ImportConfigurationError.refused(.tooManyLeaderboards(limit: 100))) {
            try await ImportConfiguration(world.apps)(wanted, by: .operator)
        }
    }

    @Test("rule 3.6: the default language can become one that every leaderboard has")
    func language() async throws {
        let world = try await AppsWorld()
        var wanted = try configuration(world)
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        let chinese = try LanguageTag("zh-Hans")
        wanted.description = try AppDescription(name: "MonkeyJump", sku: "MJ-1", defaultLanguage: chinese)
        _ = try await ImportConfiguration(world.apps)(wanted, by: .operator)
        #expect(world.catalogue.app(world.bundleID)?.defaultLanguage == chinese)
        let german = try LanguageTag("de")
        let first = try #require(world.catalogue.leaderboards(of: AppNumber(1)).first)
        await #expect(throws: AppError.missingLanguage(first.id, german)) {
            try await world.change { $0.defaultLanguage = german }
        }
    }
}

@Suite("Client address") struct ClientAddressTests {
    @Test(
        "is the same for one network and different for two",
        arguments: [
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("::ffff:192.0.2.1", "192.0.2.1", true), ("2001:db8::1", "2001:db8::2", true),
            ("2001:db8:0:1::1", "2001:db8:0:2::1", false), ("[2001:db8::1%eth0]", "2001:db8:0:0:1:2:3:4", true),
            ("::1", "127.0.0.1", false), ("nonsense", "nonsense", true), ("nonsense", "other", false),
            ("1:2:3", "1:2:3::", false), ("", ":", false),
        ])
    func networks(first: String, second: String, areSame: Bool) {
        #expect((ClientAddress(first) == ClientAddress(second)) == areSame)
        #expect(ClientAddress(first) != .local)
    }

    @Test("comes from a socket's bytes too")
    func octets() {
        #expect(ClientAddress(octets: [192, 0, 2, 1]) == ClientAddress("192.0.2.1"))
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 192, 0, 2, 1]
        #expect(ClientAddress(octets: mapped) == ClientAddress("192.0.2.1"))
        #expect(ClientAddress(octets: [1, 2, 3]) == nil)
    }
}
