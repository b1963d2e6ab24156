import LaurelCluster
import LaurelDomain
import Testing

@Suite("Whether a node reaches the owner") struct OwnerReachTests {
    /// A node that passes requests on to an owner, with times as milliseconds.
    private struct Sample {
        var reach = OwnerReach()
        var moved: Timestamp?

        var isCutOff: Bool { reach.isCutOff(leaseMoved: moved) }

        mutating func turn(_ now: Int64, owner: Int64? = 2) -> OwnerReach.Question? {
            reach.turn(owner.flatMap(NodeID.init(rawValue:)), at: Timestamp(clamping: now))
        }

        /// From one moment to another, each 50 ms: the owner beats every 500 ms while it lives, and answers while it's
        /// reached.
        ///
        /// - Returns: when the node was cut off first.
        mutating func go(from start: Int64, to end: Int64, lives: Bool = true, answers: Bool = true) -> Int64? {
            var first: Int64?
            for now in stride(from: start, to: end, by: 50) {
                if lives && now % 500 == 0 { moved = Timestamp(clamping: now) }
                if let question = turn(now), answers { reach.answered(question) }
                if isCutOff && first == nil { first = now }
            }
            return first
        }
    }

    @Test("is asked four times a second, from the first moment on") func pace() {
        var node = Sample()
        let asked = stride(from: Int64(7), to: 1_007, by: 50).compactMap { node.turn($0)?.sent.milliseconds }
        #expect(asked == [7, 257, 507, 757])
    }

    @Test("isn't asked while it's this node, or nobody") func nobody() {
        var node = Sample()
        #expect(node.turn(0, owner: nil) == nil)
        #expect(node.turn(1_000, owner: nil) == nil)
        node.moved = Timestamp(clamping: 60_000)
        #expect(!node.isCutOff)
    }

    @Test("is yes while questions are answered, however late") func reached() {
        var node = Sample()
        #expect(node.go(from: 0, to: 60_000) == nil)
        var late: [OwnerReach.Question] = []
        for now in stride(from: Int64(60_000), to: 120_000, by: 50) {
            if now % 500 == 0 { node.moved = Timestamp(clamping: now) }
            if let question = node.turn(now) { late.append(question) }
            if late.count > 3 { node.reach.answered(late.removeFirst()) }
            #expect(!node.isCutOff)
        }
    }

    @Test("is no within 2 seconds if it beats and doesn't answer, and yes with its next answer") func cutOff() {
        var node = Sample()
        #expect(node.go(from: 0, to: 10_000) == nil)
        #expect(node.go(from: 10_000, to: 20_000, answers: false) == 11_500)
        #expect(node.isCutOff)
        let question = node.turn(20_000)
        #expect(question != nil)
        if let question { node.reach.answered(question) }
        #expect(!node.isCutOff)
    }

    @Test("is no if it was never reached") func never() {
        var node = Sample()
        #expect(node.go(from: 0, to: 5_000, answers: false) == 1_500)
    }

    @Test("isn't known of one that was killed or stopped: requests wait for the next owner", arguments: 0...9)
    func killed(_ step: Int64) {
        var node = Sample()
        let end = 10_000 + step * 50
        #expect(node.go(from: 0, to: end) == nil)
        // Its last beat waits for a standby, and for the next look.
        node.moved = Timestamp(clamping: end + 700)
        #expect(node.go(from: end, to: end + 60_000, lives: false, answers: false) == nil)
    }

    @Test("begins anew with the next owner, to whom answers of the one before say nothing") func another() {
        var node = Sample()
        let old = node.turn(0)
        #expect(node.go(from: 50, to: 5_000, answers: false) == 1_500)
        #expect(node.turn(5_000, owner: 3) != nil)
        #expect(!node.isCutOff)
        node.moved = Timestamp(clamping: 6_500)
        if let old { node.reach.answered(old) }
        #expect(node.isCutOff)
    }

    @Test("says when the lease moved: not with the first look, and not with one that shows the same beat") func moved()
    {
        var node = SampleNode()
        node.lease = SampleNode.lease(1, SampleNode.other, beat: 1)
        _ = node.look(100)
        _ = node.look(300)
        #expect(node.state.leaseMoved == nil)
        node.lease.beat = 2
        _ = node.look(500)
        node.state.lookFailed()
        _ = node.look(700)
        #expect(node.state.leaseMoved == Timestamp(clamping: 500))
        node.lease = SampleNode.lease(2, SampleNode.third)
        _ = node.look(900)
        #expect(node.state.leaseMoved == Timestamp(clamping: 900))
    }
}
