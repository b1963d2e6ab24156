public import LaurelDomain
public import LaurelStorage
// Users of this store call its directory, whose members are of that module.
@_exported public import LaurelStorageSQL
import Synchronization

/// A database of a PostgreSQL server. Several processes may have it open.
///
/// Opening makes the tables if there are none, and brings older ones up to date (``PostgresUpgrade``). Calls block; see
/// ``Storage/Journal``.
public final class PostgresStore: SQLDatabase {
    public struct Patience: Hashable, Sendable {
        /// How often a transaction is begun anew, when others were in its way or its connection was lost.
        public var repeats: Int
        /// For how long a server is asked about a commit in doubt: no question begins later. Each of them takes as long
        /// as it takes to connect, 2 s for each silent host.
        public var doubtMilliseconds: Int
        /// Between two questions.
        public var pauseMilliseconds: Int
        /// How long a thread waits while others use all the connections that a store may have.
        public var turnMilliseconds: Int

        /// Milliseconds before a repeat, of which one is drawn.
        func repeatPauses(_ repeats: Int) -> ClosedRange<Int> { 1...(1 << min(repeats, 6)) }

        public init(
            repeats: Int = 30, doubtMilliseconds: Int = 30_000, pauseMilliseconds: Int = 500,
            turnMilliseconds: Int = 5_000
        ) {
            self.repeats = repeats
            self.doubtMilliseconds = doubtMilliseconds
            self.pauseMilliseconds = pauseMilliseconds
            self.turnMilliseconds = turnMilliseconds
        }
    }

    /// Older marks of commits are deleted every so many commits of a connection.
    private static let marksKept: Int64 = 64

    let pool: PostgresPool
    let patience: Patience
    let salts: JournalSalts
    let appender = Mutex(JournalAppender())
    private let hasNoRoom = Atomic(false)
    private let isUnsettled = Atomic(false)
    private let asksNoMore = Atomic(false)
    private let standing = Mutex(Standing())
    /// They never change.
    private let streamNumbers = Mutex<[StreamID: Int64]>([:])

    /// - Parameters:
    ///   - server: libpq's address, such as `postgresql://laurel@db1,db2/laurel`.
    ///   - salts: what the digests of rows are salted with.
    ///   - makesTables: false: for somebody who only looks. There must be a store, and it stays as it is.
    public convenience init(
        server: String, patience: Patience = Patience(), salts: JournalSalts = .random, makesTables: Bool = true
    ) throws(PostgresOpenError) {
        try self.init(PostgresPool(server: server), patience, salts, makesTables: makesTables)
    }

    init(
        _ pool: PostgresPool, _ patience: Patience, _ salts: JournalSalts, makesTables: Bool = true
    ) throws(PostgresOpenError) {
        self.pool = pool
        self.patience = patience
        self.salts = salts
        let cuts = pool.sockets.cuts
        let connection = try pool.opened()
        location = connection.location
        // Before anything is asked: who waits for a server that was stopped has to be cut, too.
        guard connection.enter(pool.sockets, since: cuts) else { throw .store(.unavailable) }
        try Self.prepare(connection, makesTables: makesTables)
        pool.putBack(connection)
    }

    private static func prepare(
        _ connection: PostgresConnection, makesTables: Bool
    ) throws(PostgresOpenError) {
        let (encoding, found): (String, Int64?)
        do throws(StoreError) {
            encoding = try connection.serverEncoding()
            let known = try connection.schemaVersion()
            found = if known == nil, makesTables { try make(connection) } else { known }
        } catch {
            throw .store(error)
        }
        guard encoding == "UTF8" else { throw .encoding(encoding) }
        guard let version = found else { throw .noTables }
        guard version > 0 else { throw .unfinishedCopy }
        guard version <= PostgresSchema.version else {
            throw .newer(version: version, supported: PostgresSchema.version)
        }
        guard makesTables else { return }
        do throws(StoreError) { try PostgresUpgrade.run(connection) } catch { throw .store(error) }
    }

    /// Two processes may begin at the same time.
    private static func make(_ connection: PostgresConnection) throws(StoreError) -> Int64 {
        do throws(StoreError) { try connection.makeTables() } catch {
            guard let version = try connection.schemaVersion() else { throw error }
            return version
        }
        return PostgresSchema.version
    }

    /// Whether the last change was refused because the server's disk has no room.
    public var isFull: Bool { hasNoRoom.load(ordering: .relaxed) }

    /// Whether a change of the directory has stayed in doubt: what callers keep in memory beside it may be wrong, and
    /// only reading all of it anew helps. From then on this store writes nothing.
    public var hasUnsettledChange: Bool { isUnsettled.load(ordering: .relaxed) }

