import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelStoragePostgres

/// Connections that are lost before, during and after a COMMIT.
@Suite("Commits in doubt", .timeLimit(.minutes(15))) struct PostgresDoubtTests {
    private let stream = JournalContract.stream

    private struct World {
        let server: String
        let relay: PostgresRelay
        let store: PostgresStore
        /// Past the relay.
        let reader: PostgresStore

        /// - Parameter doubtMilliseconds: 0: one question.
        init(doubtMilliseconds: Int = 600_000) throws {
            server = try PostgresCluster.newDatabase()
            relay = try PostgresRelay(to: server)
            let patience = PostgresStore.Patience(doubtMilliseconds: doubtMilliseconds, pauseMilliseconds: 1)
            store = try PostgresStore(server: relay.address, patience: patience)
            reader = try PostgresStore(server: server)
        }

        func count(_ sql: SQL) throws -> Int64 {
            var count: Int64 = 0
            try reader.read { connection throws(StoreError) in
                try connection.each(sql) { row throws(StoreError) in
                    count = try row["count"]
                    return false
                }
            }
            return count
        }
    }

    private static func audit(_ subject: String) -> Change {
        Change(facts: [
            .audit(
                NewAuditEntry(
                    .leaderboardUpdate, by: .operator, team: TeamNumber(1), app: nil, environment: nil, player: nil,
                    subject: subject, changes: "", time: .first, requestID: ""))
        ])
    }

    /// Rows alone, rows with facts, facts alone.
    private static let kinds = [0, 1, 2]

    private func change(_ kind: Int, _ sequence: Int64) -> Change {
        let rows: [JournalRow] = [.sample(sequence * 2 - 1), .sample(sequence * 2)]
        return Change(rows: kind < 2 ? rows : [], facts: kind > 0 ? Self.audit("\(sequence)").facts : [])
    }

    private func check(_ world: World, _ kind: Int, changes: Int64) throws {
        let rows = try world.reader.rows(after: .start, of: stream, limit: 99)
        #expect(rows == (kind < 2 ? (0..<changes * 2).map { .sample($0 + 1) } : []))
        #expect(try world.count("SELECT count(*) AS count FROM audit") == (kind > 0 ? changes : 0))
    }

    @Test(
        "a commit whose connection is lost is settled, and written once",
        arguments: [PostgresRelay.Cut.beforeCommit, .afterCommit], kinds)
    func lost(cut: PostgresRelay.Cut, kind: Int) throws {
        let world = try World()
        try world.store.commit(change(kind, 1))
        world.relay.cutNext(cut)
        try world.store.commit(change(kind, 2))
        #expect(world.relay.cutCount == 1)
        try check(world, kind, changes: 2)
        try world.store.commit(change(kind, 3))
        try check(world, kind, changes: 3)
    }

    @Test("a commit that arrives late, once it was sent again, is refused", arguments: [0, 2])
    func late(kind: Int) throws {
        let world = try World()
        try world.store.commit(change(kind, 1))
        world.relay.cutNext(.commitLater)
        try world.store.commit(change(kind, 2))
        #expect(world.relay.cutCount == 1)
        world.relay.release()
        try check(world, kind, changes: 2)
    }

    @Test("without a server that could be asked, the outcome is doubt", arguments: kinds)
    func unsettled(kind: Int) throws {
        let world = try World(doubtMilliseconds: 0)
        world.relay.cutNext(.forGood)
        #expect(throws: StoreError.inDoubt) { try world.store.commit(change(kind, 1)) }
        try check(world, kind, changes: 1)
        // The writer makes its memory anew.
        #expect(!world.store.hasUnsettledChange)
    }

    @Test("a directory's change that stays in doubt is remembered, for what is in memory beside it")
    func unsettledChange() throws {
        let world = try World(doubtMilliseconds: 0)
        #expect(!world.store.hasUnsettledChange)
        world.relay.cutNext(.forGood)
        #expect(throws: StoreError.inDoubt) {
            try world.store.change { connection throws(StoreError) in
                try connection.run("INSERT INTO words (word, verdict) VALUES (\("word"), 0)")
            }
        }
        #expect(world.store.hasUnsettledChange)
        // It answers again, and takes nothing that was planned by that memory.
        world.relay.takeAgain()
        #expect(try world.store.streams().isEmpty)
        for kind in Self.kinds {
            #expect(throws: StoreError.unavailable) { try world.store.commit(change(kind, 1)) }
        }
        try check(world, 0, changes: 0)
    }

    @Test("no question begins once the time for a doubt is over, however long each one takes")
    func timeForDoubt() throws {
        let world = try World(doubtMilliseconds: 100)
        world.relay.cutNext(.silenceAfterCommit)
        let work = Background { try world.store.commit(Self.audit("1")) }
        try work.whileRunning { world.relay.cutCount == 1 }
        let before = world.relay.connectionCount
        // Each question connects to a server that accepts it and says nothing, until libpq gives up.
        world.store.pool.cut()
        #expect(throws: StoreError.inDoubt) { try work.result() }
        #expect(world.relay.connectionCount == before + 1)
    }

    /// Who makes a store ask no more.
    enum End: CaseIterable, Sendable {
        case lost, given, stopped
    }

    @Test("who has lost the store, or is to end, asks no more about a change in doubt", arguments: End.allCases)
    func asksNoMore(end: End) throws {
        // Longer than this test may take.
        let world = try World(doubtMilliseconds: 3_600_000)
        try world.store.takeOver(as: "first")
        world.relay.cutNext(.forGood)
        let work = Background { try world.store.commit(Self.audit("1")) }
        try work.whileRunning { world.relay.cutCount == 1 }
        let before = world.relay.connectionCount
        try work.whileRunning { world.relay.connectionCount > before + 1 }
        switch end {
        case .lost: world.store.noteLost(world.store.ownership)
        case .given: world.store.disown(world.store.ownership)
        case .stopped: world.store.stopAsking()
        }
        #expect(throws: StoreError.inDoubt) { try work.result() }
        try check(world, 2, changes: 1)
    }

    @Test("a change that never arrived isn't taken for another connection's, whatever a promoted standby counts again")
    func linesAgain() throws {
        let world = try World()
        try world.store.commit(change(2, 1))
        // As on a standby without the record that PostgreSQL logs of a sequence ahead.
        try PostgresCluster.run("SELECT setval('commit_lines', 1, false)", on: world.server)
        world.store.dropIdleConnections()
        world.relay.cutNext(.beforeCommit)
        try world.store.commit(change(2, 2))
        #expect(world.relay.cutCount == 1)
        try check(world, 2, changes: 2)
    }

    @Test("a connection that is lost before the COMMIT leaves nothing, and the change is made again")
    func before() throws {
        let world = try World()
        let runs = Mutex(0)
        try world.store.change { connection throws(StoreError) in
            try connection.run("INSERT INTO words (word, verdict) VALUES (\("word"), 0)")
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            guard run == 1 else { return }
            var process: Int64 = 0
            try connection.each("SELECT pg_backend_pid() AS process") { row throws(StoreError) in
                process = try row["process"]
                return false
            }
            _ = try world.reader.read { other throws(StoreError) in
                try other.run("SELECT pg_terminate_backend(CAST(\(process) AS INTEGER))")
            }
            try connection.run("UPDATE words SET verdict = 1")
        }
        #expect(runs.withLock { $0 } == 2)
        #expect(try world.count("SELECT count(*) AS count FROM words WHERE verdict = 0") == 1)
    }

    @Test("a change is made once, though the marks of older ones can't be deleted behind it")
    func marks() throws {
        let world = try World()
        try world.reader.read { connection throws(StoreError) in
            try connection.execute(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                    'BEGIN RAISE EXCEPTION SQLSTATE ''40001''; END';
                CREATE TRIGGER refuse BEFORE DELETE ON commit_marks EXECUTE FUNCTION refuse();
                """)
        }
        for number in 1...70 as ClosedRange<Int64> { try world.store.commit(change(2, number)) }
        try check(world, 2, changes: 70)
    }

    @Test("the marks of connections that were closed after use are deleted with older ones; those in doubt stay")
    func marksOfClosed() throws {
        let world = try World()
        let lines: SQL = "SELECT count(DISTINCT line) AS count FROM commit_marks"
        // One of them ends with its connection, and a fence of it stays, in case that it arrives yet.
        world.relay.cutNext(.beforeCommit)
        try world.store.commit(change(2, 1))
        #expect(try world.count("SELECT count(*) AS count FROM commit_marks WHERE is_fence = 1") == 1)
        let before = try world.count(lines)
        // Each has a connection of its own, and they end together.
        func nest(_ depth: Int) throws(StoreError) {
            guard depth > 0 else { return }
            try world.store.change { connection throws(StoreError) in
                try connection.run("INSERT INTO words (word, verdict) VALUES (\("word \(depth)"), 0)")
                try nest(depth - 1)
            }
        }
        try nest(PostgresPool.idleLimit + 3)
        #expect(try world.count(lines) >= before + 3)
        for number in 2...70 as ClosedRange<Int64> { try world.store.commit(change(2, number)) }
        // Those that are idle now, and the fence.
        #expect(try world.count(lines) <= Int64(PostgresPool.idleLimit) + 1)
        #expect(try world.count("SELECT count(*) AS count FROM commit_marks WHERE is_fence = 1") == 1)
        try check(world, 2, changes: 70)
    }

    @Test("a connection that was lost while nobody used it fails nothing")
    func idle() throws {
        let world = try World()
        try world.store.commit(change(0, 1))
        let end: SQL = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        try world.reader.read { connection throws(StoreError) in try connection.each(end) { _ in true } }
        #expect(try world.store.last(of: stream)?.sequence == JournalSequence(2))
        try world.reader.read { connection throws(StoreError) in try connection.each(end) { _ in true } }
        try world.store.commit(change(0, 2))
        try check(world, 0, changes: 2)
    }

    @Test("a transaction that others got in the way of is repeated, and sees what they did")
    func serialization() throws {
        let world = try World()
        _ = try world.reader.change { connection throws(StoreError) in
            try connection.run("INSERT INTO words (word, verdict) VALUES (\("a"), 0)")
        }
        let runs = Mutex(0)
        try world.store.change { connection throws(StoreError) in
            var verdict: Int64 = 0
            try connection.each("SELECT verdict FROM words") { row throws(StoreError) in
                verdict = try row["verdict"]
                return true
            }
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            if run == 1 {
                _ = try world.reader.change { other throws(StoreError) in
                    try other.run("UPDATE words SET verdict = verdict + 10")
                }
            }
            try connection.run("UPDATE words SET verdict = \(verdict + 1)")
        }
        #expect(runs.withLock { $0 } == 2)
        #expect(try world.count("SELECT verdict AS count FROM words") == 11)
    }

    @Test("a transaction that others are always in the way of is given up")
    func givingUp() throws {
        let world = try World()
        let store = try PostgresStore(server: world.server, patience: PostgresStore.Patience(repeats: 3))
        _ = try world.reader.change { connection throws(StoreError) in
            try connection.run("INSERT INTO words (word, verdict) VALUES (\("a"), 0)")
        }
        let runs = Mutex(0)
        #expect(throws: StoreError.unavailable) {
            try store.change { connection throws(StoreError) in
                runs.withLock { $0 += 1 }
                try connection.each("SELECT verdict FROM words") { _ in true }
                _ = try world.reader.change { other throws(StoreError) in
                    try other.run("UPDATE words SET verdict = verdict + 10")
                }
                try connection.run("UPDATE words SET verdict = 1")
            }
        }
        #expect(runs.withLock { $0 } == 4)
    }

    @Test("what throws inside a change leaves nothing, and isn't repeated")
    func thrown() throws {
        let world = try World()
        let runs = Mutex(0)
        #expect(throws: StoreError.conflict) {
            try world.store.change { connection throws(StoreError) in
                runs.withLock { $0 += 1 }
                try connection.run("INSERT INTO words (word, verdict) VALUES (\("a"), 0)")
                throw .conflict
            }
        }
        #expect(runs.withLock { $0 } == 1)
        #expect(try world.count("SELECT count(*) AS count FROM words") == 0)
    }

    /// PostgreSQL warns "already committed locally, but might not have been replicated", and reports success.
    @Test("a commit that stopped waiting for its standby is in doubt until a later one is through", arguments: kinds)
    func warned(kind: Int) async throws {
        let server = try PostgresCluster.newDatabase()
        let store = try PostgresStore(
            server: server, patience: PostgresStore.Patience(doubtMilliseconds: 600_000, pauseMilliseconds: 1))
        try store.commit(change(kind, 1))
        let database = try #require(server.split(separator: "=").last)
        let reader = try PostgresStore(server: server)
        // From here on new connections wait for a standby that there isn't.
        try PostgresCluster.administer("ALTER DATABASE \(database) SET synchronous_commit = on")
        store.dropIdleConnections()
        let second = change(kind, 2)
        let committed = Mutex<Result<Void, StoreError>?>(nil)
        try await Self.onThread {
            // It reports success, with a warning; and then a marker waits.
            let isOver = { committed.withLock { $0 != nil } }
            let first = try Self.waiting(reader, besides: nil, isOver)
            try Self.signal("pg_cancel_backend", first, reader)
            let marker = try Self.waiting(reader, besides: first, isOver)
            try PostgresCluster.administer("ALTER DATABASE \(database) SET synchronous_commit = local")
            try Self.signal("pg_terminate_backend", marker, reader)
        } beside: {
            let result = Result { () throws(StoreError) in try store.commit(second) }
            committed.withLock { $0 = result }
        }
        try #require(committed.withLock { $0 }).get()
        let rows = try reader.rows(after: .start, of: stream, limit: 99)
        #expect(rows.count == (kind < 2 ? 4 : 0))
    }

    /// Returns when both have, each on a thread of its own.
    private static func onThread(
        _ body: @escaping @Sendable () throws -> Void, beside other: @escaping @Sendable () -> Void
    ) async throws {
        let end = ThreadSignal()
        BlockingThread.start {
            other()
            end.set()
        }
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            BlockingThread.start {
                done.resume(
                    with: Result {
                        try body()
                        end.wait()
                    })
            }
        }
    }

    /// The server's process that waits for a standby.
    private static func waiting(
        _ reader: PostgresStore, besides other: Int64?, _ isOver: () -> Bool
    ) throws -> Int64 {
        while !isOver() {
            var process: Int64?
            try reader.read { connection throws(StoreError) in
                try connection.each(
                    """
                    SELECT pid FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event = 'SyncRep' AND pid <> \(other ?? 0)
                    """
                ) { row throws(StoreError) in
                    process = try row["pid"]
                    return false
                }
            }
            if let process { return process }
        }
        throw AnsweredTooEarly()
    }

    private struct AnsweredTooEarly: Error {}

    private static func signal(_ function: SQL, _ process: Int64, _ reader: PostgresStore) throws {
        try reader.read { connection throws(StoreError) in
            try connection.each("SELECT \(function)(CAST(\(process) AS INTEGER))") { _ in true }
        }
    }
}
