internal import LaurelDomain

/// The other nodes, and which of them live.
///
/// A node lives until its beat has stood still for ``LeaseTimes/patience``. One that was seen for the first time lives,
/// too, and looks that fail end no node: what is decided by the live ones (a share of a limit) is decided for too many
/// rather than for too few.
struct Peers: Sendable {
    private var nodes: [(announcement: NodeAnnouncement, beat: Stillness<Int64>)] = []
    private let own: NodeID
    private let patience: Timestamp.Span

    init(of own: NodeID, patience: Timestamp.Span) {
        self.own = own
        self.patience = patience
    }

    mutating func looked(_ look: ClusterLook, sent: Timestamp, answered: Timestamp) {
        let former = nodes
        nodes = look.nodes.filter { $0.announcement.id != own }.map { node in
            guard var beat = former.first(where: { $0.announcement.id == node.announcement.id })?.beat else {
                return (node.announcement, Stillness(node.beat, answered: answered))
            }
            beat.show(node.beat, sent: sent, answered: answered)
            return (node.announcement, beat)
        }
    }

    /// A node that is dead stays dead until it beats.
    mutating func lookFailed() {
        for index in nodes.indices where isLive(nodes[index].beat) { nodes[index].beat.interrupt() }
    }

    /// In order of their IDs, as the look had them.
    var all: [NodeState.Peer] {
        nodes.map { NodeState.Peer(announcement: $0.announcement, isLive: isLive($0.beat)) }
    }

    func announcement(of id: NodeID) -> NodeAnnouncement? { nodes.first { $0.announcement.id == id }?.announcement }

    private func isLive(_ beat: Stillness<Int64>) -> Bool { beat.span < patience }
}
