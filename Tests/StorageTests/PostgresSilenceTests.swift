import Foundation
import Glibc
import LaurelCluster
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelStoragePostgres

/// Servers that accept everything and answer nothing, and those whose commits wait for a standby.
@Suite("Silent servers", .timeLimit(.minutes(15))) struct PostgresSilenceTests {
    private let stream = JournalContract.stream

    private struct World {
        let server: String
        let relay: PostgresRelay
        /// Through the relay.
        let node: SampleNode
        let reader: SampleNode

        init() throws {
            server = try PostgresCluster.newDatabase()
            relay = try PostgresRelay(to: server)
            node = try SampleNode(1, server: relay.address, lookMilliseconds: 500)
            reader = try SampleNode(2, server: server)
        }

        var cuts: Int { node.store.pool.sockets.cuts }
    }

    /// What hangs when a server falls silent.
    enum Call: CaseIterable, Sendable {
        case rows, otherChange, beat, claim
    }

    @Test(
        "what waits for a silent server's COMMIT is cut by a look, and settled once a server answers",
        arguments: [PostgresRelay.Cut.silenceBeforeCommit, .silenceAfterCommit], Call.allCases)
    func silence(cut: PostgresRelay.Cut, call: Call) throws {
        let world = try World()
        let node = world.node
        var lease = Lease(epoch: 0, claim: 0, holder: .nobody, beat: 0)
        if call != .claim { lease = try #require(try node.claim(node.look().lease)) }
        _ = world.node.look()
        let before = world.cuts
        world.relay.cutNext(cut)
        let work = Background { [lease] in
            switch call {
            case .rows: try node.store.commit(Change(rows: [.sample(1)]))
            case .otherChange: try node.write("a")
            case .beat: #expect(try Self.untilAnswered { try node.beat(lease.next()) })
            case .claim: #expect(try node.claim(lease) != nil)
            }
        }
        try work.whileRunning { world.relay.cutCount == 1 }
        #expect(throws: ClusterStoreError.unavailable) { try node.cluster.look() }
        #expect(world.cuts > before)
        #expect(!work.isOver)
        world.relay.speakAgain()
        try work.result()
        let look = world.node.look()
        switch call {
        case .rows: #expect(try world.reader.store.rows(after: .start, of: stream, limit: 9) == [.sample(1)])
        case .otherChange: #expect(try world.reader.words() == ["a"])
        case .beat: #expect(look.lease == lease.next())
        case .claim:
            #expect(look.lease.epoch == 1 && look.lease.node == node.announcement.id)
            try node.write("a")
        }
    }

    /// A call that has nothing to settle gives up when its second connection is silent, too.
    private static func untilAnswered<Result>(_ body: () throws -> Result) throws -> Result {
        while true { do { return try body() } catch ClusterStoreError.unavailable {} catch StoreError.unavailable {} }
    }

    @Test("a read that waits for a silent server is cut, and made again")
    func reading() throws {
        let world = try World()
        _ = world.node.look()
        _ = try world.node.store.streams()
        world.relay.fallSilent()
        let work = Background { try Self.untilAnswered { try world.node.store.streams() } }
        #expect(throws: ClusterStoreError.unavailable) { try world.node.cluster.look() }
        #expect(!work.isOver)
        world.relay.speakAgain()
        #expect(try work.result() == [])
    }

    @Test("connections that are made while a server is silent end by themselves; the next look finds another one")
    func connecting() throws {
        let world = try World()
        let other = "\(world.relay.address) host=\(world.relay.folder),\(try #require(Self.host(of: world.server)))"
        let node = try SampleNode(3, server: other)
        world.relay.fallSilent()
        // Nothing was asked before: the silent place is tried beside the one that answers.
        #expect(try node.cluster.look().lease.epoch == 0)
        #expect(node.store.pool.sockets.cuts == 0)
        #expect(throws: ClusterStoreError.unavailable) { try world.node.cluster.look() }
        #expect(world.node.cluster.lookTrouble == "no answer from \(world.relay.folder)")
        #expect(world.cuts == 1)
    }

    private static func host(of server: String) -> Substring? {
        server.split(separator: " ").first { $0.hasPrefix("host=") }?.dropFirst("host=".count)
    }

    @Test("a look whose connection is lost cuts the others, and the next one is answered")
    func lost() throws {
        let world = try World()
        _ = world.node.look()
        let before = world.cuts
        let end: SQL = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        try world.reader.store.read { connection throws(StoreError) in try connection.each(end) { _ in true } }
        #expect(throws: ClusterStoreError.unavailable) { try world.node.cluster.look() }
        let trouble = world.node.cluster.lookTrouble
        #expect(trouble.hasPrefix("the connection to \(world.relay.folder):5432 ended"), "\(trouble)")
        #expect(world.cuts == before + 1)
        #expect(world.node.look().lease.epoch == 0)
    }

    @Test("a store without the tables is broken, and nothing is cut")
    func refused() throws {
        let server = try PostgresCluster.newDatabase()
        let node = try SampleNode(1, server: server)
        _ = try node.cluster.look()
        try PostgresCluster.run("DROP TABLE nodes", on: server)
        let error = #expect(throws: ClusterStoreError.self) { try node.cluster.look() }
        if case .broken? = error {} else { Issue.record("\(String(describing: error))") }
        #expect(node.store.pool.sockets.cuts == 0)
    }

    // MARK: Standbys

    @Test("while commits wait for a standby, looks are answered and nothing is cut")
    func waiting() throws {
        let server = try PostgresCluster.newDatabase()
        let database = try #require(server.split(separator: "=").last)
        let (node, reader) = (try SampleNode(1, server: server), try SampleNode(2, server: server))
        let lease = try node.mustClaim()
        // From here on new connections wait for a standby that there isn't.
        try PostgresCluster.administer("ALTER DATABASE \(database) SET synchronous_commit = on")
        node.store.dropIdleConnections()
        let write = Background { try node.write("a") }
        try write.whileRunning { try reader.waitingForStandby().count == 1 }
        let beat = Background { try node.beat(lease.next()) }
        try beat.whileRunning { try reader.waitingForStandby().count == 2 }
        for _ in 0..<20 { #expect(try node.cluster.look().lease == lease) }
        #expect(node.store.pool.sockets.cuts == 0)
        #expect(!write.isOver && !beat.isOver)
        try PostgresCluster.administer("ALTER DATABASE \(database) SET synchronous_commit = local")
        // Its answer is a success with a warning.
        for process in try reader.waitingForStandby() { try reader.cancel(process) }
        #expect(throws: ClusterStoreError.unavailable) { try beat.result() }
        try write.result()
        #expect(try reader.words() == ["a"])
        #expect(try node.beat(lease.next().next()))
        #expect(node.store.pool.sockets.cuts == 0)
    }

    @Test("a primary that is stopped is noticed; its standby takes over, with the commit that hung, once")
    func failover() throws {
        let (server, address) = try primaryWithStandby()
        defer { withExtendedLifetime(server) {} }
        let node = try SampleNode(1, server: address, lookMilliseconds: 2_000)
        while try !node.hasSynchronousStandby() {}
        let lease = try #require(try node.claim(node.look().lease))
        #expect(try node.beat(lease.next()))
        try node.write("a")
        let standby = try StoppedServer(server.folder + "/standby")
        defer { standby.goOn() }
        let write = Background { try node.write("b") }
        try write.whileRunning { try !node.waitingForStandby().isEmpty }
        _ = node.look()
        let before = node.store.pool.sockets.cuts
        let primary = try StoppedServer(server.folder + "/data")
        defer { primary.goOn() }
        #expect(throws: ClusterStoreError.unavailable) { try node.cluster.look() }
        #expect(node.store.pool.sockets.cuts > before)
        standby.goOn()
        try promoteStandby(of: server)
        #expect(node.look().lease == lease.next())
        try write.result()
        #expect(try node.words() == ["a", "b"])
        #expect(try node.beat(lease.next().next()))
    }

    /// With the address of both. The primary's commits wait for the standby; what that commits once it is promoted
    /// waits for nobody.
    private func primaryWithStandby() throws -> (server: PostgresServer, address: String) {
        let server = try PostgresServer(settings: "-c fsync=off", hasStandby: true)
        try server.administer("ALTER SYSTEM SET synchronous_standby_names = standby")
        try server.administer("SELECT pg_reload_conf()")
        return (server, "host=\(server.folder),\(server.folder) port=5432,5433 user=laurel dbname=postgres")
    }

    private func promoteStandby(of server: PostgresServer) throws {
        let handle = try #require(
            PostgresConnection.connect(to: "host=\(server.folder) port=5433 user=laurel dbname=postgres", for: "any"))
        try PostgresConnection(taking: handle).execute("SELECT pg_promote()")
    }

    @Test("a former primary that answers looks and no commit is left for the standby that was promoted")
    func formerPrimary() throws {
        let (server, address) = try primaryWithStandby()
        defer { withExtendedLifetime(server) {} }
        let node = try SampleNode(1, server: address, commitMilliseconds: 0)
        while try !node.hasSynchronousStandby() {}
        let lease = try node.mustClaim()
        #expect(try node.beat(lease.next()))
        try node.write("a")
        #expect(node.look().lease == lease.next())
        let before = node.store.pool.sockets.cuts
        try promoteStandby(of: server)
        // Both go to the primary that they know, which waits for its standby.
        let write = Background { try node.write("b") }
        let beat = Background { try node.beat(lease.next().next()) }
        while !beat.isOver { #expect(node.look().lease.epoch == lease.epoch) }
        #expect(try beat.result())
        try write.result()
        #expect(node.store.pool.sockets.cuts > before)
        #expect(try node.words() == ["a", "b"])
        // All of it is where the node is now.
        #expect(node.look().lease == lease.next().next())
        #expect(try node.beat(lease.next().next().next()))
    }

    /// Its processes are stopped. The kernel goes on to accept for them.
    private struct StoppedServer {
        private let processes: [Int32]

        init(_ folder: String) throws {
            let text = try String(contentsOfFile: folder + "/postmaster.pid", encoding: .utf8)
            let first = try #require(text.split(separator: "\n").first.flatMap { Int32($0) })
            // Nothing is born any more, then.
            kill(first, SIGSTOP)
            let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
            processes = [first] + all.filter { Self.parent(of: $0) == first }
            for process in processes { kill(process, SIGSTOP) }
        }

        func goOn() { for process in processes { kill(process, SIGCONT) } }

        private static func parent(of process: Int32) -> Int32? {
            guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
            // Behind the name, which may have anything in it.
            guard let name = status.lastIndex(of: ")") else { return nil }
            return status[name...].split(separator: " ").dropFirst(2).first.flatMap { Int32($0) }
        }
    }

    // MARK: Sockets

    @Test("a socket that was closed isn't cut, whatever its number belongs to now")
    func reuse() throws {
        let sockets = LiveSockets()
        let (first, second) = (try Self.pair(), try Self.pair())
        var entry = sockets.enter(first.0, since: 0)
        let kept = try #require(sockets.enter(second.0, since: 0))
        #expect(entry != nil)
        close(first.0)
        entry = nil
        // The lowest free numbers are given out again.
        let others = [try Self.pair(), try Self.pair()]
        #expect(others.contains { $0.0 == first.0 || $0.1 == first.0 })
        sockets.cut()
        for pair in others { #expect(write(pair.0, "x", 1) == 1 && Self.read(pair.1) == 1) }
        #expect(Self.read(second.1) == 0)
        #expect(sockets.enter(others[0].0, since: 0) == nil)
        #expect(sockets.cuts == 1)
        withExtendedLifetime(kept) {}
        for number in [first.1, second.0, second.1] + others.flatMap({ [$0.0, $0.1] }) { close(number) }
    }

    private static func pair() throws -> (Int32, Int32) {
        var numbers: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) == 0)
        return (numbers[0], numbers[1])
    }

    private static func read(_ socket: Int32) -> Int {
        var byte: UInt8 = 0
        return Glibc.read(socket, &byte, 1)
    }

    @Test(
        "each place that an address names is tried alone",
        arguments: [
            ("dbname=x", [[:]]),
            ("host=/a,/b port=5432,5433", [["host": "/a", "port": "5432"], ["host": "/b", "port": "5433"]]),
            ("host=/a,/b port=7", [["host": "/a", "port": "7"], ["host": "/b", "port": "7"]]),
            (
                "postgres://u@127.0.0.1:1,[::1]:2/x",
                [
                    ["host": "127.0.0.1", "hostaddr": "127.0.0.1", "port": "1"],
                    ["host": "::1", "hostaddr": "::1", "port": "2"],
                ]
            ),
            ("hostaddr=127.0.0.1 host=db", [["host": "db", "hostaddr": "127.0.0.1"]]),
        ])
    func hosts(address: String, expected: [[String: String]]) {
        let found = PostgresHosts(of: address).all.map { parameters in
            Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.value) }).filter { !$0.value.isEmpty }
        }
        #expect(found == expected)
    }
}

