import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores

/// What becomes of challenges, planned on values alone: no store, no thread, no clock.
@Suite("Challenge step") struct ChallengeStepTests {
    private static let (anna, ben) = (PlayerNumber(1), PlayerNumber(2))
    private static let issued = Timestamp(clamping: 1_800_000_000_000)
    private static let now = issued.advanced(by: .hours(1))

    private let board: Leaderboard
    private let catalogue: Catalogue

    init() throws {
        board = Leaderboard(
            number: LeaderboardNumber(1), app: AppNumber(1), id: try LeaderboardID("high"),
            settings: LeaderboardSettings(referenceName: "High"))
        catalogue = Catalogue(leaderboards: [board])
    }

    private func challenge(_ number: UInt32, _ goal: Int64) -> Challenge {
        Challenge(
            number: ChallengeNumber(number), sender: Self.anna, receiver: Self.ben, app: AppNumber(1),
            environment: .production, goal: .score(board.number, value: goal, context: 0), issued: Self.issued)
    }

    private func step(_ pending: [Challenge], areFriends: Bool = true) -> ChallengeStep {
        ChallengeStep(
            PendingChallenges(pending: pending, lastNumber: 9), at: Self.now, catalogue: catalogue,
            ids: ChallengeIDs(),
            reads: StoreReads(
                Dictionary(
                    uniqueKeysWithValues: pending.map {
                        (.friendship($0.sender, $0.receiver, $0.number), .answer(areFriends))
                    })))
    }

    private func score(_ value: Int64) -> JournalRow {
        JournalRow(
            stream: StreamID(team: TeamNumber(1), environment: .production), sequence: JournalSequence.start,
            time: Self.now, kind: .score, leaderboard: board.number, player: Self.ben, value: value, date: Self.now)
    }

    private func draft(_ goal: Int64) -> ChallengeStep.Draft {
        ChallengeStep.Draft(
            sender: Self.anna, receiver: Self.ben, app: AppNumber(1), environment: .production,
            goal: .score(board.number, value: goal, context: 0))
    }

    /// In short: which challenge ends how, which comes to be, who is told of what.
    private func summary(_ facts: [Change.Fact]) -> [String] {
        facts.map { fact in
            switch fact {
            case .challenge(.settled(let settlement)): "\(settlement.number.rawValue) \(settlement.state)"
            case .challenge(.issued(let challenge, message: _, replay: _)):
                "\(challenge.number.rawValue) \(challenge.sender.rawValue)→\(challenge.receiver.rawValue)"
            case .notice(let notice): "\(notice.kind) to \(notice.player.rawValue)"
            default: "another fact"
            }
        }
    }

    @Test("a better score completes a challenge and goes back; both hear of it (rules 6.3, 6.4)")
    func goesBack() throws {
        var step = step([challenge(1, 100)])
        let setOff = try step.complete(by: score(101), on: board, app: nil, eligible: nil, replay: nil)
        #expect(setOff == SetOff(completed: [ChallengeNumber(1)], answers: [ChallengeNumber(10)]))
        #expect(
            summary(step.facts) == [
                "10 2→1", "1 completed", "challengeCompleted to 2", "challengeCompleted to 1", "challengeReceived to 1",
            ])
        #expect(Array(step.pending.challenges.keys) == [ChallengeNumber(10)])
    }

    @Test("an equal score completes it and does not go back; a worse one does nothing")
    func equal() throws {
        var equal = step([challenge(1, 100)])
        let setOff = try equal.complete(by: score(100), on: board, app: nil, eligible: nil, replay: nil)
        #expect(setOff == SetOff(completed: [ChallengeNumber(1)]))
        #expect(equal.pending.challenges.isEmpty)

        var worse = step([challenge(1, 100)])
        #expect(try worse.complete(by: score(99), on: board, app: nil, eligible: nil, replay: nil) == .nothing)
        #expect(worse.facts.isEmpty)
        #expect(worse.pending.challenges.count == 1)
    }

    @Test("players who are friends no more complete nothing (rule 6.3)")
    func strangers() throws {
        var step = step([challenge(1, 100)], areFriends: false)
        #expect(try step.complete(by: score(101), on: board, app: nil, eligible: nil, replay: nil) == .nothing)
        #expect(summary(step.facts) == ["1 invalid"])
    }

    @Test("a friendship that wasn't read is asked for, and leaves the challenge pending once the plan is undone")
    func unread() {
        var step = ChallengeStep(
            PendingChallenges(pending: [challenge(1, 100)], lastNumber: 9), at: Self.now, catalogue: catalogue,
            ids: ChallengeIDs())
        #expect(throws: StoreError.unavailable) {
            try step.complete(by: score(101), on: board, app: nil, eligible: nil, replay: nil)
        }
        #expect(step.reads.missing == [.friendship(Self.anna, Self.ben, ChallengeNumber(1))])
        step.pending.undo()
        #expect(Array(step.pending.challenges.keys) == [ChallengeNumber(1)])
    }

    @Test("of two challenges of one sender the harder one stays (rule 6.2)")
    func harder() throws {
        let old = challenge(1, 100)
        var step = step([old])
        #expect(throws: ChallengeStep.Obstacle.harder(old)) { try step.issue(draft(100)) }
        #expect(step.facts.isEmpty)
        #expect(try step.issue(draft(101)).number == ChallengeNumber(10))
        #expect(summary(step.facts) == ["1 invalid", "10 1→2"])
        #expect(Array(step.pending.challenges.keys) == [ChallengeNumber(10)])
    }

    @Test("what was planned before a mark stays when the rest is undone")
    func mark() throws {
        var step = step([challenge(1, 100)])
        let first = try step.issue(draft(101))
        let mark = step.pending.mark
        _ = try step.issue(draft(102))
        step.pending.undo(to: mark)
        #expect(Array(step.pending.challenges.keys) == [first.number])
        #expect(try step.issue(draft(103)).number == ChallengeNumber(11))
    }

    @Test("a plan that is undone has never been")
    func undo() throws {
        var step = step([challenge(1, 100)])
        _ = try step.complete(by: score(101), on: board, app: nil, eligible: nil, replay: nil)
        step.pending.undo()
        #expect(Array(step.pending.challenges.keys) == [ChallengeNumber(1)])
        #expect(try step.issue(draft(101)).number == ChallengeNumber(10))
    }
}
