import LaurelCluster
import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// The lease of the whole store, and the nodes that live.
///
/// `leases` has the epoch and claim of `owners`, which each writer checks. They are apart because a writer holds its
/// row of `owners` until its COMMIT is over: a beat must not wait for that. Both change in one transaction, `leases`
/// first.
enum LeaseTable {
    /// In the column `node`: nobody.
    private static let nobody: Int64 = 0
    /// A server that is no node.
    private static let server: Int64 = -1
    /// In the column `followed`: the node doesn't have its boards. NULL: it doesn't say.
    private static let cold: Int64 = -1

    private static let team = Ownership.wholeStore

    private static func number(of holder: Lease.Holder) -> Int64 {
        switch holder {
        case .nobody: nobody
        case .server: server
        case .node(let node): node.rawValue
        }
    }

    private static func holder(_ number: Int64) throws(StoreError) -> Lease.Holder {
        switch number {
        case nobody: return .nobody
        case server: return .server
        default:
            guard let node = NodeID(rawValue: number) else { throw .damaged(reason: "no node has the ID \(number)") }
            return .node(node)
        }
    }

    private static func number(of following: NodeAnnouncement.Following) -> Int64? {
        switch following {
        case .unknown: nil
        case .cold: cold
        case .rows(let count): max(0, count)
        }
    }

    private static func following(_ number: Int64?) -> NodeAnnouncement.Following {
        guard let number else { return .unknown }
        return number < 0 ? .cold : .rows(number)
    }

    // MARK: Reading

    /// A row a node; without nodes, one whose `id` is NULL.
    ///
    /// `followed` is read so that tables without it can be looked at, too: `laurel cluster status` adds no columns, and
    /// may be asked before the first node of its release is started.
    static let look: SQL = """
        SELECT leases.epoch, leases.claim, leases.node AS holder, leases.beat AS lease_beat,
            leases.level AS store_level,
            CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS clock,
            nodes.node AS id, nodes.name, nodes.address, nodes.level, nodes.beat,
            CAST(to_jsonb(nodes) ->> 'followed' AS bigint) AS followed
        FROM leases LEFT JOIN nodes ON true WHERE leases.team = \(team) ORDER BY nodes.node
        """

    static func look(in answer: PostgresAnswer) throws(StoreError) -> ClusterLook {
        var look: ClusterLook?
        let row = SQLRow(answer)
        while answer.step() {
            if look == nil {
                let clock: Int64 = try row["clock"]
                look = ClusterLook(
                    lease: Lease(
                        epoch: try row["epoch"], claim: try row["claim"], holder: try holder(row["holder"]),
                        beat: try row["lease_beat"]),
                    nodes: [], clock: Timestamp(clamping: clock), level: try row["store_level"])
            }
            guard let id = try (row["id"] as Int64?).flatMap(NodeID.init(rawValue:)) else { continue }
            let announcement = NodeAnnouncement(
                id: id, name: try row["name"], address: try row["address"], level: try row["level"],
                following: following(try row["followed"] as Int64?))
            look?.nodes.append(ClusterLook.Node(announcement, beat: try row["beat"]))
        }
        guard let look else { throw .broken(reason: "the table of leases has no row") }
        return look
    }

    // MARK: Nodes

    /// Numbers come from the node, so that none is seen twice after a promotion; a beat that comes late changes
    /// nothing.
    static func announcement(_ node: NodeAnnouncement, beat: Int64) -> SQL {
        """
        INSERT INTO nodes (node, name, address, level, beat, followed)
        VALUES (\(node.id.rawValue), \(node.name), \(node.address), \(node.level), \(beat),
            \(number(of: node.following)))
        ON CONFLICT (node) DO UPDATE SET name = excluded.name, address = excluded.address, level = excluded.level,
            beat = excluded.beat, followed = excluded.followed
        WHERE nodes.beat <= excluded.beat
        """
    }

    static func removal(of node: NodeID) -> SQL { "DELETE FROM nodes WHERE node = \(node.rawValue)" }

    static func removal(of node: ClusterLook.Node) -> SQL {
        "DELETE FROM nodes WHERE node = \(node.announcement.id.rawValue) AND beat = \(node.beat)"
    }

    // MARK: The lease

    /// Changes one row if it is held still. Its own answer may have been lost, so it may be sent twice.
    static func beat(_ lease: Lease) -> SQL {
        """
        UPDATE leases SET beat = \(lease.beat) WHERE team = \(team) AND epoch = \(lease.epoch)
            AND claim = \(lease.claim) AND node = \(number(of: lease.holder)) AND beat <= \(lease.beat)
        """
    }

    static func release(_ lease: Lease) -> SQL {
        """
        UPDATE leases SET node = \(nobody) WHERE team = \(team) AND epoch = \(lease.epoch)
            AND claim = \(lease.claim) AND node = \(number(of: lease.holder))
        """
    }

    /// A store that nobody has owned yet gets the level of its first owner.
    ///
    /// - Parameter level: of the node that claims.
    /// - Returns: false when it isn't as it was seen, or has a higher level.
    static func replace(
        _ seen: Lease, with new: Lease, level: Int64, on connection: PostgresConnection
    ) throws(StoreError) -> Bool {
        let count = try connection.run(
            """
            UPDATE leases SET epoch = \(new.epoch), claim = \(new.claim), node = \(number(of: new.holder)),
                beat = \(new.beat), level = CASE WHEN epoch = 0 THEN \(level) ELSE level END
            WHERE team = \(team) AND (epoch = 0 OR level <= \(level)) AND epoch = \(seen.epoch)
                AND claim = \(seen.claim)
                AND node = \(number(of: seen.holder)) AND beat = \(seen.beat)
            """)
        return count == 1
    }

    /// Nothing happens while a node is there that doesn't understand it. It may be sent twice.
    static func raise(to level: Int64) -> SQL {
        """
        UPDATE leases SET level = \(level) WHERE team = \(team) AND level < \(level)
            AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.level < \(level))
        """
    }

    /// Takes the lease from its present holder.
    ///
    /// - Parameter level: of the server that takes it. It's the only one, so the store gets its level.
    /// - Returns: the new epoch.
    static func seize(claim: Int64, level: Int64, on connection: PostgresConnection) throws(StoreError) -> Int64 {
        var epoch: Int64?
        try connection.each(
            """
            UPDATE leases SET epoch = epoch + 1, claim = \(claim), node = \(server), beat = 0, level = \(level)
            WHERE team = \(team) AND level <= \(level) RETURNING epoch
            """
        ) { row throws(StoreError) in
            epoch = try row["epoch"]
            return false
        }
        guard let epoch else { throw .broken(reason: "a newer release has raised its level: start that one") }
        return epoch
    }
}