extension SampleNode {
    /// A machine that does much else may take longer than a look waits.
    func look() -> ClusterLook {
        while true { do { return try cluster.look() } catch {} }
    }

    func hasSynchronousStandby() throws -> Bool {
        var has = false
        try store.read { connection throws(StoreError) in
            try connection.each("SELECT 1 AS one FROM pg_stat_replication WHERE sync_state = 'sync'") { _ in
                has = true
                return false
            }
        }
        return has
    }

    /// Processes of the database's server.
    func waitingForStandby() throws -> [Int64] {
        var processes: [Int64] = []
        try store.read { connection throws(StoreError) in
            try connection.each(
                """
                SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
                """
            ) { row throws(StoreError) in
                processes.append(try row["pid"])
                return true
            }
        }
        return processes
    }

    func cancel(_ process: Int64) throws {
        try store.read { connection throws(StoreError) in
            try connection.each("SELECT pg_cancel_backend(CAST(\(process) AS INTEGER))") { _ in true }
        }
    }

    func words() throws -> [String] {
        var words: [String] = []
        try store.read { connection throws(StoreError) in
            words = []
            try connection.each("SELECT word FROM words ORDER BY word") { row throws(StoreError) in
                words.append(try row["word"])
                return true
            }
        }
        return words
    }
}
