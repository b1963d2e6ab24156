import LaurelCluster
import LaurelDomain
import Testing

@Suite("Wall clocks of nodes", .timeLimit(.minutes(10))) struct WallClockTests {
    @Test(
        "a node whose clock differs by more than 60 s doesn't claim",
        arguments: [(60_000, 0), (60_001, 1), (-60_000, 0), (-60_001, 1)])
    func claims(ahead: Int64, refusals: Int) {
        var node = SampleNode()
        node.ahead = ahead
        #expect(node.look(1_000) == (refusals == 0 ? .claim(node.lease) : .nothing))
        #expect(node.state.clockDiffers == (refusals != 0))
        guard refusals != 0 else { return }
        node.ahead = 0
        #expect(node.look(1_200) == .claim(node.lease))
    }

    @Test("a node whose clock differs says that it's cold, so that others don't leave the store to it")
    func cold() {
        var node = SampleNode()
        node.ahead = 60_001
        _ = node.look(1_000)
        node.state.follows(.rows(8))
        #expect(node.state.node.following == .cold)
        node.ahead = 0
        _ = node.look(1_200)
        node.state.follows(.rows(8))
        #expect(node.state.node.following == .rows(8))
    }

    /// The store read its clock when the look was sent, or when it was answered.
    @Test("what the round trip can explain is no difference", arguments: [(-60_000, false), (-60_001, true)])
    func roundTrip(ahead: Int64, differs: Bool) {
        var node = SampleNode()
        node.ahead = ahead
        _ = node.look(5_000, taking: 3_000)
        #expect(node.state.clockDiffers == differs)
        node.ahead = -ahead + 3_000
        _ = node.look(9_000, taking: 3_000)
        #expect(node.state.clockDiffers == differs)
    }

    @Test("an owner hands over after 2.5 s, and adopts the lease no more")
    func handsOver() {
        var node = SampleNode()
        _ = node.claimFirst()
        node.ahead = 100_000
        #expect(node.look(from: 1_200, to: 3_600) == [])
        #expect(node.trusts(2_900))
        #expect(node.look(from: 3_800, to: 3_800) == [.release(node.lease)])
        #expect(!node.trusts(2_900))
        #expect(node.state.role == .following)
        // The store didn't hear it.
        #expect(node.look(4_000) == .release(node.lease))
        node.ahead = 0
        #expect(node.look(4_200) == .release(node.lease))
    }

    @Test("a clock that is right again before 2.5 s have passed is no reason")
    func shortly() {
        var node = SampleNode()
        _ = node.claimFirst()
        for round in 0..<5 as Range<Int64> {
            node.ahead = 100_000
            #expect(node.look(from: 1_200 + round * 2_400, to: 3_200 + round * 2_400) == [])
            node.ahead = 0
            #expect(node.look(3_400 + round * 2_400) == .nothing)
        }
    }

    @Test("an owner without another live node keeps the store")
    func alone() {
        var node = SampleNode()
        node.beats = [SampleNode.own: 0]
        _ = node.claimFirst()
        node.ahead = 100_000
        #expect(node.look(from: 1_200, to: 60_000) == [])
    }

    @Test("what nobody else claimed is taken back, and kept until the clock was right once")
    func takenBack() {
        var node = SampleNode()
        _ = node.claimFirst()
        node.ahead = -100_000
        #expect(node.look(from: 1_200, to: 3_800) == [.release(node.lease)])
        node.lease.holder = .nobody
        #expect(node.look(from: 4_000, to: 6_400) == [])
        #expect(node.look(6_500) == .claim(node.lease))
        node.lease = SampleNode.lease(2, SampleNode.own)
        #expect(node.state.claimAnswered(node.lease, sent: Timestamp(clamping: 6_500)) == .own(node.lease))
        #expect(node.look(from: 6_600, to: 60_000) == [])
        node.ahead = 0
        #expect(node.look(from: 60_200, to: 60_200) == [])
        node.ahead = 100_000
        #expect(node.look(from: 60_400, to: 63_000) == [.release(node.lease)])
    }

    @Test("what another node claimed isn't taken back")
    func taken() {
        var node = SampleNode()
        _ = node.claimFirst()
        node.ahead = 100_000
        #expect(node.look(from: 1_200, to: 3_800) == [.release(node.lease)])
        node.lease = SampleNode.lease(2, SampleNode.other)
        #expect(node.look(from: 4_000, to: 60_000) == [])
    }

    @Test("a claim that turns up while the clock differs is released")
    func lateClaim() {
        var node = SampleNode()
        #expect(node.look(1_000) == .claim(node.lease))
        node.state.claimFailed()
        node.ahead = 100_000
        node.lease = SampleNode.lease(1, SampleNode.own)
        #expect(node.look(1_200) == .release(node.lease))
        // That request may be late: to adopt the lease now would let others claim it under its owner.
        node.ahead = 0
        #expect(node.look(1_400) == .release(node.lease))
    }
}