    /// From here on nobody waits long for what comes of a commit in doubt: it stays so after the question under way.
    /// For those who have lost the store and are to end.
    public func stopAsking() { asksNoMore.store(true, ordering: .relaxed) }

    /// Which database on which server, for the operator; without a password.
    public let location: String

    /// Nothing can be read or written any more.
    public func close() { pool.close() }

    /// For tests of new connections.
    func dropIdleConnections() { pool.dropIdle() }

    // MARK: Ownership

    private struct Standing {
        /// Nil: changes are checked by nobody.
        var ownership: Ownership?
        /// The last one that has ended; it never begins again.
        var endedEpoch: Int64 = 0
        var isLost = false
        var handler: (@Sendable () -> Void)?

        mutating func own(_ ownership: Ownership) {
            self.ownership = ownership
            isLost = false
        }

        mutating func end(_ ownership: Ownership) { endedEpoch = max(endedEpoch, ownership.epoch) }
    }

    var ownership: Ownership? { standing.withLock { $0.ownership } }

    /// From here on changes are checked for this.
    func own(_ ownership: Ownership) { standing.withLock { $0.own(ownership) } }

    /// The same, of a claim whose answer was lost. Not of what has ended here.
    func adopt(_ ownership: Ownership) {
        standing.withLock { standing in
            guard standing.ownership != ownership, ownership.epoch > standing.endedEpoch else { return }
            standing.own(ownership)
        }
    }

    /// From here on changes are refused, also those that have begun and didn't send their COMMIT yet.
    ///
    /// - Parameter ended: what is never adopted either. Another one that the store has stays.
    func disown(_ ended: Ownership?) {
        standing.withLock { standing in
            if let ended { standing.end(ended) }
            if ended == nil || standing.ownership == ended { standing.ownership = .nothing }
        }
    }

    /// What a change that ends is checked for: the same as when it began. What was read and planned under one ownership
    /// must not be written under the next one.
    ///
    /// - Throws: ``StoreError/lostOwnership``
    func stillOwned(_ began: Ownership?) throws(StoreError) -> Ownership? {
        guard ownership == began, began != .nothing else { throw .lostOwnership }
        return began
    }

    /// - Parameter handler: called once when somebody else has taken the store over, on the thread that noticed; once
    ///   more for each time that it was claimed again.
    public func onLostOwnership(_ handler: @escaping @Sendable () -> Void) {
        let isLost = standing.withLock { standing in
            standing.handler = handler
            return standing.isLost
        }
        if isLost { handler() }
    }

    /// Whether it was noticed that somebody else has taken the store over.
    public var isLost: Bool { standing.withLock { $0.isLost } }

    /// - Parameter ownership: a change that was refused may be of an earlier one than there is now.
    func noteLost(_ ownership: Ownership?) {
        let handler = standing.withLock { standing -> (@Sendable () -> Void)? in
            guard let ownership, ownership != .nothing, standing.ownership == ownership else { return nil }
            standing.end(ownership)
            defer { standing.isLost = true }
            return standing.isLost ? nil : standing.handler
        }
        handler?()
    }

    // MARK: Use of connections

    public func read<Result>(
        _ body: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try pool.turns.take(withinMilliseconds: patience.turnMilliseconds)
        defer { pool.turns.giveBack() }
        var connection = try pool.take()
        do throws(StoreError) {
            let result = try body(connection)
            pool.putBack(connection)
            return result
        } catch {
            let isLost = !connection.isConnected
            pool.putBack(connection)
            guard isLost else { throw error }
            // It may have been lost long ago, while nobody used it.
            connection = try pool.connect()
            let result = try body(connection)
            pool.putBack(connection)
            return result
        }
    }

