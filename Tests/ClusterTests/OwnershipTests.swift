import LaurelCluster
import LaurelDomain
import Testing

@Suite("Ownership", .timeLimit(.minutes(10))) struct OwnershipTests {
    @Test("trust counts from before the beat that succeeded was sent")
    func trust() {
        var node = SampleNode()
        #expect(node.claimFirst() == .own(node.lease))
        #expect(node.trusts(2_999))
        #expect(!node.trusts(3_000))
        #expect(node.beat(1_500) == .nothing)
        #expect(node.trusts(3_499))
        #expect(!node.trusts(3_500))
        #expect(node.state.trustedUntil == Timestamp(clamping: 3_500))
    }

    @Test("an earlier beat that is answered later takes no trust away")
    func order() {
        var node = SampleNode()
        _ = node.claimFirst()
        let early = node.state.beat()
        let late = node.state.beat()
        #expect(node.state.beatAnswered(true, of: late, sent: Timestamp(clamping: 2_000)) == .nothing)
        #expect(node.state.beatAnswered(true, of: early, sent: Timestamp(clamping: 1_500)) == .nothing)
        #expect(node.trusts(3_999))
    }

    @Test("no two beats of a lease have the same number, whether they were answered or not")
    func numbers() {
        var node = SampleNode()
        _ = node.claimFirst()
        let numbers = (0..<5).map { _ in node.state.beat()?.beat }
        #expect(numbers == [1, 2, 3, 4, 5])
        #expect(node.look(1_200) == .nothing)
        #expect(node.state.beat()?.beat == 6)
    }

    @Test("a follower beats for itself alone")
    func follower() {
        var node = SampleNode()
        #expect(node.state.beat() == nil)
        #expect(node.state.beatAnswered(true, of: nil, sent: Timestamp(clamping: 1_000)) == .nothing)
        #expect(node.state.trustedUntil == nil)
    }

    @Test("after trust ended, a beat that succeeds brings it back")
    func regained() {
        var node = SampleNode()
        _ = node.claimFirst()
        #expect(node.route(9_000) == .nowhere)
        #expect(node.beat(9_000) == .nothing)
        #expect(node.route(9_000) == .here)
    }

    @Test("a beat that finds another owner ends ownership")
    func beaten() {
        var node = SampleNode()
        _ = node.claimFirst()
        #expect(node.beat(1_500, holds: false) == .resign)
        #expect(node.state.role == .following)
        #expect(!node.trusts(1_500))
    }

    @Test("the answer to a beat of a former lease changes nothing", arguments: [true, false])
    func former(holds: Bool) {
        var node = SampleNode()
        _ = node.claimFirst()
        let beat = node.state.beat()
        node.lease = SampleNode.lease(2, nil)
        #expect(node.look(1_200) == .resign)
        #expect(node.look(1_400) == .claim(node.lease))
        node.lease = SampleNode.lease(3, SampleNode.own)
        #expect(node.state.claimAnswered(node.lease, sent: Timestamp(clamping: 1_400)) == .own(node.lease))
        #expect(node.state.beatAnswered(holds, of: beat, sent: Timestamp(clamping: 1_900)) == .nothing)
        #expect(node.state.trustedUntil == Timestamp(clamping: 3_400))
    }

    @Test("trust in a lease ends with it: what was made under it isn't trusted by the next one")
    func tenures() {
        var node = SampleNode()
        _ = node.claimFirst()
        let former = node.lease
        #expect(node.beat(1_100) == .nothing)
        #expect(node.state.trustedUntil(under: former) == Timestamp(clamping: 3_100))
        node.lease = SampleNode.lease(2, nil)
        #expect(node.look(1_200) == .resign)
        #expect(node.look(1_400) == .claim(node.lease))
        node.lease = SampleNode.lease(3, SampleNode.own)
        #expect(node.state.claimAnswered(node.lease, sent: Timestamp(clamping: 1_400)) == .own(node.lease))
        #expect(node.route(1_500) == .here)
        #expect(node.state.trustedUntil(under: former) == nil)
        #expect(node.state.trustedUntil(under: node.lease) == Timestamp(clamping: 3_400))
        // A promoted standby gives an epoch out again.
        var other = node.lease
        other.claim += 1
        #expect(node.state.trustedUntil(under: other) == nil)
    }

    @Test(
        "a look that shows another owner ends ownership; one from before the claim doesn't",
        arguments: [
            (SampleNode.lease(2, SampleNode.other), true), (SampleNode.lease(1, nil), true),
            (Lease(epoch: 1, claim: 8, holder: SampleNode.holder(SampleNode.own), beat: 0), true),
            (SampleNode.lease(0, nil), false), (SampleNode.lease(1, SampleNode.own, beat: 77), false),
        ])
    func seen(lease: Lease, ends: Bool) {
        var node = SampleNode()
        _ = node.claimFirst()
        node.lease = lease
        #expect(node.look(1_200) == (ends ? .resign : .nothing))
        #expect(node.trusts(1_200) == !ends)
    }

    @Test("a write that was refused ends the ownership it was made under, and no other")
    func refused() {
        var node = SampleNode()
        _ = node.claimFirst()
        #expect(node.state.writeRefused(under: SampleNode.lease(0, SampleNode.own)) == .nothing)
        #expect(node.state.writeRefused(under: SampleNode.lease(1, SampleNode.own)) == .resign)
        #expect(!node.trusts(1_200))
    }

    /// It may have asked to release it, and that request may still arrive.
    @Test("a lease that was lost or released is never adopted again, but released")
    func poisoned() {
        var node = SampleNode()
        _ = node.claimFirst()
        node.lease = SampleNode.lease(2, SampleNode.other)
        #expect(node.look(1_200) == .resign)
        // A standby was promoted that doesn't have the other node's claim.
        node.lease = SampleNode.lease(1, SampleNode.own)
        #expect(node.look(1_400) == .release(node.lease))
    }

    @Test("a node that leaves trusts nothing, releases what it owns until that succeeded, and claims no more")
    func leaves() {
        var node = SampleNode()
        _ = node.claimFirst()
        let beat = node.state.beat()
        #expect(node.state.leave() == beat)
        #expect(!node.trusts(1_100))
        #expect(node.state.beatAnswered(true, of: beat, sent: Timestamp(clamping: 1_100)) == .nothing)
        #expect(!node.trusts(1_100))
        node.state.letGo()
        #expect(node.state.beat() == nil)
        #expect(node.look(1_200) == .release(node.lease))
        node.lease.holder = .nobody
        #expect(node.look(1_400) == .nothing)
        #expect(node.state.leave() == nil)
    }

    @Test("a node that leaves keeps its lease, and beats for it, until all is written that it had begun")
    func finishes() {
        var node = SampleNode()
        _ = node.claimFirst()
        let before = node.state.leave()
        #expect(node.look(1_200) == .nothing && node.look(1_400) == .nothing)
        let beat = node.state.beat()
        #expect(beat?.beat == before.map { $0.beat &+ 1 } && beat?.claim == before?.claim)
        #expect(node.state.beatAnswered(true, of: beat, sent: Timestamp(clamping: 1_400)) == .nothing)
        #expect(!node.trusts(1_400))
        // Asked twice to end, it has the same lease to let go of.
        #expect(node.state.leave() == beat)
        node.state.letGo()
        #expect(node.look(1_600) == .release(node.lease))
    }

    @Test("a lease that a node has lost while it leaves isn't beaten for, nor released")
    func losesWhileLeaving() {
        for loss in 0..<3 {
            var node = SampleNode()
            _ = node.claimFirst()
            _ = node.state.leave()
            let beat = node.state.beat()
            switch loss {
            case 0: #expect(node.state.beatAnswered(false, of: beat, sent: Timestamp(clamping: 1_200)) == .nothing)
            case 1: if let beat { #expect(node.state.writeRefused(under: beat) == .nothing) }
            default:
                node.lease = SampleNode.lease(2, SampleNode.other)
                #expect(node.look(1_200) == .nothing)
            }
            #expect(node.state.beat() == nil && node.state.leave() == nil)
        }
    }

    @Test("a claim that is answered while the node leaves is released")
    func leavesClaiming() {
        var node = SampleNode()
        #expect(node.look(900) == .claim(node.lease))
        #expect(node.state.leave() == nil)
        let lease = SampleNode.lease(1, SampleNode.own)
        #expect(node.state.claimAnswered(lease, sent: Timestamp(clamping: 900)) == .release(lease))
        #expect(!node.trusts(901))
    }

    @Test("5 % of difference between steady clocks are fewer than between trust and patience")
    func times() {
        let times = LeaseTimes.usual
        #expect(times.trust.milliseconds * 105 < times.patience.milliseconds * 95)
        #expect(times.beatInterval.milliseconds * 3 < times.trust.milliseconds)
        #expect(times.lookInterval < times.beatInterval)
        // Some looks of a node that has its boards; and before a node takes back what it offered, by any clock.
        #expect(times.lookInterval.milliseconds * 5 < times.coldDelay.milliseconds * 95 / 100)
        #expect(
            (times.coldDelay.milliseconds + times.lookInterval.milliseconds) * 105 < times.patience.milliseconds * 95)
    }
}
