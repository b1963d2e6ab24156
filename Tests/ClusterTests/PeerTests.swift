import LaurelCluster
import LaurelDomain
import Testing

@Suite("Peers and routes", .timeLimit(.minutes(10))) struct PeerTests {
    @Test("a follower sends requests to the owner while it lives")
    func route() {
        var node = SampleNode()
        #expect(node.route(900) == .nowhere)
        node.lease = SampleNode.lease(3, SampleNode.other)
        _ = node.look(1_000)
        #expect(node.route(1_000) == .to(SampleNode.announcement(SampleNode.other)))
        // Nobody could ask for long: the owner decides itself whether it may answer.
        node.state.lookFailed()
        #expect(node.route(60_000) == .to(SampleNode.announcement(SampleNode.other)))
        _ = node.look(60_000)
        #expect(node.look(62_500) == .claim(node.lease))
        #expect(node.route(62_500) == .nowhere)
    }

    @Test("a request goes nowhere when the owner isn't among the nodes, or nobody owns the store")
    func nowhere() {
        var node = SampleNode()
        node.lease = SampleNode.lease(3, SampleNode.third)
        _ = node.look(1_000)
        #expect(node.route(1_000) == .nowhere)
        node.lease = SampleNode.lease(3, nil)
        _ = node.look(1_200)
        #expect(node.route(1_200) == .nowhere)
    }

    @Test("a node that leaves sends requests to the next owner")
    func leaving() {
        var node = SampleNode()
        _ = node.claimFirst()
        _ = node.state.leave()
        #expect(node.route(1_100) == .nowhere)
        node.lease = SampleNode.lease(2, SampleNode.other)
        #expect(node.look(1_300) == .nothing)
        #expect(node.route(1_300) == .to(SampleNode.announcement(SampleNode.other)))
    }

    @Test("a node lives until its beat stood still for 2.5 s, and again when it moves")
    func lives() {
        var node = SampleNode()
        node.beats[SampleNode.third] = 5
        func live() -> [Bool] { node.state.peers.map(\.isLive) }
        _ = node.look(1_000)
        #expect(live() == [true, true])
        node.beats[SampleNode.other] = 1
        _ = node.look(3_499)
        #expect(live() == [true, true])
        _ = node.look(3_500)
        #expect(live() == [true, false])
        #expect(node.state.liveNodes == 2)
        node.beats[SampleNode.third] = 6
        _ = node.look(3_700)
        #expect(live() == [true, true])
        node.beats[SampleNode.third] = nil
        _ = node.look(3_900)
        #expect(live() == [true])
    }

    @Test("nobody answers at a dead node's address, unless a node was started there again")
    func addresses() {
        var node = SampleNode()
        let address = SampleNode.announcement(SampleNode.other).address
        _ = node.look(1_000)
        _ = node.look(3_499)
        #expect(node.state.deadAddresses == [])
        _ = node.look(3_500)
        #expect(node.state.deadAddresses == [address])
        node.beats[SampleNode.third] = 1
        node.addresses[SampleNode.third] = address
        _ = node.look(3_700)
        #expect(node.state.deadAddresses == [])
        // That one died, too.
        _ = node.look(6_200)
        #expect(node.state.deadAddresses == [address])
        // This very node is where the other one was.
        node.addresses[SampleNode.other] = SampleNode.announcement(SampleNode.own).address
        node.addresses[SampleNode.third] = node.addresses[SampleNode.other]
        _ = node.look(6_400)
        #expect(node.state.deadAddresses == [])
    }

    @Test("an outage of the store ends no node, and brings none back")
    func outage() {
        var node = SampleNode()
        node.beats[SampleNode.third] = 5
        _ = node.look(1_000)
        node.beats[SampleNode.other] = 1
        _ = node.look(3_500)
        node.state.lookFailed()
        _ = node.look(30_000)
        #expect(node.state.peers.map(\.isLive) == [true, false])
        #expect(node.state.peers.map(\.announcement.id.rawValue) == [SampleNode.other, SampleNode.third])
    }

    @Test("a node doesn't claim a store whose level is above its own, and writes what both levels have")
    func level() {
        var node = SampleNode()
        node.state = NodeState(SampleNode.announcement(SampleNode.own, level: 4))
        node.lease = SampleNode.lease(0, nil)
        node.storeLevel = 5
        #expect(node.look(1_000) == .nothing)
        #expect(node.look(9_000) == .nothing)
        #expect(node.state.writtenLevel == 4)
        node.storeLevel = 3
        #expect(node.look(9_200) == .claim(node.lease))
        #expect(node.state.writtenLevel == 3)
    }

    @Test("an owner lets go of a store whose level was raised above its own")
    func raised() {
        var node = SampleNode()
        _ = node.claimFirst()
        #expect(node.look(1_300) == .nothing)
        node.storeLevel = 2
        let lease = node.lease
        #expect(node.look(1_500) == .release(lease))
        #expect(!node.state.trusts(at: Timestamp(clamping: 1_500)))
        node.lease = SampleNode.lease(1, nil)
        #expect(node.look(9_000) == .nothing)
    }
}
