import LaurelDomain
import LaurelScores
import LaurelTestSupport
import LaurelWire
import Testing

@testable import LaurelAPI

/// Entries and outcomes of scores are written by hand, because they are written often. Their definitions judge them.
@Suite("Entry encoding") struct EntryEncodingTests {
    private static let identity = PlayerIdentity(
        id: Array("A:_00112233445566778899aabbccddeeff".utf8), name: Array("a \"monkey\" \\ 猴\u{1}".utf8))
    private static let player = PlayerAnswer(
        id: String(decoding: identity.id, as: UTF8.self), displayName: String(decoding: identity.name, as: UTF8.self))

    /// Scores, totals and ids at random, edges of their ranges among them.
    private struct Draw {
        var random: SplitMix64

        mutating func number(_ edges: [Int64] = [.min, .max, 0, -1, 1]) -> Int64 {
            random.chance(1, in: 4)
                ? edges[random.below(edges.count)] : Int64(bitPattern: random.next()) >> random.below(64)
        }

        mutating func flag() -> Bool { random.chance(1, in: 2) }
        mutating func moment() -> Timestamp { Timestamp(clamping: Int64(random.below(4_102_444_800_000))) }
        mutating func verification() -> Verification? { [nil, .verified, .live][random.below(3)] }
        mutating func total() -> Int { 1 + random.below(random.chance(1, in: 2) ? 10 : 1_000_000_000) }

        mutating func entry(of total: Int) -> RankedEntry {
            RankedEntry(
                rank: 1 + random.below(total), player: PlayerNumber(1), value: number(), context: number(),
                date: moment(), verification: verification())
        }

        mutating func formatter() -> ScoreFormatter {
            ScoreFormatter(
                ScoreFormat.allCases[random.below(ScoreFormat.allCases.count)], language: .english,
                suffixSingular: flag() ? " \"m\"" : nil)
        }

        mutating func challenges() -> [ChallengeNumber] {
            (0..<random.below(3)).map { _ in ChallengeNumber(UInt32(1 + random.below(1_000))) }
        }

        mutating func result(_ leaderboard: Leaderboard) throws -> SubmittedScores.Result {
            let total = total()
            return SubmittedScores.Result(
                leaderboard: leaderboard, value: number(), context: number(), date: moment(), isDateClamped: flag(),
                isNewBest: flag(), isRepeat: flag(), isHeld: flag(), entry: flag() ? entry(of: total) : nil,
                total: total, setOff: SetOff(completed: challenges(), answers: challenges()),
                verification: verification(),
                earned: flag() ? [try AchievementID("first"), try AchievementID("ten.runs")] : [])
        }
    }

    private func answer(_ entry: RankedEntry, of total: Int, _ formatter: ScoreFormatter) -> EntryAnswer {
        EntryAnswer(
            rank: entry.rank, percentile: Percentile(rank: entry.rank, of: total).value, value: entry.value,
            formatted: formatter.string(entry.value), context: entry.context, date: entry.date,
            verification: entry.verification, player: Self.player)
    }

    private func outcome(_ result: SubmittedScores.Result, _ formatter: ScoreFormatter) -> ScoreOutcome {
        ScoreOutcome(
            score: SubmittedScoreAnswer(
                value: result.value, formatted: formatter.string(result.value), context: result.context,
                date: result.date, isDateClamped: result.isDateClamped, verification: result.verification),
            entry: result.entry.map { answer($0, of: result.total, formatter) }, total: result.total,
            isNewBest: result.isNewBest, isRepeat: result.isRepeat, isHeld: result.isHeld,
            achievementsEarned: result.earned)
    }

    private func challenges(_ setOff: SetOff) -> SetOffChallenges {
        SetOffChallenges(
            completed: setOff.completed.map { ChallengeIDs().id(of: $0) },
            sentBack: setOff.answers.map { ChallengeIDs().id(of: $0) })
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("Entries are written as their definition says", arguments: 1...5 as ClosedRange<UInt64>)
    func entries(seed: UInt64) {
        var draw = Draw(random: SplitMix64(seed: seed))
        for _ in 0..<200 {
            let (total, formatter) = (draw.total(), draw.formatter())
            let entry = draw.entry(of: total)
            var writer = JSONWriter()
            _ = Self.identity.id.withUnsafeBufferPointer { id in
                Self.identity.name.withUnsafeBufferPointer { name in
                    writer.entry(
                        rank: entry.rank, of: total, value: entry.value, formatter: formatter, context: entry.context,
                        date: entry.date, verification: entry.verification, id: id, name: name)
                }
            }
            #expect(text(writer.finish()) == text(answer(entry, of: total, formatter).json))
        }
    }

    @Test("Outcomes of scores are written as their definitions say", arguments: 1...5 as ClosedRange<UInt64>)
    func outcomes(seed: UInt64) throws {
        var draw = Draw(random: SplitMix64(seed: seed))
        let leaderboard = Leaderboard(
            number: LeaderboardNumber(1), app: AppNumber(1), id: try LeaderboardID("laps"),
            settings: LeaderboardSettings())
        for _ in 0..<100 {
            let formatter = draw.formatter()
            let version = JournalSequence(Int64(draw.random.below(1 << 48)))
            let results = try (0..<1 + draw.random.below(3)).map { _ in try draw.result(leaderboard) }
            let submitted = SubmittedScores(version: version, results: results)
            for isOne in [true, false] {
                var writer = JSONWriter()
                writer.value(submitted, nil, Self.identity, ChallengeIDs(), isOne: isOne) { _ in formatter }
                let defined =
                    isOne
                    ? SubmittedAnswer(
                        outcome: outcome(results[0], formatter), version: version.rawValue,
                        challenges: challenges(results[0].setOff)
                    ).json
                    : SubmittedListAnswer(
                        results: results.map {
                            SubmittedListAnswer.Result(
                                leaderboard: leaderboard.id, outcome: outcome($0, formatter),
                                challenges: challenges($0.setOff))
                        }, version: version.rawValue
                    ).json
                #expect(text(writer.finish()) == text(defined))
            }
        }
    }

    @Test("Pages of entries are written as their definition says: whole, around, and empty")
    func pages() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let board = World.board
            func judge(_ query: String, count: Int) async throws {
                let answer = try await world.send("GET", board + query, world.game)
                let page = try EntryPageAnswer.shape.answer(json: Array(answer.text.utf8))
                #expect(text(page.json) == answer.text)
                #expect(page.entries.count == count, "\(query)")
            }
            try await judge("/entries", count: 0)
            _ = try await world.send("POST", board + "/scores", world.game, #"{"value":41,"context":-7}"#)
            try await judge("/entries", count: 1)
            try await judge("/entries?from=2", count: 0)
            try await judge("/entries/around?count=3", count: 1)
        }
    }
}
