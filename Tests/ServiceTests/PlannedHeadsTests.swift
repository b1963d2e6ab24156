import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelScores

@Suite("Heads that a batch has planned") struct PlannedHeadsTests {
    @Test("they equal a dictionary over random histories", arguments: 1...8 as ClosedRange<UInt64>)
    func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var heads = PlannedHeads()
        var model: [Batch.HeadKey: Batch.Head] = [:]
        for step in 1...2_000 as ClosedRange<Int64> {
            // Of a recurring leaderboard, each row has a head on the board of all rows, too.
            let board = BoardKey(LeaderboardNumber(1), occurrence: Bool.random(using: &random) ? 3 : nil)
            let player = PlayerNumber(UInt32.random(in: 1...4, using: &random))
            let key = Batch.HeadKey(stream: SamplePublished.stream, key: board, player: player)
            switch Int.random(in: 0..<50, using: &random) {
            case 0:
                heads.removeAll()
                model = [:]
            case 1..<30:
                let head = Batch.Head(
                    sequence: JournalSequence(step), bestValue: step, bestDate: .first, hasBest: step % 3 > 0)
                heads.set(head, for: key)
                model[key] = head
            default: break
            }
            #expect(heads[key] == model[key])
        }
        #expect(model.allSatisfy { heads[$0.key] == $0.value })
    }
}
