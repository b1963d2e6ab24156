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
            number: LeaderboardNumber(1), app: AppNumber(1), id: try LeaderboardID("high"), referenceName: "High",
            localizations: [], replays: ReplayRule(simulator: simulator, requires: requires))
    }

    private func run(_ trace: UInt64, ticket: UInt64? = nil, isTelling: Bool = true) -> CheckedRun {
        CheckedRun(
            simulator: simulator, verification: ticket == nil ? .verified : .live, trace: trace, isTelling: isTelling,
            feats: [], hasTicket: ticket != nil, ticket: ticket.map { UsedTicket(number: $0, expires: .first) })
    }

    private func item(_ run: CheckedRun?) -> SubmitCall.Item {
        SubmitCall.Item(
            leaderboard: nil, score: Score(value: 1), replay: run == nil ? nil : log,
            run: run.map { .success($0) })
    }

    private func step(
        used: [UInt64] = [], planned: [UInt64] = [], runs: Set<RunPlace> = [], known: Set<UInt64> = []
    ) -> ReplayStep {
        ReplayStep(
            used: UsedTickets(used.map { UsedTicket(number: $0, expires: .first) }),
            tickets: Dictionary(planned.map { ($0, UsedTicket(number: $0, expires: .first)) }) { first, _ in first },
            runs: runs
        ) { known.contains($0.trace) }
    }

    private func refusal(
        _ item: SubmitCall.Item, _ requires: ReplayRule.Requirement = .replay, by step: inout ReplayStep
    ) throws -> SubmitScoresError? {
        let board = try board(requires)
        do throws(SubmitScoresError) {
            try step.judge(item, on: board, in: .production, 0)
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
        let planned = try #require(RunPlace(run(2), on: LeaderboardNumber(1), .production))
        var step = step(runs: [planned], known: [1])
        #expect(try refusal(item(run(1)), by: &step) == .replayReused(item: 0))
        #expect(try refusal(item(run(2)), by: &step) == .replayReused(item: 0))
        #expect(try refusal(item(run(3)), by: &step) == nil)
        #expect(try refusal(item(run(3)), by: &step) == .replayReused(item: 0))
        #expect(try refusal(item(run(1, isTelling: false)), by: &step) == nil)
    }

    @Test("what can't be read is no verdict")
    func unread() throws {
        var step = ReplayStep(used: UsedTickets(), tickets: [:], runs: []) { _ throws(StoreError) in
            throw .unavailable
        }
        #expect(try refusal(item(run(1)), by: &step) == .unavailable)
    }
}
