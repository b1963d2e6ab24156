import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import Testing

@testable import LaurelService

/// A start that finds rows about every board after the snapshot, and then a row for which it loads one from there.
@Suite("Replay of a stream", .timeLimit(.minutes(15))) struct StreamReplayTests {
    enum Turn: CaseIterable, Sendable {
        case ban, unban, erasure, banAndUnban
        /// Player 2 has the better score.
        var expected: [String] { self == .ban || self == .erasure ? ["1:9"] : ["2:20", "1:9"] }
    }

    /// The snapshot is from before the turn: the end came at once after it, perhaps in the middle of an erasure.
    @Test(
        "rule 4.12: a board that comes from the snapshot after a ban, its end or an erasure was read knows of it",
        arguments: Turn.allCases, [false, true])
    func turns(turn: Turn, isUsed: Bool) async throws {
        let snapshots = MemorySnapshots()
        let plan = BackgroundPlan(
            period: .days(1), snapshotRows: 1, idleSpan: isUsed ? .days(1) : .seconds(0))
        var world = try await ModeratedScores(snapshots: snapshots, plan: plan)
        for id in ["A", "B"] {
            try await world.scores.make(id)
            try await world.scores.submit(1, by: 1, to: id)
            try await world.scores.submit(20, by: 2, to: id)
        }
        if turn == .unban { try await world.ban(2) }
        world.scores.keeper.runBackgroundNow()
        let old = snapshots.all
        #expect(!old.isEmpty)
        switch turn {
        case .ban: try await world.ban(2)
        case .unban: try await world.lift(2)
        case .erasure: try await world.scores.keeper.erase([PlayerNumber(2)])
        case .banAndUnban:
            try await world.ban(2)
            try await world.lift(2)
        }
        try await world.scores.submit(9, by: 1, to: "A")
        world.scores.keeper.stop()
        for (stream, bytes) in old { snapshots.put(bytes, stream) }
        world = try await world.restarted()
        #expect(try await world.scores.order("A") == turn.expected)
        #expect(try await world.scores.order("A", scope: .today) == turn.expected)
        // One that no row asks for comes with its first reader.
        #expect(try await world.scores.order("B") == turn.expected.map { $0 == "1:9" ? "1:1" : $0 })
    }
}
