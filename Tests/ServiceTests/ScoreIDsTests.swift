import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelScores

@Suite("Score IDs of a stream") struct ScoreIDsTests {
    @Test(
        "rule 4.4: suspects are the digests that have candidates, over random histories",
        arguments: 1...8 as ClosedRange<UInt64>)
    func suspects(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let known = (0..<200).map { _ in UInt64.random(in: .min ... .max, using: &random) }
        var ids = ScoreIDs()
        var runs: [ScoreIDRun] = []
        // Rows that are in no run, whose digests may be the same.
        var rows: [(digest: UInt64, sequence: JournalSequence)] = []
        var last = JournalSequence.start
        for _ in 0..<300 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<14:
                last = last.advanced(by: 1)
                let digest = known[Int.random(in: 0..<known.count, using: &random)]
                ids.insert(digest, last)
                rows.append((digest, last))
            case 14..<19:
                // A commit that failed.
                guard let row = rows.popLast() else { continue }
                ids.remove(row.digest, row.sequence)
                last = row.sequence.advanced(by: -1)
            default:
                guard let first = rows.first else { continue }
                runs.append(
                    ScoreIDRun(
                        number: Int64(runs.count) + 1, first: first.sequence, last: last, count: rows.count,
                        filter: ScoreIDFilter(rows.map(\.digest)).bytes))
                ids.adopt(runs)
                rows = []
            }
            var asked: [UInt64?] = (0..<30).map { _ in known[Int.random(in: 0..<known.count, using: &random)] }
            asked += [nil, UInt64.random(in: .min ... .max, using: &random)]
            let expected = asked.indices.filter { index in asked[index].map { !ids.candidates($0).isEmpty } ?? false }
            #expect(ids.suspects(among: asked) == Set(expected))
            #expect(ids.suspects(among: rows.map(\.digest)) == Set(rows.indices))
        }
    }
}
