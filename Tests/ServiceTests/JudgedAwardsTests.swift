import LaurelDomain
import LaurelMatches
import LaurelStorage
import LaurelTestMatches
import Synchronization
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("What judged matches award", .timeLimit(.minutes(15))) struct JudgedAwardsTests {
    /// Ada, Zoe and perhaps Bob, in a game of ``LastTiles``.
    private struct Scene {
        var world: MatchWorld
        let events: Events

        final class Events: Sendable {
            private let all = Mutex<[ScoreEvent]>([])
            func add(_ event: ScoreEvent) { all.withLock { $0.append(event) } }
            var leftOut: [ScoreEvent] {
                all.withLock { $0.filter { if case .awardLeftOut = $0 { true } else { false } } }
            }
        }

        /// - Parameter tiles: of each seat.
        init(
            _ tiles: [UInt8], replays: ReplayPorts = .none, board: (inout LeaderboardFields) -> Void = { _ in }
        ) async throws {
            let events = Events()
            self.events = events
            var ports = PlayPorts()
            ports.rules = try LastTiles(tiles)
            ports.replays = replays
            ports.log = { events.add($0) }
            world = try await MatchWorld(ports: ports)
            try await world.play.board(LastTiles.board, board)
            try await world.play.achievement(LastTiles.achievement)
        }

        /// A match in which each seat has played one tile.
        ///
        /// - Parameter key: the first of sixteen that no other write has.
        func begun(
            key: UInt64 = 1, seats: Int = 2, environment: Environment = .production
        ) async throws -> MatchNumber {
            let players = Array([world.ada, world.zoe, world.bob].prefix(seats))
            let request = try MatchRequest(
                minPlayers: seats, maxPlayers: seats, recipients: Array(players.dropFirst()), takesStrangers: false)
            let number = try await FindMatch(world.matches)(
                request, key: world.key(key), app: world.play.app, environment: environment, by: players[0]
            ).match.number
            for (seat, player) in players.enumerated() {
                let next = key + 1 + 2 * UInt64(seat)
                if seat > 0 { try await write(.accept, number, by: player, key: next, environment) }
                try await move(number, by: player, key: next + 1, environment)
            }
            return number
        }

        @discardableResult
        func write(
            _ command: MatchCommand, _ number: MatchNumber, by player: PlayerNumber, key: UInt64,
            _ environment: Environment = .production
        ) async throws -> MatchDetails? {
            let game = MatchGame(app: world.play.app.number, environment: environment)
            return try await WriteMatch(world.matches)(command, of: number, key: world.key(key), in: game, by: player)
        }

        /// - Parameter seen: nil: as it is.
        @discardableResult
        func move(
            _ number: MatchNumber, by player: PlayerNumber, key: UInt64, _ environment: Environment = .production,
            seen: MatchVersion? = nil
        ) async throws -> MatchDetails? {
            let game = MatchGame(app: world.play.app.number, environment: environment)
            let known = try await ReadMatches(world.matches)(number, for: player, in: game).match.version
            return try await write(.move([1], seen: seen ?? known), number, by: player, key: key, environment)
        }

        func ban(_ player: PlayerNumber) async throws {
            let time = world.play.time.moment
            let ban = Ban(player: player, scope: .server, reason: "", author: nil, created: time)
            try await world.play.keeper.perform(
                BanStep(.ban(ban), audit: NewAuditEntry(.playerBan, by: .operator, time: time)))
        }

        func name(_ player: PlayerNumber) -> String {
            player == world.ada ? "ada" : player == world.zoe ? "zoe" : "bob"
        }

        /// Players and values, in order of player.
        func entries(
            _ board: String = LastTiles.board, _ environment: Environment = .production
        ) async throws -> [String] {
            let query = EntriesQuery(
                leaderboard: try LeaderboardID(board), environment: environment,
                selection: .window(try RankWindow(first: 1, count: 100)))
            let page = try await ReadEntries(world.play.keeper)(query, app: world.play.app)
            return (page.entries ?? []).map { "\(name($0.player)) \($0.value)" }.sorted()
        }

        func earned(
            _ player: PlayerNumber, _ environment: Environment = .production
        ) async throws -> [String] {
            let page = try await world.play.page(of: player.rawValue, environment)
            return page.items.filter { $0.progress?.isEarned ?? false }.map(\.achievement.id.text)
        }

        func outcomes(_ number: MatchNumber) -> [MatchOutcome] {
            let match = world.play.keeper.matches.read(world.game) { $0[number] }
            return match?.ended == nil ? [] : match?.participants.map(\.outcome) ?? []
        }

        /// Rows of all kinds.
        var rows: JournalSequence { world.play.keeper.version(of: world.play.app, .production) }
    }

    @Test("rules 12.9, 12.22, 12.40: what the last move brings counts once, also sent again and after a kill")
    func once() async throws {
        var scene = try await Scene([2, 1])
        let number = try await scene.begun()
        #expect(try await scene.entries().isEmpty)
        let seen = try await scene.world.read(number, by: scene.world.ada).match.version
        let ended = try await scene.move(number, by: scene.world.ada, key: 20, seen: seen)
        #expect(ended?.match.ended != nil)
        let rows = scene.rows
        for isKilled in [false, true] {
            if isKilled { scene.world = try await scene.world.killed() }
            let again = try await scene.move(number, by: scene.world.ada, key: 20, seen: seen)
            #expect(again?.match.version == ended?.match.version)
            #expect(scene.rows == rows)
            #expect(try await scene.entries() == ["ada 2", "zoe 1"])
            #expect(try await scene.earned(scene.world.ada) == [LastTiles.achievement])
            #expect(try await scene.earned(scene.world.zoe) == [LastTiles.achievement])
        }
    }

    /// What can put the one out who would be last to play.
    enum End: CaseIterable {
        case quit, time, ban, erasure
    }

    @Test(
        "rules 12.26, 12.40: who would be last to play takes nothing from the others by going, and gets nothing",
        arguments: End.allCases, [2, 3])
    func lastHolder(end: End, seats: Int) async throws {
        let scene = try await Scene(Array(repeating: 1, count: seats - 1) + [2])
        let number = try await scene.begun(seats: seats)
        let holder = seats == 2 ? scene.world.zoe : scene.world.bob
        switch end {
        case .quit: try await scene.write(.askToQuit, number, by: holder, key: 20)
        case .time:
            scene.world.play.time.advance(.days(8))
            #expect(scene.world.play.keeper.fireMatches())
        case .ban: try await scene.ban(holder)
        case .erasure: try await scene.world.play.keeper.erase([holder])
        }
        let left: MatchOutcome = end == .time ? .timeExpired : .quit
        #expect(scene.outcomes(number) == (seats == 2 ? [.won, left] : [.tied, .tied, left]))
        #expect(try await scene.entries() == (seats == 2 ? ["ada 1"] : ["ada 1", "zoe 1"]))
        #expect(try await scene.earned(scene.world.ada) == [LastTiles.achievement])
        if seats == 3 { #expect(try await scene.earned(scene.world.zoe) == [LastTiles.achievement]) }
        if end != .erasure { #expect(try await scene.earned(holder).isEmpty) }
    }

    @Test("rule 12.40: a match that is left before its end brings those who stay nothing", arguments: End.allCases)
    func early(end: End) async throws {
        let scene = try await Scene([2, 2])
        let number = try await scene.begun()
        switch end {
        case .quit: try await scene.write(.askToQuit, number, by: scene.world.ada, key: 20)
        case .time:
            scene.world.play.time.advance(.days(8))
            #expect(scene.world.play.keeper.fireMatches())
        case .ban: try await scene.ban(scene.world.ada)
        case .erasure: try await scene.world.play.keeper.erase([scene.world.ada])
        }
        #expect(scene.outcomes(number).last == .won)
        #expect(try await scene.entries().isEmpty)
        #expect(try await scene.earned(scene.world.zoe).isEmpty)
    }

    @Test("rules 4.12, 12.40: who is banned gets nothing of a match that time ends at that moment; the others do")
    func banned() async throws {
        let scene = try await Scene([1, 1, 2])
        let number = try await scene.begun(seats: 3)
        // Nothing has fired yet: the ban finds it due.
        scene.world.play.time.advance(.days(8))
        try await scene.ban(scene.world.ada)
        #expect(scene.outcomes(number) == [.tied, .tied, .timeExpired])
        #expect(try await scene.entries() == ["zoe 1"])
        #expect(try await scene.earned(scene.world.ada).isEmpty)
        #expect(try await scene.earned(scene.world.zoe) == [LastTiles.achievement])
    }

    @Test("rules 12.2, 12.40: time ends more matches at once than one commit awards, of both environments")
    func many() async throws {
        let scene = try await Scene([1, 2])
        let count = FireMatchesStep.awardedLimit + 2
        for index in 0..<count {
            let environment: Environment = index.isMultiple(of: 2) ? .production : .sandbox
            _ = try await scene.begun(key: UInt64(1 + 16 * index), environment: environment)
        }
        scene.world.play.time.advance(.days(8))
        #expect(scene.world.play.keeper.fireMatches())
        for environment in Environment.allCases {
            #expect(try await scene.entries(LastTiles.board, environment) == ["ada 1"])
            #expect(try await scene.earned(scene.world.ada, environment) == [LastTiles.achievement])
            let game = MatchGame(app: scene.world.play.app.number, environment: environment)
            let all = scene.world.play.keeper.matches.read(game) { $0.matches(of: scene.world.ada) }
            #expect(all.count == count / 2 && all.allSatisfy { $0.ended != nil })
        }
    }

    @Test("rules 12.2, 12.40: what awards something is done by itself: no other turn waits for its leaderboards")
    func apart() async throws {
        let scene = try await Scene([2, 2])
        let (play, game) = (scene.world.play, scene.world.game)
        // Zoe has the last tile. In the other one both have one, and Zoe will be alone with hers.
        let over = try await scene.begun()
        try await scene.move(over, by: scene.world.ada, key: 15)
        let open = try await scene.begun(key: 32)
        play.time.advance(.days(8))
        func fire(awards: Bool) async throws -> Int {
            try await withCheckedContinuation { continuation in
                play.keeper.sendOwn(FireMatchesStep(awards: awards)) { continuation.resume(returning: $0) }
            }.get()
        }
        #expect(try await fire(awards: false) == 1)
        #expect(play.keeper.matches.read(game) { $0[open]?.ended } != nil)
        #expect(play.keeper.matches.read(game) { $0[over]?.ended } == nil)
        #expect(try await scene.entries().isEmpty)
        #expect(try await fire(awards: true) == 1)
        #expect(play.keeper.matches.read(game) { $0[over]?.ended } != nil)
        #expect(try await scene.entries() == ["ada 2"])
    }

    @Test("rules 4.3, 12.40: the writer judges where a score goes, whatever the default leaderboard was before")
    func defaultLeaderboard() async throws {
        let scene = try await Scene([2, 1])
        let play = scene.world.play
        try await play.board("Other") { $0.isDefault = true }
        let points = try #require(
            play.catalogue.leaderboard(try LeaderboardID(LastTiles.board), of: play.app.number))
        /// Past the checks on the caller's thread, when another leaderboard was the default.
        func send() async -> Result<SubmittedScores, SubmitScoresError> {
            await withCheckedContinuation { continuation in
                play.keeper.sendPlayed(
                    SubmitCall(
                        items: [SubmitCall.Item(leaderboard: nil, score: Score(value: 999))], app: play.app.number,
                        stream: StreamID(team: play.app.team, environment: .production), player: scene.world.ada,
                        device: DeviceNumber(1), waiting: nil
                    ) { continuation.resume(returning: $0) })
            }
        }
        #expect(try await send().get().results.count == 1)
        play.catalogue.defaults.put(points.number, of: scene.world.ada, in: play.app.number)
        let rows = scene.rows
        await #expect(throws: SubmitScoresError.judged(item: 0)) { try await send().get() }
        await #expect(throws: SubmitScoresError.judged(item: 0)) {
            try await SubmitScores(play.keeper)(
                [(nil, Score(value: 999))], app: play.app, environment: .production,
                as: play.session(scene.world.ada.rawValue))
        }
        #expect(try await scene.entries().isEmpty && scene.rows == rows)
    }

    @Test("rules 4.1, 12.9, 12.40: a judged leaderboard in a group takes no score from another app of the team either")
    func groups() async throws {
        let scene = try await Scene([2, 1])
        let (play, world) = (scene.world.play, scene.world)
        let other = App(
            number: AppNumber(2), team: play.app.team, bundleID: try BundleID("com.example.second"), name: "Second",
            sku: "S", isGameCenterEnabled: true, isReleased: true)
        play.catalogue.put(other)
        let group = try await play.board("grp.club") { $0.sharedWith = [other.number] }
        let points = try #require(
            play.catalogue.leaderboard(try LeaderboardID(LastTiles.board), of: play.app.number))
        _ = try await ConfigureLeaderboard(play.keeper).move(points.number, of: play.app, into: group.id)
        await #expect(throws: SubmitScoresError.judged(item: 0)) {
            try await SubmitScores(play.keeper)(
                [(group.id, Score(value: 999))], app: other, environment: .production,
                as: play.session(world.ada.rawValue))
        }
        // Nor with the end of a match, which that app's players judge themselves.
        let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false)
        let match = try await FindMatch(world.matches)(
            request, key: world.key(40), app: other, environment: .production, by: world.ada
        ).match
        let (first, second) = (try #require(Seat(0)), try #require(Seat(1)))
        let end = TurnWrite(.endMatch([first: .won, second: .lost]), data: [])
        let session = play.session(world.ada.rawValue)
        await #expect(throws: MatchError.result(.score(0, .judged(item: 0)))) {
            try await EndMatch(world.matches)(
                .turn(end, seen: match.version), of: match.number, key: world.key(41),
                scores: [EndMatch.MatchScore(seat: first, leaderboard: group.id, score: Score(value: 999))],
                reports: [], app: other, environment: .production, as: session)
        }
        #expect(try await scene.entries("grp.club").isEmpty)
        // The rules' own arrive there.
        let number = try await scene.begun()
        try await scene.move(number, by: world.ada, key: 20)
        #expect(try await scene.entries("grp.club") == ["ada 2", "zoe 1"])
    }

    @Test(
        "rule 12.40: a leaderboard that asks players for replays or tickets takes the server's own score",
        arguments: [ReplayRule.Requirement.replay, .ticket])
    func replays(requirement: ReplayRule.Requirement) async throws {
        var replays = ReplayPorts.none
        replays.knows = { _, _ in true }
        let simulator = try SimulatorName("game")
        let scene = try await Scene([2, 1], replays: replays) {
            $0.replays = ReplayRule(simulator: simulator, requires: requirement)
        }
        let number = try await scene.begun()
        try await scene.move(number, by: scene.world.ada, key: 20)
        #expect(try await scene.entries() == ["ada 2", "zoe 1"])
        #expect(scene.events.leftOut.isEmpty)
    }

    @Test("rule 12.40: a score that the leaderboard doesn't take is left out, and the log says why")
    func leftOut() async throws {
        let range = try #require(ScoreRange(lowest: 2, highest: 9))
        let scene = try await Scene([2, 1]) { $0.settings.range = range }
        let number = try await scene.begun()
        let ended = try await scene.move(number, by: scene.world.ada, key: 20)
        #expect(ended?.match.ended != nil)
        #expect(try await scene.entries() == ["ada 2"])
        let board = try LeaderboardID(LastTiles.board)
        #expect(scene.events.leftOut == [.awardLeftOut(board, .outOfRange(item: 0, range))])
    }

    @Test("rule 12.40: a run that was played again earns no achievement that only a match's rules award")
    func runs() async throws {
        var replays = ReplayPorts.none
        replays.knows = { _, _ in true }
        let scene = try await Scene([2, 1], replays: replays)
        let play = scene.world.play
        let simulator = try SimulatorName("game")
        let board = try await play.board("Runs") {
            $0.replays = ReplayRule(simulator: simulator, requires: .replay)
        }
        try await play.achievement("Jump")
        let digest = try #require(BlobDigest([UInt8](repeating: 7, count: BlobDigest.byteCount)))
        let run = CheckedRun(
            simulator: simulator, verification: .verified, trace: 7, isTelling: true,
            feats: [try AchievementID(LastTiles.achievement), try AchievementID("Jump")], hasTicket: false,
            ticket: nil)
        let item = SubmitCall.Item(
            leaderboard: board.number, score: Score(value: 4), replay: Blob(digest: digest, bytes: [1]),
            run: .success(run))
        let submitted: Result<SubmittedScores, SubmitScoresError> = await withCheckedContinuation { continuation in
            play.keeper.sendPlayed(
                SubmitCall(
                    items: [item], app: play.app.number,
                    stream: StreamID(team: play.app.team, environment: .production), player: scene.world.ada,
                    device: DeviceNumber(1), waiting: nil
                ) { continuation.resume(returning: $0) })
        }
        #expect(try submitted.get().results.count == 1)
        #expect(try await scene.earned(scene.world.ada) == ["Jump"])
    }
}
