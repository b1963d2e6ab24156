import LaurelTestSupport
import Testing

@testable import LaurelScores

@Suite("Numbers by digest") struct DigestTableTests {
    /// Few bits differ, so that chains grow long, meet and go round the end.
    @Test("the table equals a dictionary over random histories", arguments: 1...8 as ClosedRange<UInt64>)
    func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var table = DigestTable()
        var model: [UInt64: Int64] = [:]
        let spread = UInt64.random(in: 4...400, using: &random)
        for step in 1...20_000 as ClosedRange<Int64> {
            // The lowest bits say where a digest stands: all at the end, however large the table is, or at the start.
            let low = UInt32.max &- 3 &+ UInt32.random(in: 0...7, using: &random)
            let digest = UInt64.random(in: 0..<spread, using: &random) << 32 | UInt64(low)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                #expect(table.insert(step, for: digest) == model[digest])
                model[digest] = model[digest] ?? step
            case 6..<9:
                table.remove(digest)
                model[digest] = nil
            default: #expect(table[digest] == model[digest])
            }
            #expect(table.count == model.count)
        }
        #expect(model.allSatisfy { table[$0.key] == $0.value })
        let even = table.filter { $0 % 2 == 0 }
        let evenModel = model.filter { $0.value % 2 == 0 }
        #expect(even.count == evenModel.count)
        #expect(model.keys.allSatisfy { even[$0] == evenModel[$0] })
    }
}
