import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores

/// What is said of replays in the order of the journal, on values alone.
@Suite("Replay step") struct ReplayStepTests {
    private let simulator: SimulatorName
    private let log: Blob

    init() throws {
        simulator = try SimulatorName("monkeyjump-1")
        log = Blob(digest: try #require(BlobDigest([UInt8](repeating: 7, count: BlobDigest.byteCount))), bytes: [1])
    }

    private func board(_ requires: ReplayRule.Requirement) throws -> Leaderboard {
        Leaderboard(
            number: LeaderboardNumber(1), app: AppNumber(1), id: try LeaderboardID("high"),
            settings: LeaderboardSettings(
                referenceName: "High", replays: ReplayRule(simulator: simulator, requires: requires)))
    }

    private func run(_ trace: UInt64, ticket: UInt64? = nil, isTelling: Bool = true) -> CheckedRun {
        CheckedRun(
            simulator: simulator, verification: ticket == nil ? .verified : .live, trace: trace, isTelling: isTelling,
            feats: [], hasTicket: ticket != nil, ticket: ticket.map { UsedTicket(number: $0, expires: .first) })
    }

    private func key(of trace: UInt64) -> RunKey {
        RunKey(trace: trace, leaderboard: LeaderboardNumber(1), environment: .production)
    }

    private func item(_ run: CheckedRun?) -> SubmitCall.Item {
        SubmitCall.Item(
            leaderboard: nil, score: Score(value: 1), replay: run == nil ? nil : log,
            run: run.map { .success($0) })
    }

    private func step(
        used: [UInt64] = [], planned: [UInt64] = [], runs: Set<RunKey> = []
    ) -> ReplayStep {
        ReplayStep(
            used: UsedTickets(used.map { UsedTicket(number: $0, expires: .first) }),
            tickets: Dictionary(planned.map { ($0, UsedTicket(number: $0, expires: .first)) }) { first, _ in first },
            runs: runs)
    }

    private func refusal(
        _ item: SubmitCall.Item, _ requires: ReplayRule.Requirement = .replay, by step: inout ReplayStep,
        known: Set<UInt64> = []
    ) throws -> SubmitScoresError? {
        let board = try board(requires)
        // Whether each of the runs is in the journal was read before.
        var reads = StoreReads(
            Dictionary(uniqueKeysWithValues: (1...4).map { (.run(key(of: $0)), .answer(known.contains($0))) }))
        do throws(SubmitScoresError) {
            try step.judge(item, on: board, in: .production, 0, &reads)
            return nil
        } catch {
            return error
        }
    }

    @Test("a score without a replay is refused only where one is required")
    func required() throws {
        var step = step()
        #expect(try refusal(item(nil), .none, by: &step) == nil)
        #expect(try refusal(item(nil), .replay, by: &step) == .replayRequired(item: 0))
        #expect(try refusal(item(run(1)), .ticket, by: &step) == .ticketRequired(item: 0, isLate: false))
    }

    @Test("a ticket is good once: in the journal, in a batch, in a call")
    func tickets() throws {
        var step = step(used: [1], planned: [2])
        #expect(try refusal(item(run(1, ticket: 1)), by: &step) == .ticketUsed(item: 0))
        #expect(try refusal(item(run(2, ticket: 2)), by: &step) == .ticketUsed(item: 0))
        #expect(try refusal(item(run(3, ticket: 3)), by: &step) == nil)
        #expect(try refusal(item(run(4, ticket: 3)), by: &step) == .ticketUsed(item: 0))
    }

    @Test("a run that tells who played it is good once; any other as often as it is played")
    func runs() throws {
        var step = step(runs: [key(of: 2)])
        #expect(try refusal(item(run(1)), by: &step, known: [1]) == .replayReused(item: 0))
        #expect(try refusal(item(run(2)), by: &step) == .replayReused(item: 0))
        #expect(try refusal(item(run(3)), by: &step) == nil)
        #expect(try refusal(item(run(3)), by: &step) == .replayReused(item: 0))
        #expect(try refusal(item(run(1, isTelling: false)), by: &step) == nil)
    }

    @Test("what wasn't read is no verdict, and is asked for")
    func unread() throws {
        var step = step()
        var reads = StoreReads()
        let board = try board(.replay)
        #expect(throws: SubmitScoresError.unavailable) {
            try step.judge(item(run(1)), on: board, in: .production, 0, &reads)
        }
        #expect(reads.missing == [.run(key(of: 1))])
    }
}
