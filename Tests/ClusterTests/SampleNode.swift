import LaurelCluster
import LaurelDomain

/// One node and what it is shown, with times as milliseconds.
struct SampleNode {
    static let own: Int64 = 1
    static let other: Int64 = 2
    static let third: Int64 = 3

    var state: NodeState
    /// What the store says when it is looked at.
    var lease = SampleNode.lease(0, nil)
    var beats: [Int64: Int64] = [SampleNode.own: 0, SampleNode.other: 0]
    var levels: [Int64: Int64] = [:]
    /// What other nodes say of their boards.
    var following: [Int64: NodeAnnouncement.Following] = [:]
    var storeLevel: Int64 = 1
    /// Of nodes that were started where another one had been.
    var addresses: [Int64: String] = [:]
    /// How far the store's clock is ahead of the node's.
    var ahead: Int64 = 0

    init(_ times: LeaseTimes = .usual) { state = NodeState(Self.announcement(Self.own), times: times) }

    static func announcement(_ number: Int64, level: Int64 = 1) -> NodeAnnouncement {
        guard let id = NodeID(rawValue: number) else { preconditionFailure("a sample has an ID above zero") }
        return NodeAnnouncement(id: id, name: "node \(number)", address: "node\(number):8080", level: level)
    }

    static func holder(_ node: Int64?) -> Lease.Holder {
        node.flatMap(NodeID.init(rawValue:)).map { .node($0) } ?? .nobody
    }

    static func lease(_ epoch: Int64, _ node: Int64?, beat: Int64 = 0) -> Lease {
        Lease(epoch: epoch, claim: epoch * 7, holder: holder(node), beat: beat)
    }

    /// A look that takes `length` and is answered at `answered`; the store reads its clock `length` before.
    mutating func look(_ answered: Int64, taking length: Int64 = 0) -> NodeState.Decision {
        let nodes = beats.sorted { $0.key < $1.key }.map { number, beat in
            var announcement = Self.announcement(number, level: levels[number] ?? 1)
            announcement.address = addresses[number] ?? announcement.address
            announcement.following = following[number] ?? .unknown
            return ClusterLook.Node(announcement, beat: beat)
        }
        let wall = Timestamp(clamping: 1_000_000_000 + answered)
        let clock = Timestamp(clamping: 1_000_000_000 + answered - length + ahead)
        return state.looked(
            ClusterLook(lease: lease, nodes: nodes, clock: clock, level: storeLevel),
            sent: Timestamp(clamping: answered - length),
            answered: Timestamp(clamping: answered), wallClock: wall)
    }

    /// Looks each 200 ms, while the other nodes live: what was decided, without `.nothing`.
    mutating func look(from start: Int64, to end: Int64) -> [NodeState.Decision] {
        var decisions: [NodeState.Decision] = []
        for now in stride(from: start, through: end, by: 200) {
            for number in beats.keys { beats[number, default: 0] += 1 }
            decisions.append(look(now))
        }
        return decisions.filter { $0 != .nothing }
    }

    /// Makes it the owner of epoch 1, by a claim that was sent at 1,000 and answered at 1,100.
    mutating func claimFirst() -> NodeState.Decision {
        _ = look(900)
        lease = Self.lease(1, Self.own)
        return state.claimAnswered(lease, sent: Timestamp(clamping: 1_000))
    }

    /// Beats at `sent`; the store has it, if it `holds`.
    mutating func beat(_ sent: Int64, holds: Bool = true) -> NodeState.Decision {
        let beat = state.beat()
        if holds, let beat { lease = beat }
        return state.beatAnswered(holds, of: beat, sent: Timestamp(clamping: sent))
    }

    func trusts(_ now: Int64) -> Bool { state.trusts(at: Timestamp(clamping: now)) }
    func route(_ now: Int64) -> NodeState.Route { state.route(at: Timestamp(clamping: now)) }
}
