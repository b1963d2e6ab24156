import LaurelDomain
import Testing

@Suite("Rank window") struct RankWindowTests {
    @Test(
        "rule 4.9: names the rule that was broken",
        arguments: [
            (0, 10, RankWindow.Invalid.firstBelowOne(0)), (1, 0, .countOutOfRange(0)),
            (1, 101, .countOutOfRange(101)), (Int.max, 1, .pastLastRank(.max)),
        ])
    func refusals(first: Int, count: Int, expected: RankWindow.Invalid) {
        #expect(throws: expected) { try RankWindow(first: first, count: count) }
    }
}
