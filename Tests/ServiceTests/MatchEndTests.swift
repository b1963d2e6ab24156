import LaurelDomain
import LaurelMatches
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("The end of a match, with scores", .timeLimit(.minutes(15))) struct MatchEndTests {
    /// Ada and Zoe in a match in which Ada has the turn, in a game with two leaderboards and an achievement.
    private struct Scene {
        var world: MatchWorld
        let number: MatchNumber

        /// - Parameter isBobIn: a third player sits in it, too, who had no turn yet.
        init(
            _ store: PlayStore? = nil, snapshots: (any SnapshotFiles)? = nil, isBobIn: Bool = false
        ) async throws {
            world = try await MatchWorld(store, snapshots: snapshots)
            try await world.play.board("Wins")
            try await world.play.board("Points") { $0.settings.range = ScoreRange(lowest: 0, highest: 99) }
            try await world.play.achievement("Winner")
            let request = try MatchRequest(
                minPlayers: isBobIn ? 3 : 2, maxPlayers: isBobIn ? 3 : 2,
                recipients: isBobIn ? [world.zoe, world.bob] : [world.zoe], takesStrangers: false)
            number = try await world.find(request, by: world.ada, key: 1).match.number
            try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
            try await world.write(.accept, number, by: world.zoe, key: 3)
            try await world.turn(.end(MatchWorld.next(0)), number, by: world.zoe, key: 4)
        }

        /// - Parameter key: nil: one that was never used.
        @discardableResult
        func end(
            _ scores: [(Int, String, Int64)], _ achievements: [(Int, String)] = [], key: UInt64 = 5,
            seen: MatchVersion? = nil
        ) async throws -> MatchDetails? {
            let version = if let seen { seen } else { try await world.read(number, by: world.ada).match.version }
            let seats = try await world.read(number, by: world.ada).match.seats
            let outcomes = Dictionary(seats.map { ($0, $0.index == 0 ? MatchOutcome.won : .lost) }) { first, _ in first
            }
            return try await EndMatch(world.matches)(
                .turn(TurnWrite(.endMatch(outcomes), data: [9]), seen: version), of: number, key: world.key(key),
                scores: try scores.map { seat, board, value in
                    EndMatch.MatchScore(
                        seat: try #require(Seat(seat)), leaderboard: try LeaderboardID(board),
                        score: Score(value: value))
                },
                reports: try achievements.map { seat, id in
                    EndMatch.MatchReport(
                        seat: try #require(Seat(seat)),
                        report: AchievementReport(achievement: try AchievementID(id), percent: .full))
                },
                app: world.play.app, environment: .production, as: world.play.session(world.ada.rawValue))
        }

        /// Players and values, best first.
        func entries(_ board: String) async throws -> [String] {
            let query = EntriesQuery(
                leaderboard: try LeaderboardID(board), environment: .production,
                selection: .window(try RankWindow(first: 1, count: 100)))
            let page = try await ReadEntries(world.play.keeper)(query, app: world.play.app)
            return page.entries?.map { "\($0.player == world.ada ? "ada" : "zoe") \($0.value)" } ?? []
        }

        func hasWon(_ player: PlayerNumber) async throws -> Bool {
            try await world.play.page(of: player.rawValue).items.contains { $0.progress?.isEarned ?? false }
        }

        /// Nothing of it is there.
        func isUntouched() async throws -> Bool {
            let match = try await world.read(number, by: world.ada)
            let (wins, points) = (try await entries("Wins"), try await entries("Points"))
            let (ada, zoe) = (try await hasWon(world.ada), try await hasWon(world.zoe))
            return match.match.ended == nil && match.match.turn?.seat == Seat(0) && match.data.isEmpty && wins.isEmpty
                && points.isEmpty && !ada && !zoe
        }
    }

    @Test("rule 12.9: scores and achievements of all who played count with the match, once, also after a kill")
    func whole() async throws {
        var scene = try await Scene()
        let version = try await scene.world.read(scene.number, by: scene.world.ada).match.version
        let scores: [(Int, String, Int64)] = [(0, "Wins", 1), (1, "Points", 30), (0, "Points", 40), (0, "Wins", 2)]
        let ended = try await scene.end(scores, [(0, "Winner"), (1, "Winner"), (0, "Winner")], seen: version)
        #expect(ended?.match.ended != nil && ended?.data == [9])
        for isKilled in [false, true] {
            if isKilled { scene.world = try await scene.world.killed() }
            // Sent again, nothing counts twice.
            #expect(try await scene.end(scores, [(0, "Winner")], key: 5, seen: version) == ended)
            #expect(try await scene.entries("Wins") == ["ada 2"])
            #expect(try await scene.entries("Points") == ["ada 40", "zoe 30"])
            #expect(try await scene.hasWon(scene.world.ada))
            #expect(try await scene.hasWon(scene.world.zoe))
        }
        let notices = try await scene.world.play.notices()
        #expect(notices.count { $0.hasPrefix("\(scene.world.zoe.rawValue) achievementEarned") } == 1)
        #expect(notices.count { $0.hasPrefix("\(scene.world.ada.rawValue) achievementEarned") } == 1)
    }

    @Test("rule 12.9: a score or an achievement that is refused refuses the whole, and is named")
    func refused() async throws {
        let scene = try await Scene()
        func refusal(
            _ scores: [(Int, String, Int64)], _ achievements: [(Int, String)] = []
        ) async throws -> MatchResultRefusal? {
            do {
                try await scene.end(scores, achievements)
                return nil
            } catch MatchError.result(let refusal) {
                return refusal
            }
        }
        let range = try #require(ScoreRange(lowest: 0, highest: 99))
        #expect(
            try await refusal([(0, "Wins", 1), (1, "Points", 100)], [(0, "Winner")])
                == .score(1, .outOfRange(item: 0, range)))
        #expect(try await refusal([(0, "None", 1)]) == .score(0, .unknownLeaderboard(item: 0)))
        #expect(try await refusal([(0, "Wins", 1)], [(1, "None")]) == .achievement(0, .unknownAchievement(item: 0)))
        #expect(try await refusal([(0, "Wins", 1), (2, "Wins", 1)]) == .nobody(.score(1)))
        #expect(try await refusal([], [(15, "Winner")]) == .nobody(.achievement(0)))
        #expect(try await scene.isUntouched())
        // What refused it left nothing behind: the same without it ends the match.
        #expect(try await scene.end([(0, "Wins", 3)])?.match.ended != nil)
        #expect(try await scene.entries("Wins") == ["ada 3"])
    }

    @Test("rule 12.9: who was invited and never came gets no score and no achievement")
    func absent() async throws {
        let scene = try await Scene(isBobIn: true)
        await #expect(throws: MatchError.result(.nobody(.score(1)))) {
            try await scene.end([(0, "Wins", 1), (2, "Wins", 1)])
        }
        await #expect(throws: MatchError.result(.nobody(.achievement(0)))) { try await scene.end([], [(2, "Winner")]) }
        #expect(try await scene.isUntouched())
        #expect(try await scene.end([(0, "Wins", 1)])?.match.ended != nil)
    }

    @Test("rules 4.12, 12.13: nobody who is kept out meanwhile is in a rematch, or waited for")
    func rematchWithoutBanned() async throws {
        let scene = try await Scene(isBobIn: true)
        let world = scene.world
        try await scene.end([])
        func ban(_ player: PlayerNumber) async throws {
            let time = world.play.time.moment
            let ban = Ban(player: player, scope: .server, reason: "", author: nil, created: time)
            try await world.play.keeper.perform(
                BanStep(.ban(ban), audit: NewAuditEntry(.playerBan, by: .operator, time: time)))
        }
        func rematch(of number: MatchNumber, key: UInt64) async throws(MatchError) -> Match {
            try await FindMatch(world.matches).rematch(of: number, key: world.key(key), in: world.game, by: world.ada)
                .match
        }
        try await ban(world.bob)
        let next = try await rematch(of: scene.number, key: 20)
        #expect(next.participants.map(\.player) == [world.ada, world.zoe])
        try await world.turn(.end(MatchWorld.next(1)), next.number, by: world.ada, key: 21)
        try await world.write(.decline, next.number, by: world.zoe, key: 22)
        try await world.turn(
            .endMatch([try #require(Seat(0)): .won, try #require(Seat(1)): .lost]), next.number, by: world.ada, key: 23)
        try await ban(world.zoe)
        await #expect(throws: MatchError.refused(.invalidState)) { try await rematch(of: next.number, key: 24) }
    }

    @Test("rules 4.12, 12.9: a score of a player who is kept out is named, and the match ends without it")
    func banned() async throws {
        let scene = try await Scene(isBobIn: true)
        let time = scene.world.play.time.moment
        let ban = Ban(player: scene.world.zoe, scope: .server, reason: "", author: nil, created: time)
        try await scene.world.play.keeper.perform(
            BanStep(.ban(ban), audit: NewAuditEntry(.playerBan, by: .operator, time: time)))
        await #expect(throws: MatchError.result(.score(1, .banned))) {
            try await scene.end([(0, "Wins", 1), (1, "Wins", 1)])
        }
        await #expect(throws: MatchError.result(.achievement(0, .banned))) {
            try await scene.end([(0, "Wins", 1)], [(1, "Winner")])
        }
        #expect(try await scene.isUntouched())
        #expect(try await scene.end([(0, "Wins", 1)])?.match.ended != nil)
    }

    @Test("rule 12.9: without the turn, or when the commit fails, nothing of it is there")
    func nothing() async throws {
        let (store, journal) = try PlayStore.make().held()
        let scene = try await Scene(store)
        await #expect(throws: MatchError.refused(.notTheTurn)) {
            try await scene.end([(0, "Wins", 1)], [(0, "Winner")], seen: MatchVersion(1))
        }
        #expect(try await scene.isUntouched())
        journal.failNext(.full)
        await #expect(throws: MatchError.unavailable) {
            try await scene.end([(0, "Wins", 1), (1, "Points", 7)], [(1, "Winner")])
        }
        await scene.world.play.keeper.ready()
        #expect(try await scene.isUntouched())
        #expect(try await scene.end([(0, "Wins", 1), (1, "Points", 7)], [(1, "Winner")])?.match.ended != nil)
        #expect(try await scene.entries("Wins") == ["ada 1"])
        #expect(try await scene.entries("Points") == ["zoe 7"])
    }

    @Test("rule 12.9: the end of a match waits for leaderboards that aren't in memory")
    func onDemand() async throws {
        let scene = try await Scene(snapshots: MemorySnapshots())
        let play = scene.world.play
        try await play.submit(5, by: scene.world.zoe.rawValue, to: "Points")
        play.time.advance(.hours(1))
        play.keeper.runBackgroundNow()
        // The writer drops what nobody used before it answers the next command.
        _ = try await ConfigureLeaderboard(play.keeper).releaseAll(of: play.app)
        #expect(play.keeper.loadedCount == 0 && play.keeper.knownCount == 1)
        #expect(try await scene.end([(1, "Points", 60), (0, "Points", 10)], [(0, "Winner")])?.match.ended != nil)
        #expect(try await scene.entries("Points") == ["zoe 60", "ada 10"])
    }

    @Test("rules 4.10, 12.9: the end of a match shares a commit with scores before and after it, in their order")
    func shared() async throws {
        let (store, journal) = try PlayStore.make().held()
        let scene = try await Scene(store)
        let play = scene.world.play
        journal.hold()
        let first = Task { try await play.submit(5, by: scene.world.zoe.rawValue, to: "Points") }
        await journal.commitIsPending()
        let before = journal.commits.count
        let submitted = Task { try await play.submit(50, by: scene.world.zoe.rawValue, to: "Points") }
        await wait { play.keeper.queue.waitingCount == 1 }
        let ended = Task { try await scene.end([(1, "Points", 60), (0, "Points", 10)]) }
        await wait { play.keeper.queue.waitingCount == 2 }
        let after = Task { try await play.submit(70, by: scene.world.ada.rawValue, to: "Points") }
        await wait { play.keeper.queue.waitingCount == 3 }
        journal.release()
        _ = try await first.value
        #expect(try await ended.value?.match.ended != nil)
        #expect(try await submitted.value.isNewBest)
        #expect(try await after.value.isNewBest)
        #expect(journal.commits.count == before + 2)
        #expect(try await scene.entries("Points") == ["ada 70", "zoe 60"])
        var killed = scene
        killed.world = try await scene.world.killed()
        #expect(try await killed.entries("Points") == ["ada 70", "zoe 60"])
    }
}
