import LaurelCryptography
import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Importing scores", .timeLimit(.minutes(15))) struct ScoreImportTests {
    /// 2024-05-01, long before the fixture's clock.
    static let old = Timestamp(clamping: 1_714_521_600_000)

    static func row(
        _ value: Int64, _ player: String, board: String = "HighScores", name: String? = nil, alias: String? = nil,
        date: Timestamp = Self.old
    ) throws -> ImportedRow {
        ImportedRow(
            leaderboard: try LeaderboardID(board), player: try #require(ForeignPlayerID(player)),
            alias: try alias.map { try Alias($0) }, name: name, value: value, date: date)
    }

    private func bring(
        _ rows: [ImportedRow], _ scene: MergeScene, plan: Bool = false, aliases: Bool = false,
        environment: Environment = .production, by administrator: Administrator = .operator
    ) async throws -> ScoreImport {
        try await ImportScores(scene.world.accounts, scene.play.keeper)(
            rows, matchesAliases: aliases, isPlan: plan, of: scene.play.app, environment,
            by: administrator)
    }

    private func player(_ id: String, _ scene: MergeScene) async throws -> PlayerNumber? {
        let foreign = try #require(ForeignPlayerID(id))
        let digest = try #require(scene.world.accounts.imports.digest(foreign, of: scene.play.app.number))
        return try await scene.play.store.directory.foreignPlayers([digest], of: scene.play.app.number).first?.player
    }

    private func secret(_ id: String, _ scene: MergeScene) async throws -> String {
        try #require(try await claims(scene).first { $0.player.text == id }).secret.text
    }

    private func links(_ scene: MergeScene) -> ClaimLinks { ClaimLinks(scene.world.accounts, scene.play.keeper) }

    private func claims(
        _ scene: MergeScene, _ environment: Environment = .production
    ) async throws -> [Claim] {
        try await links(scene)(of: scene.play.app, environment, after: nil).claims
    }

    private func isEmpty(_ scene: MergeScene) async throws -> Bool { try await scene.order().isEmpty }

    @Test("scores come in with their dates for guests of their names; the same again, and more, count once")
    func repetition() async throws {
        let scene = try await MergeScene()
        try await scene.play.board()
        let rows = [
            try Self.row(700, "P1", name: "Old Hand"), try Self.row(500, "P1"), try Self.row(600, "P2", name: "Ada"),
            try Self.row(500, "P1"),
        ]
        let plan = try await bring(rows, scene, plan: true)
        #expect(plan.imported == 3 && plan.known == 1 && plan.newPlayers == 2 && plan.refused.isEmpty)
        #expect(try await isEmpty(scene), "a plan changes nothing")
        #expect(try await player("P1", scene) == nil)
        let done = try await bring(rows, scene)
        #expect(done == plan)
        let (first, second) = (
            try #require(try await player("P1", scene)), try #require(try await player("P2", scene))
        )
        #expect(try await scene.order() == ["\(first.rawValue):700", "\(second.rawValue):600"])
        let names = scene.world.accounts.names
        #expect(names.displayName(first) == "Old Hand")
        #expect(names.displayName(second)?.hasPrefix("Ada ") == true, "an account has the name itself")
        #expect(scene.world.accounts.profiles.isGuest(first))
        let row = try #require(try scene.scores(of: first).first)
        #expect(row.date == Self.old && row.flags.contains(.isImported) && !row.flags.contains(.isDateClamped))
        let restarted = try await scene.restarted()
        let again = try await bring(rows + [try Self.row(800, "P3")], restarted)
        #expect(again.imported == 1 && again.known == 4 && again.newPlayers == 1)
        #expect(try restarted.scores(of: first).count == 2 && restarted.scores(of: second).count == 1)
        #expect(try await restarted.order().count == 3)
    }

    @Test("what was cut off in the middle goes on where it was")
    func cutOff() async throws {
        let (store, journal) = try PlayStore.make().held()
        let scene = try await MergeScene(store)
        try await scene.play.board()
        let rows = try (0..<40).map { try Self.row(Int64($0), "P\($0 % 7)") }
        journal.failNext(.unavailable)
        await #expect(throws: ImportScoresError.unavailable) { try await bring(rows, scene) }
        #expect(try await player("P6", scene) != nil, "who they are is known before their scores")
        await scene.play.keeper.ready()
        let again = try await bring(rows, scene)
        #expect(again.imported + again.known == 40 && again.newPlayers == 0)
        var count = 0
        for id in 0..<7 { count += try scene.scores(of: #require(try await player("P\(id)", scene))).count }
        #expect(count == 40)
        let log = try await store.directory.auditEntries(of: .server, before: nil, limit: 9)
        #expect(log.filter { $0.content.action == .scoreImport }.count == 2)
    }

    @Test("every row that breaks a rule is named, and one takes all along")
    func refused() async throws {
        let scene = try await MergeScene()
        let play = scene.play
        try await play.board { $0.settings.range = ScoreRange(lowest: 0, highest: 1_000) }
        let rows = [
            try Self.row(700, "P1"), try Self.row(1_001, "P1"), try Self.row(1, "P2", board: "Nothing"),
            try Self.row(1, "P2", date: play.keeper.now().advanced(by: .seconds(1))),
        ]
        for isPlan in [true, false] {
            let done = try await bring(rows, scene, plan: isPlan)
            let future = ImportRefusal.future(now: play.keeper.now())
            #expect(done.refused.map(\.row) == [1, 2, 3])
            #expect(done.newPlayers == 1, "nobody is made for a row that is refused")
            #expect(
                done.refused.map(\.reason) == [
                    .outOfRange(try #require(ScoreRange(lowest: 0, highest: 1_000))),
                    .unknownLeaderboard(try LeaderboardID("Nothing")), future,
                ])
        }
        #expect(try await isEmpty(scene))
        #expect(try await player("P1", scene) == nil)
        await #expect(throws: ImportScoresError.noRows) { try await bring([], scene) }
        let many = Array(repeating: try Self.row(1, "P1"), count: ImportScores.rowsLimit + 1)
        await #expect(throws: ImportScoresError.tooManyRows(limit: 1_000)) { try await bring(many, scene) }
    }

    @Test("rule 1.13: a link makes the scores the account's, once; a later import gives the account its rows")
    func claimed() async throws {
        let scene = try await MergeScene()
        try await scene.play.board()
        let rows = [try Self.row(700, "P1", name: "Old Hand"), try Self.row(650, "P2")]
        _ = try await bring(rows, scene)
        let link = try await secret("P1", scene)
        let guest = try #require(try await player("P1", scene))
        let preview = try await PreviewMerge(scene.world.accounts, scene.play.keeper)(try GuestSecret(link))
        #expect(preview.guest.displayName == "Old Hand" && preview.rows.map(\.guest) == [700])
        #expect(try await scene.merge(link).isFinished)
        #expect(try await player("P1", scene) == scene.ada.player)
        #expect(try await scene.order().first == "\(scene.ada.player.rawValue):700")
        #expect(try scene.scores(of: scene.ada.player).first?.flags.contains(.isImported) == true)
        #expect(try await scene.play.store.directory.player(guest) == nil)
        let grace = try await scene.world.signUp("Grace").session
        await #expect(throws: MergeGuestError.merged) { try await scene.merge(link, as: grace) }
        let later = try await bring(rows + [try Self.row(900, "P1")], scene)
        #expect(later.imported == 1 && later.known == 2 && later.newPlayers == 0)
        #expect(try await scene.order().first == "\(scene.ada.player.rawValue):900")
        await #expect(throws: ClaimLinksError.claimed) {
            try await links(scene).renew(
                #require(ForeignPlayerID("P1")), of: scene.play.app, by: .operator)
        }
        #expect(try await claims(scene).count == 1)
    }

    @Test("links are of those with scores in the environment; a trial that was wiped has none, and the same link later")
    func environments() async throws {
        let scene = try await MergeScene()
        try await scene.play.board()
        _ = try await bring([try Self.row(700, "P1"), try Self.row(1, "P2")], scene, environment: .sandbox)
        _ = try await bring([try Self.row(600, "P3")], scene)
        #expect(Set(try await claims(scene, .sandbox).map(\.player.text)) == ["P1", "P2"])
        #expect(try await claims(scene).map(\.player.text) == ["P3"])
        let trial = try #require(try await claims(scene, .sandbox).first { $0.player.text == "P1" })
        let wipe = WipeTestData(scene.play.keeper, sections: [.achievements(scene.play.keeper)])
        _ = try await wipe(.everything, of: scene.play.app, subject: "", by: .operator)
        #expect(try await claims(scene, .sandbox).isEmpty)
        let restarted = try await scene.restarted()
        #expect(try await claims(restarted, .sandbox).isEmpty)
        _ = try await bring([try Self.row(700, "P1")], restarted)
        let claim = try #require(try await claims(restarted).first { $0.player.text == "P1" })
        #expect(claim.secret == trial.secret && claim.displayName == trial.displayName)
        #expect(try await claims(restarted).count == 2)
    }

    @Test("a renewed link takes the place of the old one")
    func renewed() async throws {
        let scene = try await MergeScene()
        try await scene.play.board()
        _ = try await bring([try Self.row(700, "P1")], scene)
        let old = try await secret("P1", scene)
        let renewed = try await links(scene).renew(
            #require(ForeignPlayerID("P1")), of: scene.play.app, by: .operator)
        #expect(renewed.secret.text != old)
        #expect(try await secret("P1", scene) == renewed.secret.text)
        await #expect(throws: MergeGuestError.unknownGuest) { try await scene.merge(old) }
        #expect(try await scene.merge(renewed.secret.text).isFinished)
    }

    @Test("who was erased isn't brought back by the same file")
    func erased() async throws {
        let scene = try await MergeScene()
        try await scene.play.board()
        let rows = [try Self.row(700, "P1")]
        _ = try await bring(rows, scene)
        try await scene.merge(try await secret("P1", scene))
        let record = try await scene.play.store.directory.beginErasure(
            of: scene.ada.player, receipt: "R", at: scene.play.time.moment)
        _ = try await scene.finishErasures.finish(try #require(record))
        let again = try await bring(rows, scene)
        #expect(again.refused == [ScoreImport.Refused(row: 0, reason: .erased)])
        #expect(try await isEmpty(scene))
    }

    @Test("aliases are matched with accounts where an administrator says so; it stays, and nobody is told anything")
    func aliases() async throws {
        let scene = try await MergeScene()
        let play = scene.play
        try await play.board()
        let (ada, guest) = (scene.ada.player, scene.guest)
        let guestAlias = try #require(scene.world.accounts.names.displayName(guest))
        // A challenge that a score of today would complete.
        try await play.submit(10, by: ada.rawValue)
        try await play.submit(500, by: 77)
        _ = try await play.challenge(ada.rawValue, by: 77)
        play.time.advance(.minutes(5))
        let rows = [
            try Self.row(700, "P1", alias: "ADA", date: play.keeper.now()), try Self.row(600, "P2", alias: guestAlias),
        ]
        let stranger = Administrator(actor: .player(ada), isAboveTeams: false)
        await #expect(throws: ImportScoresError.notAdministrator) {
            try await bring(rows, scene, aliases: true, by: stranger)
        }
        let notices = try await play.store.directory.notices(of: ada).count
        let done = try await bring(rows, scene, aliases: true)
        #expect(done.imported == 2 && done.newPlayers == 1, "a guest's alias is nobody's account")
        #expect(try await scene.order().first == "\(ada.rawValue):700")
        #expect(try await player("P1", scene) == ada)
        #expect(try await player("P2", scene) != guest)
        #expect(try await play.store.directory.notices(of: ada).count == notices)
        // Without the option they are known all the same.
        #expect(try await bring(rows, scene).known == 2)
    }
}
