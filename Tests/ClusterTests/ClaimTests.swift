import LaurelCluster
import LaurelDomain
import Testing

@Suite("Claims", .timeLimit(.minutes(10))) struct ClaimTests {
    @Test("a lease without a node is claimed at once", arguments: [0, 5])
    func free(epoch: Int64) {
        var node = SampleNode()
        node.lease = SampleNode.lease(epoch, nil)
        #expect(node.look(1_000) == .claim(node.lease))
        #expect(node.state.role == .claiming)
    }

    @Test("a lease is claimed after 2.5 s, from the first answer to the last question")
    func patience() {
        var node = SampleNode()
        node.lease = SampleNode.lease(3, SampleNode.other, beat: 9)
        #expect(node.look(1_000, taking: 1_000) == .nothing)
        // Sent 2,499 ms after the first answer, and answered much later.
        #expect(node.look(5_000, taking: 1_501) == .nothing)
        #expect(node.look(5_000, taking: 1_500) == .claim(node.lease))
    }

    enum Change: CaseIterable { case epoch, claim, node, beat }

    @Test("whatever moves in a lease, it lives", arguments: Change.allCases)
    func moves(change: Change) {
        var node = SampleNode()
        node.lease = SampleNode.lease(3, SampleNode.other)
        #expect(node.look(1_000) == .nothing)
        switch change {
        case .epoch: node.lease.epoch += 1
        case .claim: node.lease.claim += 1
        case .node: node.lease.holder = SampleNode.holder(SampleNode.third)
        case .beat: node.lease.beat += 1
        }
        #expect(node.look(3_400) == .nothing)
        #expect(node.look(5_899) == .nothing)
        #expect(node.look(5_900) == .claim(node.lease))
    }

    @Test("a server that is no node never beats: it's waited for like an owner that has died")
    func server() {
        var node = SampleNode()
        node.lease = Lease(epoch: 3, claim: 7, holder: .server, beat: 0)
        #expect(node.look(1_000) == .nothing)
        #expect(node.look(3_499) == .nothing)
        #expect(node.look(3_500) == .claim(node.lease))
    }

    @Test("a look that failed makes patience start anew, once")
    func outage() {
        var node = SampleNode()
        node.lease = SampleNode.lease(3, SampleNode.other)
        #expect(node.look(1_000) == .nothing)
        node.state.lookFailed()
        #expect(node.look(9_000) == .nothing)
        #expect(node.look(11_499) == .nothing)
        #expect(node.look(11_500) == .claim(node.lease))
    }

    @Test("while a claim is under way, nothing else is decided")
    func pendingClaim() {
        var node = SampleNode()
        let free = node.lease
        #expect(node.look(1_000) == .claim(free))
        node.lease = SampleNode.lease(1, SampleNode.own)
        #expect(node.look(1_200) == .nothing)
        #expect(node.state.claimAnswered(node.lease, sent: Timestamp(clamping: 1_001)) == .own(node.lease))
        #expect(node.trusts(3_000))
        #expect(!node.trusts(3_001))
    }

    @Test("a claim that came too late leaves a follower, who waits before it asks again")
    func tooLate() {
        var node = SampleNode()
        node.lease = SampleNode.lease(3, SampleNode.other)
        #expect(node.look(from: 1_000, to: 3_600) == [.claim(node.lease)])
        #expect(node.state.claimAnswered(nil, sent: Timestamp(clamping: 3_600)) == .nothing)
        #expect(node.state.role == .following)
        // As by a former primary, which shows the same lease for ever.
        #expect(node.look(from: 3_800, to: 6_200) == [])
        #expect(node.look(6_300) == .claim(node.lease))
    }

    @Test("a claim whose answer was lost is adopted when a look shows it, without trust")
    func adopted() {
        var node = SampleNode()
        #expect(node.look(1_000) == .claim(node.lease))
        node.state.claimFailed()
        node.lease = SampleNode.lease(1, SampleNode.own)
        #expect(node.look(2_000) == .own(node.lease))
        #expect(!node.trusts(2_000))
        #expect(node.route(2_000) == .nowhere)
        #expect(node.beat(2_100) == .nothing)
        #expect(node.trusts(4_099))
        #expect(!node.trusts(4_100))
    }

    @Test("a claim that was lost on its path is made again at the next look")
    func again() {
        var node = SampleNode()
        node.lease = SampleNode.lease(3, SampleNode.other)
        #expect(node.look(from: 1_000, to: 3_600) == [.claim(node.lease)])
        node.state.claimFailed()
        #expect(node.look(3_800) == .claim(node.lease))
    }

    // MARK: Boards

    @Test(
        "a node without its boards leaves a free lease for 1.5 s to one that has them, or doesn't say",
        arguments: [NodeAnnouncement.Following.rows(0), .rows(7), .unknown])
    func leavesFree(following: NodeAnnouncement.Following) {
        var node = SampleNode()
        node.lease = SampleNode.lease(5, nil)
        node.following = [SampleNode.other: following]
        node.state.follows(.cold)
        #expect(node.look(from: 1_000, to: 2_400) == [])
        #expect(node.look(2_499) == .nothing)
        #expect(node.look(2_500) == .claim(node.lease))
    }

    @Test("after an owner that has died it leaves the lease for 1.5 s more, while one lives that has its boards")
    func leavesStill() {
        var node = SampleNode()
        node.lease = SampleNode.lease(3, SampleNode.third)
        node.following = [SampleNode.other: .rows(7)]
        node.state.follows(.cold)
        #expect(node.look(from: 1_000, to: 4_800) == [])
        #expect(node.look(4_999) == .nothing)
        #expect(node.look(5_000) == .claim(node.lease))
    }

    @Test("a node whose boards have died with the owner is no reason to wait")
    func deadWarm() {
        var node = SampleNode()
        node.lease = SampleNode.lease(3, SampleNode.third)
        node.following = [SampleNode.other: .rows(7)]
        node.state.follows(.cold)
        #expect(node.look(1_000) == .nothing)
        #expect(node.look(3_499) == .nothing)
        #expect(node.look(3_500) == .claim(node.lease))
    }

    @Test("nodes of which none has its boards claim at once, as one that is alone")
    func allCold() {
        for others in [[SampleNode.other: 0], [SampleNode.other: 0, SampleNode.third: 0], [:]] as [[Int64: Int64]] {
            var node = SampleNode()
            node.beats = others.merging([SampleNode.own: 0]) { one, _ in one }
            node.following = others.mapValues { _ in .cold }
            node.state.follows(.cold)
            #expect(node.look(1_000) == .claim(node.lease))
        }
    }

    @Test("a node that has its boards claims at once, whatever others have")
    func warm() {
        var node = SampleNode()
        node.following = [SampleNode.other: .rows(9)]
        node.state.follows(.cold)
        #expect(node.look(1_000) == .nothing)
        node.state.follows(.rows(8))
        #expect(node.state.node.following == .rows(8))
        #expect(node.look(1_200) == .claim(node.lease))
    }

    @Test("one that isn't to own the store, because of its level, is no reason to wait")
    func warmBelowLevel() {
        var node = SampleNode()
        node.state = NodeState(SampleNode.announcement(SampleNode.own, level: 2))
        node.storeLevel = 2
        node.following = [SampleNode.other: .rows(7)]
        node.levels = [SampleNode.other: 2]
        node.state.follows(.cold)
        #expect(node.look(1_000) == .nothing)
        node.levels = [SampleNode.other: 1]
        #expect(node.look(1_200) == .claim(node.lease))
    }

    @Test("an answer that nobody waits for any more changes nothing")
    func unexpected() {
        var node = SampleNode()
        #expect(node.state.claimAnswered(SampleNode.lease(1, SampleNode.own), sent: .first) == .nothing)
        #expect(node.state.role == .following)
        #expect(node.state.trustedUntil == nil)
    }
}
