import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@Suite("Activity contract", .timeLimit(.minutes(15))) struct ActivityContract {
    private static let stream = StreamID(team: TeamNumber(1), environment: .sandbox)
    private static let first = Day(number: 20_000)

    private func query(_ days: ClosedRange<Day>) -> ActivityQuery {
        ActivityQuery(
            app: AppNumber(1), stream: Self.stream, leaderboards: [LeaderboardNumber(1), LeaderboardNumber(2)],
            achievements: [AchievementNumber(5)], days: days)
    }

    private func row(
        _ sequence: Int64, _ kind: JournalRow.Kind, at time: Timestamp, by player: UInt32, board: UInt32 = 1,
        context: Int64 = 0
    ) -> JournalRow {
        JournalRow(
            stream: Self.stream, sequence: JournalSequence(sequence), time: time, kind: kind,
            leaderboard: LeaderboardNumber(board), player: PlayerNumber(player), context: context)
    }

    private func challenge(
        _ number: UInt32, at issued: Timestamp, app: UInt32 = 1, _ environment: Environment = .sandbox
    ) -> Change.Fact {
        .challenge(
            .issued(
                Challenge(
                    number: ChallengeNumber(number), sender: PlayerNumber(1), receiver: PlayerNumber(2),
                    app: AppNumber(app), environment: environment,
                    goal: .score(LeaderboardNumber(1), value: 1, context: 0), issued: issued),
                message: "", replay: nil))
    }

    @Test(
        "counts a game's scores, players and challenges by the day on which they arrived",
        arguments: JournalBackend.allCases)
    func counts(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        let last = Self.first.advanced(by: 1)
        #expect(try journal.activity(query(Self.first...last)).isEmpty)
        let eve = Timestamp(clamping: Self.first.start.milliseconds - 1)
        try journal.commit(
            Change(
                rows: [
                    row(1, .score, at: eve, by: 1),
                    row(2, .score, at: Self.first.start, by: 1), row(3, .score, at: Self.first.start, by: 1, board: 2),
                    row(4, .achievement, at: Self.first.start, by: 2, board: 0, context: 5),
                    // Another game's leaderboard and achievement, and rows that nobody sent.
                    row(5, .score, at: Self.first.start, by: 3, board: 9),
                    row(6, .achievement, at: Self.first.start, by: 3, board: 0, context: 1),
                    row(7, .removal, at: Self.first.start, by: 4),
                    row(8, .score, at: last.start, by: 1), row(9, .score, at: last.end, by: 1),
                ],
                facts: [
                    challenge(1, at: Self.first.start), challenge(2, at: last.start), challenge(3, at: eve),
                    challenge(4, at: last.start, app: 2), challenge(5, at: last.start, .production),
                    challenge(6, at: last.start),
                    .challenge(.settled(ChallengeSettlement(ChallengeNumber(1), .completed, at: last.start))),
                    .challenge(.settled(ChallengeSettlement(ChallengeNumber(2), .declined, at: last.start))),
                    .challenge(.settled(ChallengeSettlement(ChallengeNumber(3), .completed, at: last.end))),
                ]))
        #expect(
            try journal.activity(query(Self.first...last)) == [
                DailyActivity(day: Self.first, scores: 2, players: 2, challengesSent: 1),
                DailyActivity(day: last, scores: 1, players: 1, challengesSent: 2, challengesBeaten: 1),
            ])
    }

    @Test("an erasure takes no score out of the counts", arguments: JournalBackend.allCases)
    func erasure(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        try journal.commit(Change(rows: [row(1, .score, at: Self.first.start, by: 1)]))
        let before = try journal.activity(query(Self.first...Self.first))
        _ = try journal.overwrite(rowsOf: PlayerNumber(1), in: Self.stream, after: .start, limit: 100)
        #expect(try journal.activity(query(Self.first...Self.first)) == before)
        #expect(before.map(\.scores) == [1])
    }

    @Test("both engines count alike", arguments: Depth.seeds(4))
    func differential(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let journals = try JournalBackend.allCases.map { try $0.makeJournal() }
        var time = Self.first.start
        var rows: [JournalRow] = []
        for sequence in 1...400 as ClosedRange<Int64> {
            time = time.advanced(by: .minutes(Int64.random(in: 0...90, using: &random)))
            rows.append(
                row(
                    sequence, Bool.random(using: &random) ? .score : .achievement, at: time,
                    by: UInt32.random(in: 1...9, using: &random), board: UInt32.random(in: 0...3, using: &random),
                    context: Int64.random(in: 4...6, using: &random)))
        }
        for journal in journals { try journal.commit(Change(rows: rows)) }
        for start in 0..<12 as Range<Int64> {
            let days = Self.first.advanced(by: start)...Self.first.advanced(by: start + start % 5)
            #expect(try journals[0].activity(query(days)) == journals[1].activity(query(days)), "seed \(seed)")
        }
    }
}
