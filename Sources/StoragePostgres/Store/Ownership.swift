import LaurelCluster
public import LaurelStorage
import LaurelStorageSQL

/// One process's right to write a store. Each that takes the store over raises the epoch, and ends the right of the one
/// before.
struct Ownership: Hashable, Sendable {
    /// Stands for the whole store. Teams, which have numbers above it, may get rows of their own.
    static let wholeStore: Int64 = 0

    /// Of a process that is to write nothing: no row has it.
    static let nothing = Ownership(epoch: -1, claim: 0)

    let epoch: Int64
    /// Drawn by chance. A standby that is promoted without the last takeover gives an epoch out a second time.
    let claim: Int64

    /// Stands last in each transaction that writes. If the ownership has ended, it fails, and the transaction with it.
    /// Otherwise the transaction is over before somebody else can own the store.
    ///
    /// The division by zero is what fails: plain SQL that stops a pipeline, so that not even the COMMIT is run.
    var check: SQL {
        """
        SELECT 1 / count(*) AS owners FROM (
            SELECT 1 FROM owners
            WHERE team = \(Self.wholeStore) AND epoch = \(epoch) AND claim = \(claim) FOR SHARE) AS own
        """
    }
}

extension Ownership {
    /// Waits until each transaction that was checked for the one before has ended.
    fileprivate func register(_ holder: String, on connection: PostgresConnection) throws(StoreError) {
        let count = try connection.run(
            """
            UPDATE owners SET epoch = \(epoch), claim = \(claim), holder = \(holder) WHERE team = \(Self.wholeStore)
            """)
        guard count == 1 else { throw .broken(reason: "the table of owners has no row") }
    }
}

/// Who owns a store.
public struct StoreOwner: Hashable, Sendable {
    /// 0: nobody has taken it over yet.
    public let epoch: Int64
    /// As it called itself.
    public let holder: String
}

extension PostgresStore {
    /// From here on only this store's transactions are committed, and no former owner's, wherever they are under way.
    ///
    /// All that former owners have committed is visible afterwards, and as safe as the takeover itself. Without this, a
    /// store's changes are checked by nobody. Blocks while a former owner's COMMIT is under way.
    ///
    /// - Parameters:
    ///   - holder: what others are told of who it is.
    ///   - level: what it understands: see ``LaurelCluster/ClusterLook/level``.
    public func takeOver(as holder: String, level: Int64 = 1) throws(StoreError) {
        let claim = Int64.random(in: .min ... .max)
        let epoch = try changing(claims: true) { connection throws(StoreError) in
            let epoch = try LeaseTable.seize(claim: claim, level: level, on: connection)
            try Ownership(epoch: epoch, claim: claim).register(holder, on: connection)
            return epoch
        }
        own(Ownership(epoch: epoch, claim: claim))
    }

    /// Takes the store over for a node, if the lease is still as it was seen: see ``ClusterStore/claim(_:by:)``.
    ///
    /// In the same transaction as the lease, ``Ownership`` changes; so a reader who finds the one finds the other.
    func claim(_ seen: Lease, by node: NodeAnnouncement) throws(StoreError) -> Lease? {
        let (epoch, isTooHigh) = seen.epoch.addingReportingOverflow(1)
        guard !isTooHigh else { throw .broken(reason: "the lease's epoch can't be raised") }
        let new = Lease(
            epoch: epoch, claim: .random(in: .min ... .max), holder: .node(node.id), beat: 0)
        let ownership = Ownership(epoch: new.epoch, claim: new.claim)
        let isMine: Bool
        do throws(StoreError) {
            isMine = try changing(claims: true) { connection throws(StoreError) in
                guard try LeaseTable.replace(seen, with: new, level: node.level, on: connection) else { return false }
                try ownership.register(node.name, on: connection)
                return true
            }
        } catch .inDoubt {
            // A look may show that it came about. If not, whatever is checked for this is refused.
            own(ownership)
            throw .inDoubt
        }
        guard isMine else { return nil }
        own(ownership)
        return new
    }

    public func owner() throws(StoreError) -> StoreOwner {
        try read { connection throws(StoreError) in try Self.owner(on: connection).owner }
    }

    /// Asks the store; anything that is written asks by itself.
    ///
    /// - Throws: ``StoreError/lostOwnership``, once it was taken over by somebody else.
    public func checkOwnership() throws(StoreError) {
        guard let ownership else { return }
        guard ownership != .nothing else { throw .lostOwnership }
        let current = try read { connection throws(StoreError) in try Self.owner(on: connection).ownership }
        guard current == ownership else {
            noteLost(ownership)
            throw .lostOwnership
        }
    }

    /// False, too, when the store can't be asked.
    var isOwnershipLost: Bool {
        do throws(StoreError) {
            try checkOwnership()
            return false
        } catch {
            return error == .lostOwnership
        }
    }

    private static func owner(
        on connection: PostgresConnection
    ) throws(StoreError) -> (owner: StoreOwner, ownership: Ownership) {
        var found: (StoreOwner, Ownership)?
        let select: SQL = "SELECT epoch, claim, holder FROM owners WHERE team = \(Ownership.wholeStore)"
        try connection.each(select) { row throws(StoreError) in
            let epoch: Int64 = try row["epoch"]
            found = (
                StoreOwner(epoch: epoch, holder: try row["holder"]), Ownership(epoch: epoch, claim: try row["claim"])
            )
            return false
        }
        guard let found else { throw .broken(reason: "the table of owners has no row") }
        return found
    }
}
