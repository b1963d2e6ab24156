import LaurelAPI
import LaurelCluster
import LaurelDomain
import LaurelService
import LaurelStorage
import LaurelStoragePostgres

extension Command {
    static let clusterStatus = Command(
        name: ["cluster", "status"], summary: "Show the servers over a PostgreSQL store, and which one owns it",
        options: [StoreLocation.requiredOption, StoreLocation.fileOption],
        examples: ["laurel cluster status --store postgres://laurel@db1,db2/laurel"]
    ) { invocation in
        let address = try requiredAddress(invocation)
        let status = try ClusterStatus(of: address)
        Terminal.say(status.text)
        guard status.isOwned else { throw Failure(status.ownerless, status: 1) }
    }

    static let clusterRaise = Command(
        name: ["cluster", "raise"],
        summary: "Use what is new once all servers have a new release; there's no going back to the one before",
        options: [StoreLocation.requiredOption, StoreLocation.fileOption],
        examples: ["laurel cluster raise --store postgres://laurel@db1,db2/laurel"]
    ) { invocation in
        let address = try requiredAddress(invocation)
        let store: PostgresClusterStore
        do throws(PostgresOpenError) {
            store = try PostgresClusterStore(server: address, makesTables: false)
        } catch {
            throw Failure(error.description, status: 1)
        }
        defer { store.close() }
        try raise(store, to: StoreLevel.current.rawValue)
    }

    private static func requiredAddress(_ invocation: Invocation) throws(Failure) -> String {
        guard case .postgres(let address) = try StoreLocation(invocation) else {
            throw Failure(
                "--store URL or --store-file FILE is required: one server alone with its data folder is no cluster")
        }
        return address
    }

    private static func raise(_ store: PostgresClusterStore, to level: Int64) throws(Failure) {
        let look: ClusterLook
        do throws(ClusterStoreError) {
            try store.raise(to: level)
            look = try store.look()
        } catch {
            throw Failure("can't raise the level of the \(store.location): \(error)", status: 1)
        }
        guard look.level < level else {
            return Terminal.say("The \(store.location) has level \(look.level). All servers use what is new.")
        }
        let older = look.nodes.filter { $0.announcement.level < level }
            .map { "\($0.announcement.name) (level \($0.announcement.level))" }
        throw Failure(
            "Nothing was changed: these don't understand level \(level): \(older.joined(separator: ", ")). Upgrade "
                + "them first; one that has ended is forgotten after a minute.", status: 1)
    }
}

/// What two looks at a cluster, some time apart, tell of its nodes.
struct ClusterStatus {
    /// A node that lives has beaten in the meantime: LeaseTimes has how often it does.
    private static let pauseMilliseconds = 1_100

    /// Of all journals, before the first look. Nodes read what is new once a second, so one that follows has them all
    /// by the last look.
    private let rowCount: Int64
    private let first: ClusterLook
    private let last: ClusterLook
    private let location: String
    /// Why commits wait; nil: they don't, or the server doesn't say.
    private let waits: PostgresFinding?

    init(of address: String) throws(Failure) {
        let store: PostgresClusterStore
        do throws(PostgresOpenError) {
            store = try PostgresClusterStore(server: address, makesTables: false)
        } catch {
            throw Failure(error.description, status: 1)
        }
        defer { store.close() }
        location = store.location
        do throws(ClusterStoreError) {
            rowCount = try store.journalRows()
            first = try store.look()
            _ = ThreadSignal().wait(milliseconds: Self.pauseMilliseconds)
            last = try store.look()
        } catch {
            throw Failure("can't read the \(store.location): \(error)", status: 1)
        }
        waits = PostgresFinding.keepingCommits(at: address)
    }

    private func isLive(_ node: ClusterLook.Node) -> Bool {
        let former = first.nodes.first { $0.announcement.id == node.announcement.id }
        return former.map { $0.beat != node.beat } ?? true
    }

    /// The owner beats its lease; the next one may have it by now.
    var isOwned: Bool {
        guard last.lease.node != nil else { return false }
        return last.lease != first.lease
    }

    /// Why no node is known to own it. A server that is no node never beats, so nothing tells whether it lives.
    var ownerless: String {
        if waits != nil { return "Commits wait, so no node can own the store, and no server answers." }
        guard last.lease.holder == .server else {
            return "Nobody owns the store now, so no server answers. If nodes run, look at their logs, and at "
                + "PostgreSQL with: laurel doctor --store URL"
        }
        return "A server that was started without --node owns the store, or owned it last. Ask its /readyz whether it "
            + "runs: cluster status sees only nodes."
    }

    /// Of a node that lives and doesn't own the store.
    private func following(_ node: ClusterLook.Node) -> String {
        switch node.announcement.following {
        case .unknown: return "doesn't say"
        case .cold: return "reading its boards"
        case .rows(let count):
            let behind = max(0, rowCount - count)
            return behind == 1 ? "1 row behind" : "\(behind) rows behind"
        }
    }

    var text: String {
        var table = TextTable(header: ["NODE", "ADDRESS", "LEVEL", "FOLLOWS", "STATE"])
        table.rows = last.nodes.map { node in
            let announcement = node.announcement
            let owns = last.lease.node == announcement.id
            let state =
                switch (owns, isLive(node)) {
                case (true, true): "owns the store (epoch \(last.lease.epoch))"
                case (true, false): "owned the store (epoch \(last.lease.epoch)), \(silence)"
                case (false, true): "passes requests on to the owner"
                case (false, false): silence
                }
            let follows = !owns && isLive(node) ? following(node) : ""
            return [announcement.name, announcement.address, String(announcement.level), follows, state]
        }
        let nodes = last.nodes.isEmpty ? "No node has registered." : table.text
        var text = "The \(location), level \(last.level), epoch \(last.lease.epoch):\n\(nodes)"
        if let common = last.nodes.map(\.announcement.level).min(), common > last.level {
            text += "\nAll of them understand level \(common). To use what is new: laurel cluster raise"
        }
        if let waits { text += "\n\([waits.title, waits.advice].compactMap { $0 }.joined(separator: ". "))." }
        return text
    }

    /// Of a node that nothing was seen of between the looks. It may run all the same: what is seen are its commits.
    private var silence: String { waits == nil ? "shows no sign of life" : "can't be seen while commits wait" }
}
