import Foundation
import Glibc
import LaurelAPI
import LaurelCluster
import LaurelCryptography
import LaurelForwarding
import LaurelHTTPServer
import LaurelService
import LaurelStorage
import LaurelStoragePostgres
import LaurelStorageSQL
import LaurelStorageSQLite
import Synchronization

/// One life of a server that is one of several over a store: a node. One of them owns the store and answers; the others
/// pass what they are asked on to it, and one of those takes over when it ends.
struct NodeRun {
    let settings: ServerSettings
    let address: NodeAddress

    init(_ settings: ServerSettings, _ address: NodeAddress) {
        self.settings = settings
        self.address = address
    }

    func run() async throws {
        let ending = Ending()
        let log = try ServerProcess.prepare(settings)
        let options = try Composition.Options(settings, log)
        let access = try await NodeStore(settings)
        ending.isOrderly.store(true, ordering: .relaxed)
        let snapshots = PeerSnapshots(inFolder: settings.folder)
        let following = NodeFollowing(access, settings.folder, snapshots, acceptsLoss: settings.acceptsLoss, log)
        let membership = Membership(announcement(), access.cluster, following: { following.announced }) {
            log?.add(event: $0, $1)
        }
        let metrics = ServerCounters()
        let answers = StandbyAnswers(metricsAudience: settings.metricsAudience) { id, kind, cause in
            log?.add(event: kind, cause, requestID: id)
        }
        let switching = try NodeSwitch(
            membership, access.key, answers, following, own: { snapshots.answer($0) }, tidy: { snapshots.tidy() },
            metrics: { metrics.read() })
        snapshots.attach(membership, switching.forwarder)
        // Before the public one, which makes a socket in the folder.
        let peers = try listenToPeers(switching)
        let front = try PublicServer(settings, log) { _ in switching.handler }
        metrics.attach(front.server)
        Terminal.say("Laurel \(Laurel.version) at \(front.url.origin)")
        settings.warnInTheClear()
        Terminal.say("A node of the cluster over the \(access.location). Others reach it at \(address.text).")
        let ownership = NodeOwnership(
            settings, options, access, membership, switching, following, front.server, front.url,
            try Pages.ofThisProgram(), log)
        // All that can keep this node from running is known by now, and no other node knows of it yet.
        try access.noteElsewhere()
        membership.start()
        switching.start {
            Terminal.say("Ready. Open \(front.url.origin) in a browser. Press Ctrl-C to stop.")
        }
        let failure = await ownership.run(until: ending)
        Terminal.say("Stopping: finishing requests in progress.")
        await ownership.handOver()
        await switching.finishWaiting()
        await switching.leave()
        await front.drain()
        await peers.drain()
        switching.stop()
        unlink(DataFolder.socket(in: settings.folder))
        membership.stop()
        access.close()
        log?.close()
        if let failure { throw failure }
    }

    private func announcement() -> NodeAnnouncement {
        let name = "\(ProcessInfo.processInfo.hostName), process \(ProcessInfo.processInfo.processIdentifier)"
        return NodeAnnouncement(id: .random(), name: name, address: address.text, level: settings.nodeLevel.rawValue)
    }

    /// The port for other nodes alone.
    private func listenToPeers(_ switching: NodeSwitch) throws -> Server {
        var configuration = Configuration(endpoints: [.tcp(address: address.host, port: address.port)])
        configuration.limits.heldBodyBytes = settings.bodyMemory
        configuration.limits = PeerHandler.limits(configuration.limits)
        let server = Server(configuration, handler: switching.peerHandler)
        let option = NodeAddress.option.name
        do { _ = try server.start() } catch { throw error.failure(address.host, option, addressOption: option) }
        return server
    }
}

extension NodeID {
    static func random() -> NodeID {
        // The range holds no number that is none.
        NodeID(rawValue: Int64.random(in: 1 ... .max)) ?? .random()
    }
}

/// The counters of the server that players reach, which is made after those who ask.
private final class ServerCounters: Sendable {
    private let server = Mutex<Server?>(nil)

    func attach(_ server: Server) { self.server.withLock { $0 = server } }

    func read() -> ServerMetrics { server.withLock { $0 }?.metrics ?? ServerMetrics() }
}
