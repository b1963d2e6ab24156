import LaurelCluster
import LaurelDomain
import LaurelForwarding
import LaurelHTTPServer
import LaurelScores
import LaurelStorage
import Synchronization

/// Snapshots of leaderboards between nodes, over the port for nodes: this node's own for those that ask, and those of
/// others for this one.
final class PeerSnapshots: Sendable {
    /// Its last part says how questions and answers are written. Who gets 404 reads the journal.
    private static let path: StaticString = "/node/snapshot/1"
    /// Of one piece.
    private static let answerMilliseconds = 10_000
    /// How much later the client may say that a piece didn't come in time.
    private static let spareMilliseconds = 1_000
    /// Nodes that are asked for one snapshot.
    private static let peersLimit = 3
    /// How long a node that has just started waits until it knows the others.
    private static let waitMilliseconds = 2_000
    private static let waitStepMilliseconds = 20

    private struct Others {
        let membership: Membership
        let forwarder: Forwarder
    }

    private let folder: String
    private let served: ServedSnapshots
    /// Pieces are read by one thread, so that fetches take turns at the disk.
    private let reading = WorkerThreads(threads: 1, line: ServedSnapshots.fetchesLimit)
    private let others = Mutex<Others?>(nil)
    private static let tidyMilliseconds: Int64 = 60_000
    /// When fetches were looked after, by the steady clock.
    private let tidied = Atomic(Int64(0))

    init(inFolder folder: String) {
        self.folder = folder
        served = ServedSnapshots(
            [SnapshotFolder(dataFolder: folder), SnapshotFolder(fetchedInto: folder)], steady: .steady)
    }

    /// Those who ask and are asked are made after this one.
    func attach(_ membership: Membership, _ forwarder: Forwarder) {
        others.withLock { $0 = Others(membership: membership, forwarder: forwarder) }
    }

    // MARK: This node's

    /// - Returns: nil: the request isn't for a snapshot.
    func answer(_ request: Request) -> Outcome? {
        guard request.method == .post, request.hasPath(Self.path) else { return nil }
        guard let question = SnapshotQuestion(request.body) else { return .now(Response(.badRequest)) }
        return .deferred { [served, reading] responder in
            let isTaken = reading.start {
                guard let piece = served.piece(question) else {
                    responder.complete(Response(.notFound))
                    return
                }
                responder.complete(Response(.ok, type: "application/octet-stream", body: piece.bytes))
            }
            if !isTaken { responder.complete(Response(.serviceUnavailable)) }
        }
    }

    /// Looks after fetches that nobody goes on with, once a minute: it may be called more often.
    func tidy() {
        let now = Clock.steady.now().milliseconds
        guard now - tidied.load(ordering: .relaxed) >= Self.tidyMilliseconds else { return }
        tidied.store(now, ordering: .relaxed)
        // To close a large file that was deleted may take a while. If the line is full, a question looks after them.
        _ = reading.start { [served] in served.tidy() }
    }

    // MARK: Other nodes'

    /// - Parameter isWanted: false: nobody waits for a snapshot any more.
    func source(while isWanted: @escaping @Sendable () -> Bool) -> SnapshotSource {
        SnapshotSource(files: SnapshotFolder(fetchedInto: folder), steady: .steady) { [self] in peers(isWanted) }
    }

    /// The owner first: its snapshot is the newest one.
    private func peers(_ isWanted: @escaping @Sendable () -> Bool) -> [SnapshotPeer] {
        guard let others = self.others.withLock({ $0 }) else { return [] }
        let membership = others.membership
        let pause = ThreadSignal()
        for _ in 0..<(Self.waitMilliseconds / Self.waitStepMilliseconds) where !membership.seesStore && isWanted() {
            pause.wait(milliseconds: Self.waitStepMilliseconds)
        }
        let owner: NodeID? = if case .to(let node) = membership.route { node.id } else { nil }
        let nodes = membership.peers.filter(\.isLive).map(\.announcement)
        let ordered = nodes.filter { $0.id == owner } + nodes.filter { $0.id != owner }
        return ordered.prefix(Self.peersLimit).compactMap { node -> SnapshotPeer? in
            guard let address = PeerAddress(node.address) else { return nil }
            return SnapshotPeer(name: node.address, fetch: UInt64.random(in: .min ... .max)) { question, milliseconds in
                guard isWanted() else { return nil }
                return Self.ask(address, question, others.forwarder, within: min(milliseconds, Self.answerMilliseconds))
            }
        }
    }

    private static func ask(
        _ address: PeerAddress, _ question: SnapshotQuestion, _ forwarder: Forwarder, within milliseconds: Int
    ) -> SnapshotPiece? {
        let answer = Answer()
        forwarder.ask(address, path, question.bytes, within: milliseconds) { answer.come($0) }
        return answer.wait(milliseconds: milliseconds + spareMilliseconds).flatMap { SnapshotPiece($0) }
    }

    /// What a thread waits for.
    private final class Answer: Sendable {
        private let bytes = Mutex<[UInt8]?>(nil)
        private let signal = ThreadSignal()

        func come(_ answer: [UInt8]?) {
            bytes.withLock { $0 = answer }
            signal.set()
        }

        /// The client says how a question ended, within its time.
        func wait(milliseconds: Int) -> [UInt8]? {
            guard signal.wait(milliseconds: milliseconds) else { return nil }
            return bytes.withLock { $0 }
        }
    }
}
