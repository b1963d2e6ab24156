import LaurelScores
import LaurelStorage
import LaurelTestStores
import Synchronization
import Testing

@testable import LaurelStorageSQLite

/// A disk that gives EIO, as of a bad sector or a loose cable: SQLite calls it damage, and it says nothing of what
/// stands there.
@Suite("Pages that can't be read", .serialized, .timeLimit(.minutes(15))) struct UnreadPageTests {
    /// With scores in the log.
    private func server() async throws -> TorturedServer {
        let server = try await TorturedServer(
            try TortureDisk(try TestStores.makeFolder(), seed: 1), TortureClock(), movesLog: false)
        try await server.makeBoards()
        for number in 1...30 {
            _ = try await server.submit(
                [("s\(number)", Ledger.Sent(board: 0, player: UInt32(number), value: Int64(number)))],
                by: UInt32(number))
        }
        server.disk.setReadError(isOfDisk: true)
        return server
    }

    private func isOfDisk(_ reason: String, _ server: TorturedServer) -> Bool {
        reason.contains("can't read \(server.store.path)") && reason.contains("Input/output error")
            // Of the file's first page SQLite itself says so.
            || reason.contains("the disk failed") && reason.contains("can't open \(server.store.path)")
    }

    @Test("who reads is refused, the operator hears of the file, and the next reader gets all")
    func read() async throws {
        let server = try await server()
        let damage = Mutex<[String]>([])
        let told = Mutex<[String]>([])
        server.store.onDamage { reason in damage.withLock { $0.append(reason) } }
        server.store.onDiskFailure { reason in told.withLock { $0.append(reason) } }
        for isMoved in [false, true] {
            if isMoved { #expect(try server.store.scrub()) }
            func total() throws(StoreError) -> Int64? {
                try server.store.read { connection throws(StoreError) in
                    try connection.execute("PRAGMA shrink_memory")
                    return try connection.integer("SELECT sum(value) FROM journal WHERE kind = 1")
                }
            }
            let known = try total()
            server.disk.fail(.read, number: 2)
            do throws(StoreError) {
                _ = try total()
                Issue.record("no read failed")
            } catch {
                guard case .failing(let reason) = error, isOfDisk(reason, server) else {
                    Issue.record("\(error)")
                    return
                }
                #expect(reason.contains("laurel.db-wal:") != isMoved, "\(reason)")
            }
            #expect(try total() == known)
        }
        #expect(damage.withLock { $0 } == [] && told.withLock { $0 }.count == 2)
        server.keeper.stop()
        try server.disk.end()
    }

    @Test("a check of the whole file says so instead of calling it damaged; real damage is found as ever")
    func check() async throws {
        let server = try await server()
        #expect(try server.store.scrub())
        let folder = server.disk.folder
        var refused = 0
        for number in 1...20 {
            server.disk.fail(.read, number: number)
            switch StoreCondition.find(in: folder) {
            case .refused(let reason) where isOfDisk(reason, server): refused += 1
            case .sound: break
            case let other: Issue.record("read \(number): \(other)")
            }
        }
        #expect(refused > 3)
        // It pauses after each table, so not for all.
        for number in 1...4 {
            server.disk.fail(.read, number: number)
            #expect(StoreReading(path: server.store.path).run() == nil, "read \(number)")
            #expect(!server.disk.isToFail(.read))
        }
        server.disk.fail(.read, number: 0)
        server.keeper.stop()
        server.store.close()
        refused = 0
        for number in 1...20 {
            server.disk.fail(.read, number: number)
            do throws(OpenError) { try SQLiteStore(dataFolder: folder).close() } catch {
                guard case .folder(folder, let reason) = error, isOfDisk(reason, server) else {
                    Issue.record("read \(number): \(error)")
                    continue
                }
                refused += 1
            }
            server.disk.fail(.read, number: 0)
        }
        #expect(refused > 3)
        // What the disk gives and isn't what was written.
        let connection = try SQLiteConnection(path: server.store.path, flags: 2)
        try connection.execute("UPDATE journal SET value = value + 1 WHERE kind = 1")
        guard case .damaged = StoreCondition.find(in: folder) else {
            Issue.record("\(StoreCondition.find(in: folder))")
            return
        }
        try server.disk.end()
    }
}
