import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelStoragePostgres

/// Two stores over one database, of which the second takes over while the first one still writes.
@Suite("Ownership of a store", .timeLimit(.minutes(15))) struct PostgresFenceTests {
    private let stream = JournalContract.stream

    private struct World {
        let relay: PostgresRelay
        /// Through the relay.
        let first: PostgresStore
        let second: PostgresStore
        let reader: PostgresStore

        init() throws {
            let server = try PostgresCluster.newDatabase()
            relay = try PostgresRelay(to: server)
            let patience = PostgresStore.Patience(doubtMilliseconds: 600_000, pauseMilliseconds: 1)
            first = try PostgresStore(server: relay.address, patience: patience)
            second = try PostgresStore(server: server)
            reader = try PostgresStore(server: server)
            try first.takeOver(as: "first")
        }

        func count(_ table: SQL) throws -> Int64 {
            var count: Int64 = 0
            try reader.read { connection throws(StoreError) in
                try connection.each("SELECT count(*) AS count FROM \(table)") { row throws(StoreError) in
                    count = try row["count"]
                    return false
                }
            }
            return count
        }
    }

    /// What a store can be told to write.
    enum Kind: CaseIterable, Sendable {
        case rows, rowsWithFacts, facts, otherChange

        var hasRows: Bool { self == .rows || self == .rowsWithFacts }
    }

    private func write(_ kind: Kind, _ turn: Int64, to store: PostgresStore) throws {
        if kind == .otherChange {
            return try store.change { connection throws(StoreError) in
                try connection.run("INSERT INTO words (word, verdict) VALUES (\("word \(turn)"), 0)")
            }
        }
        let fact = Change.Fact.audit(
            NewAuditEntry(
                .leaderboardUpdate, by: .operator, team: TeamNumber(1), app: nil, environment: nil, player: nil,
                subject: "\(turn)", changes: "", time: .first, requestID: ""))
        try store.commit(
            Change(
                rows: kind.hasRows ? [.sample(turn * 2 - 1), .sample(turn * 2)] : [],
                facts: kind == .rows ? [] : [fact]))
    }

    /// What so many turns have written, and nothing else.
    private func check(_ world: World, _ kind: Kind, turns: Int64) throws {
        #expect(
            try world.reader.rows(after: .start, of: stream, limit: 99)
                == (kind.hasRows ? (0..<turns * 2).map { .sample($0 + 1) } : []))
        #expect(try world.count("streams") == (kind.hasRows && turns > 0 ? 1 : 0))
        #expect(try world.count("audit") == (kind == .rowsWithFacts || kind == .facts ? turns : 0))
        #expect(try world.count("words") == (kind == .otherChange ? turns : 0))
    }

    @Test("what a former owner writes is refused, and nothing of it is written", arguments: Kind.allCases)
    func refused(kind: Kind) throws {
        let world = try World()
        let losses = Atomic(0)
        world.first.onLostOwnership { losses.add(1, ordering: .relaxed) }
        try write(kind, 1, to: world.first)
        try world.second.takeOver(as: "second")
        #expect(throws: StoreError.lostOwnership) { try write(kind, 2, to: world.first) }
        try check(world, kind, turns: 1)
        try write(kind, 2, to: world.second)
        // Rows are in the way now, too.
        for turn in 2...3 as ClosedRange<Int64> {
            #expect(throws: StoreError.lostOwnership) { try write(kind, turn, to: world.first) }
        }
        try check(world, kind, turns: 2)
        #expect(losses.load(ordering: .relaxed) == 1)
        #expect(try world.reader.owner() == StoreOwner(epoch: 2, holder: "second"))
    }

    @Test("the first row of a stream is refused with the stream's number", arguments: [Kind.rows, .rowsWithFacts])
    func firstRow(kind: Kind) throws {
        let world = try World()
        try world.second.takeOver(as: "second")
        #expect(throws: StoreError.lostOwnership) { try write(kind, 1, to: world.first) }
        try check(world, kind, turns: 0)
        try write(kind, 1, to: world.second)
        try check(world, kind, turns: 1)
    }

    @Test("a takeover between BEGIN and COMMIT is in time", arguments: Kind.allCases)
    func meanwhile(kind: Kind) throws {
        let world = try World()
        try write(kind, 1, to: world.first)
        let takeover = Mutex<Result<Void, StoreError>?>(nil)
        world.relay.cutNext(.nothing) { [second = world.second] in
            let result = Result { () throws(StoreError) in try second.takeOver(as: "second") }
            takeover.withLock { $0 = result }
        }
        #expect(throws: StoreError.lostOwnership) { try write(kind, 2, to: world.first) }
        try #require(takeover.withLock { $0 }).get()
        try check(world, kind, turns: 1)
    }

    /// Of what arrives late, those that lock nothing which is waited for meanwhile.
    private static let doubts: [(PostgresRelay.Cut, Kind)] =
        Kind.allCases.flatMap { [(.beforeCommit, $0), (.afterCommit, $0)] }
        + [(.commitLater, .rows), (.commitLater, .facts)]

    @Test(
        "a commit in doubt is settled, though the store was taken over: written, or never written", arguments: doubts)
    func doubt(cut: PostgresRelay.Cut, kind: Kind) throws {
        let world = try World()
        try write(kind, 1, to: world.first)
        let takeover = Mutex<Result<Void, StoreError>?>(nil)
        world.relay.cutNext(cut) { [second = world.second] in
            let result = Result { () throws(StoreError) in try second.takeOver(as: "second") }
            takeover.withLock { $0 = result }
        }
        if cut == .afterCommit {
            try write(kind, 2, to: world.first)
        } else {
            #expect(throws: StoreError.lostOwnership) { try write(kind, 2, to: world.first) }
        }
        try #require(takeover.withLock { $0 }).get()
        world.relay.release()
        try check(world, kind, turns: cut == .afterCommit ? 2 : 1)
        #expect(throws: StoreError.lostOwnership) { try write(kind, 3, to: world.first) }
        try check(world, kind, turns: cut == .afterCommit ? 2 : 1)
    }

    @Test("a takeover waits for a COMMIT under way, and sees what it wrote")
    func pendingCommit() async throws {
        let world = try World()
        let ownership = try #require(world.first.ownership)
        let connection = try world.reader.pool.connect()
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO words (word, verdict) VALUES (\("word"), 0)")
        try connection.each(ownership.check) { _ in true }
        let end = ThreadSignal()
        let takeover = Mutex<Result<Void, StoreError>?>(nil)
        BlockingThread.start { [second = world.second] in
            let result = Result { () throws(StoreError) in try second.takeOver(as: "second") }
            takeover.withLock { $0 = result }
            end.set()
        }
        while try world.count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
            try #require(takeover.withLock { $0 == nil }, "it didn't wait")
        }
        #expect(try world.reader.owner().holder == "first")
        try connection.commit()
        end.wait()
        try #require(takeover.withLock { $0 }).get()
        #expect(try world.reader.owner().holder == "second")
        #expect(try world.count("words") == 1)
    }

    @Test("an epoch that is given out twice, by a standby without the last takeover, has one owner")
    func twice() throws {
        let world = try World()
        _ = try world.reader.change { connection throws(StoreError) in
            try connection.run("UPDATE owners SET epoch = 0, claim = 0, holder = ''")
            try connection.run("UPDATE leases SET epoch = 0, claim = 0, node = 0")
        }
        try world.second.takeOver(as: "second")
        #expect(world.first.ownership?.epoch == world.second.ownership?.epoch)
        #expect(throws: StoreError.lostOwnership) { try write(.rows, 1, to: world.first) }
        #expect(throws: StoreError.lostOwnership) { try world.first.checkOwnership() }
        try world.second.checkOwnership()
        try write(.rows, 1, to: world.second)
    }

    @Test("a store that lost rows under its owner takes none behind the gap", arguments: [Kind.rows, .rowsWithFacts])
    func lostRows(kind: Kind) throws {
        let world = try World()
        try write(kind, 1, to: world.first)
        try write(kind, 2, to: world.first)
        // As on a standby that was promoted without the last commit, with the owner's right as it was.
        _ = try world.reader.change { connection throws(StoreError) in
            try connection.run("DELETE FROM journal WHERE position = (SELECT max(position) FROM journal)")
        }
        do {
            try write(kind, 3, to: world.first)
            Issue.record("it was written")
        } catch StoreError.damaged(let reason) {
            #expect(reason.contains("are gone"))
        }
        let rows = try world.reader.rows(after: .start, of: stream, limit: 99)
        #expect(rows == [.sample(1), .sample(2), .sample(3)])
        #expect(try world.count("audit") == (kind == .rows ? 0 : 2))
        // Who reads its end anew goes on there.
        try world.second.takeOver(as: "second")
        try world.second.commit(Change(rows: [.sample(4)]))
        #expect(try world.reader.rows(after: .start, of: stream, limit: 99).count == 4)
    }

    @Test("of many that take over at once, one owns the store")
    func atOnce() async throws {
        let world = try World()
        let server = world.reader.pool.server
        let stores = try await withThrowingTaskGroup { group in
            for number in 0..<6 {
                group.addTask {
                    let store = try PostgresStore(server: server)
                    try store.takeOver(as: "\(number)")
                    return store
                }
            }
            return try await group.reduce(into: [PostgresStore]()) { $0.append($1) }
        }
        #expect(Set(stores.map(\.ownership?.epoch)).count == 6)
        var writers = 0
        for (turn, store) in stores.enumerated() {
            do {
                try write(.otherChange, Int64(turn), to: store)
                writers += 1
            } catch StoreError.lostOwnership {}
        }
        #expect(writers == 1)
    }
}
