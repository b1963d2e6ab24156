public import LaurelHTTPServer

/// Answers on the port for nodes: what other nodes pass on, where this node owns the store, and their own messages.
/// Nothing is passed on again, so that no request can go round in circles.
///
/// Who doesn't show the key learns nothing, and no body of theirs is read. This is the only one who believes the header
/// fields of nodes.
public struct PeerHandler: Handler {
    /// Asked to learn whether this node is there.
    static let presencePath: StaticString = "/node/presence"

    private let key: PeerKey
    private let node: NodeHandler
    private let reads: JoinedReads
    private let own: @Sendable (Request) -> Outcome?

    /// - Parameters:
    ///   - node: says whether this node owns the store, and who answers then.
    ///   - process: a number by chance, 1 and up, for the time of this process.
    ///   - own: answers messages between nodes: paths below `/node/`. Nil: there's no such path.
    public init(
        key: PeerKey, node: NodeHandler, process: UInt64, own: @escaping @Sendable (Request) -> Outcome? = { _ in nil }
    ) {
        self.key = key
        self.node = node
        reads = JoinedReads(owner: process, node: node)
        self.own = own
    }

    /// The limits of the port for nodes, behind which stand all clients of a node that has these ones: a request that
    /// was taken there is taken here, and what counts for one address counts for a whole node.
    public static func limits(_ limits: Limits) -> Limits {
        var peers = limits
        peers.headBytes = min(limits.headBytes, 65_535 - NodeFields.headBytes) + NodeFields.headBytes
        peers.headerCount = min(limits.headerCount, 65_535) + NodeFields.count
        peers.connectionsPerAddress = limits.connections
        peers.heldBodyBytesPerAddress = limits.heldBodyBytes
        return peers
    }

    public func handle(_ request: Request) -> Outcome {
        switch sort(request) {
        case .client(let passedOn):
            node.answering { $0.handle(passedOn) }?.orElse { .now(Self.elsewhere) } ?? .now(Self.elsewhere)
        case .node where request.hasPath(Self.presencePath): .now(Response(.noContent))
        case .node where request.method == .post && request.hasPath(JoinedReads.path): .now(reads.answer(request))
        case .node: own(request) ?? .now(Response(.notFound))
        case .refused(let response): .now(response)
        }
    }

    public func judge(_ head: Request) -> Judgement {
        switch sort(head) {
        case .client(let passedOn): node.answering { $0.judge(passedOn) } ?? .answer(.now(Self.elsewhere))
        case .node: .read(limit: nil)
        case .refused(let response): .answer(.now(response))
        }
    }

    private enum Kind {
        /// A client's request, as its node received it.
        case client(Request)
        /// A node's own message.
        case node
        case refused(Response)
    }

    private func sort(_ request: Request) -> Kind {
        guard request.headers.withOnlyValue("laurel-node-key", key.matches) == true else {
            return .refused(Self.verdict(.forbidden, NodeFields.refused))
        }
        guard let client = request.headers["laurel-node-client"] else {
            if request.withRawPath({ $0.starts(with: "/node/".utf8) }) { return .node }
            return .refused(Self.verdict(.badRequest, NodeFields.refused))
        }
        guard let sender = RequestSender(client) else {
            return .refused(Self.verdict(.badRequest, NodeFields.refused))
        }
        let id = request.headers["laurel-node-request"].flatMap { RequestID($0) }
        return .client(request.passedOn(from: sender.client, id: id).known(by: sender.key))
    }

    /// Nobody may answer here.
    private static let elsewhere = verdict(421, NodeFields.elsewhere)

    private static func verdict(_ status: Status, _ text: String) -> Response {
        Response(status, headers: [NodeFields.verdict: text])
    }
}