    public func change<Result: Sendable>(
        _ body: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) { return try changing(body) } catch {
            if error == .inDoubt { isUnsettled.store(true, ordering: .relaxed) }
            throw error
        }
    }

    /// The same for those who make their memory anew after a doubt: the journal's writer, and a new owner.
    ///
    /// - Parameter claims: whether it's what makes a new owner, so nobody needs to own the store.
    func changing<Result: Sendable>(
        claims: Bool = false, _ body: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let ownership = claims ? nil : self.ownership
        return try repeating(under: ownership) { connection throws(StoreError) in
            try connection.begin(.serializable)
            let result = try body(connection)
            guard connection.hasWritten else {
                do throws(StoreError) { try connection.commit() } catch .inDoubt { throw .unavailable }
                return result
            }
            let mark = connection.nextMark()
            let owner = claims ? nil : try stillOwned(ownership)
            do throws(StoreError) { try connection.commit(mark, by: owner) } catch .inDoubt {
                guard try isCommitted(mark, under: ownership) else { throw .unavailable }
                return result
            }
            if mark.turn % Self.marksKept == 0 { removeOlder(than: mark, on: connection) }
            return result
        }
    }

    /// The change is committed: what goes wrong here must not have it made again. The next removal takes this
    /// connection's, too; those of closed ones stay then.
    private func removeOlder(than mark: CommitMark, on connection: PostgresConnection) {
        let removals = [mark.removalOfOlder] + pool.takeSettledLines().map { CommitMark.removal(ofLine: $0) }
        do throws(StoreError) { try connection.pipeline(removals.map { PostgresCommand($0) }) } catch {}
    }

    /// Does it again from the beginning, after a serialization failure or a lost connection.
    ///
    /// - Parameter ownership: what it's checked for.
    func repeating<Result>(
        under ownership: Ownership?, _ transaction: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard !hasUnsettledChange else { throw .unavailable }
        try pool.turns.take(withinMilliseconds: patience.turnMilliseconds)
        defer { pool.turns.giveBack() }
        let pause = ThreadSignal()
        var repeats = 0
        while true {
            let connection = try pool.take()
            connection.forgetFailure()
            do throws(StoreError) {
                let result = try transaction(connection)
                pool.putBack(connection)
                hasNoRoom.store(false, ordering: .relaxed)
                return result
            } catch {
                if error == .full { hasNoRoom.store(true, ordering: .relaxed) }
                connection.rollBack()
                let canPass = connection.failure?.kind != .lasting && connection.failure != nil
                pool.putBack(connection)
                repeats += 1
                if error == .lostOwnership { noteLost(ownership) }
                guard canPass, error != .inDoubt, repeats <= patience.repeats else {
                    // What a new owner has written is in the way before the ownership is checked.
                    if error == .conflict, isOwnershipLost { throw .lostOwnership }
                    throw error
                }
                if repeats > 1 { pause.wait(milliseconds: patience.repeatPauses(repeats).randomElement() ?? 0) }
            }
        }
    }

    // MARK: Doubt

    /// Calls `body` with a new connection to a server that can be written to, until it knows.
    ///
    /// - Parameter began: what the change in doubt began under. Once this store hasn't it any more, nobody waits.
    /// - Throws: ``StoreError/inDoubt`` when nobody answers for too long.
    func settling<Result>(
        under began: Ownership?, _ body: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let pause = ThreadSignal()
        let deadline = SteadyDeadline(inMilliseconds: patience.doubtMilliseconds)
        while true {
            do throws(StoreError) {
                let connection = try pool.connect()
                let result = try body(connection)
                pool.putBack(connection)
                return result
            } catch {
                // The next question may find a server that answers.
            }
            pause.wait(milliseconds: patience.pauseMilliseconds)
            guard !deadline.isOver, asksOn(began) else { throw .inDoubt }
        }
    }

    private func asksOn(_ began: Ownership?) -> Bool {
        guard !asksNoMore.load(ordering: .relaxed) else { return false }
        return standing.withLock { began == nil || $0.ownership == began && !$0.isLost }
    }

    /// What is visible on a server may yet be lost with it. What is visible once something later is committed, may not.
    func commitMarker(on connection: PostgresConnection) throws(StoreError) {
        try connection.runAlone(connection.nextMark().insertion)
    }

    /// Whether a transaction was committed. If it wasn't, it never will be.
    private func isCommitted(_ mark: CommitMark, under began: Ownership?) throws(StoreError) -> Bool {
        try settling(under: began) { connection throws(StoreError) in
            do throws(StoreError) {
                try connection.runAlone(mark.fence)
                return false
            } catch .conflict {
                try commitMarker(on: connection)
                guard let isFence = try mark.isFence(on: connection) else { throw .unavailable }
                return !isFence
            }
        }
    }

    // MARK: Tables

    public func number(of stream: StreamID) throws(StoreError) -> Int64? {
        if let number = streamNumbers.withLock({ $0[stream] }) { return number }
        let number = try read { connection throws(StoreError) in
            try StreamTable.number(of: stream, on: connection)
        }
        if let number { streamNumbers.withLock { $0[stream] = number } }
        return number
    }

    /// PostgreSQL's own vacuum takes what was deleted out of the tables. Its log and its backups are the operator's.
    public func scrub() throws(StoreError) -> Bool { true }
}

extension PostgresConnection {
    func serverEncoding() throws(StoreError) -> String {
        var encoding = ""
        try each("SELECT current_setting('server_encoding') AS encoding") { row throws(StoreError) in
            encoding = try row["encoding"]
            return false
        }
        return encoding
    }
}
