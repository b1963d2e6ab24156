import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Synchronization
import Testing

/// A server that follows the journal while another one writes to it, and takes over. ``ScoresKindsModelTests`` has
/// everything happen to it.
@Suite("Boards that were followed", .timeLimit(.minutes(15))) struct WarmBoardsTests {
    private final class Events: Sendable {
        private let events = Mutex<[ScoreEvent]>([])
        var all: [ScoreEvent] { events.withLock { $0 } }
        func add(_ event: ScoreEvent) { events.withLock { $0.append(event) } }
        func clear() { events.withLock { $0 = [] } }
    }

    @Test("the next owner reads only the rows that came since, and knows the IDs of all scores")
    func goesOn() async throws {
        let events = Events()
        let scores = try await ScoresFixture(try TestStores.make(), log: events.add)
        try await scores.make()
        for player in 1...9 as ClosedRange<UInt32> {
            try await scores.submit(Int64(player), by: player, id: "a\(player)")
        }
        let follower = scores.follower()
        try follower.follow()
        try await scores.submit(20, by: 3, id: "b")
        try follower.follow()
        try await scores.submit(30, by: 4, id: "c")
        let expected = try await scores.order()
        events.clear()
        let next = try await scores.restarted(warm: follower)
        #expect(try await next.order() == expected)
        for (player, value, id) in [(3, 20, "b"), (4, 30, "c"), (9, 9, "a9")] as [(UInt32, Int64, String)] {
            #expect(try await next.submit(value, by: player, id: id).result.isRepeat)
        }
        // Said before the first score was taken.
        #expect(events.all == [.ready(rowsReplayed: 1)])
        #expect(try follower.follow() == nil, "what was taken is nobody else's")
        #expect(try await next.order() == expected)
    }

    @Test("rows that the store has lost are forgotten", arguments: [false, true])
    func losses(isLonger: Bool) async throws {
        let events = Events()
        let scores = try await ScoresFixture(log: events.add)
        try await scores.make()
        // As a standby that was promoted without the last rows, and has got others since.
        let promoted = try await ScoresFixture(time: scores.time, log: events.add)
        try await promoted.make()
        try await scores.submit(1, by: 1)
        try await promoted.submit(2, by: 2)
        if isLonger { try await promoted.submit(3, by: 3) }
        let follower = scores.follower()
        try follower.follow()
        let expected = try await promoted.order()
        events.clear()
        let next = try await promoted.restarted(warm: follower)
        #expect(events.all.contains { if case .followedInVain = $0 { true } else { false } })
        #expect(try await next.order() == expected)
    }

    @Test("a store that lacks rows of a snapshot is found at once, until the operator goes on without them")
    func contradiction() async throws {
        let files = SnapshotFolder(path: try TemporaryFolder().path + "/cache")
        let scores = try await ScoresFixture(snapshots: files)
        try await scores.make()
        for player in 1...3 as ClosedRange<UInt32> { try await scores.submit(Int64(player), by: player) }
        scores.keeper.stop()
        let journal = InMemoryJournal()
        let promoted = try await ScoresFixture(journal, time: scores.time)
        try await promoted.make()
        try await promoted.submit(1, by: 1)
        func followed(acceptsLoss: Bool) throws -> Set<StreamID> {
            let warm = WarmBoards(
                journal: journal, snapshots: files, clock: scores.time.clock, acceptsLoss: acceptsLoss)
            try warm.follow()
            return warm.lost
        }
        let stream = StreamID(team: scores.app.team, environment: .production)
        for _ in 0..<2 { #expect(try followed(acceptsLoss: false) == [stream]) }
        #expect(try followed(acceptsLoss: true) == [])
        // The other environment's has nothing that was lost.
        #expect(try followed(acceptsLoss: false) == [] && !files.streams().contains(stream))
    }

    @Test("a change of a leaderboard after the last row that was followed makes its boards anew")
    func configured() async throws {
        let events = Events()
        let scores = try await ScoresFixture(log: events.add)
        let board = try await scores.make()
        for player in 1...4 as ClosedRange<UInt32> { try await scores.submit(Int64(player), by: player) }
        let follower = scores.follower()
        try follower.follow()
        _ = try await ConfigureLeaderboard(scores.keeper).update(board.number, of: scores.app) {
            $0.range = ScoreRange(lowest: 2, highest: 3)
        }
        let next = try await scores.restarted(warm: follower)
        #expect(try await next.order() == ["3:3", "2:2"])
    }
}
