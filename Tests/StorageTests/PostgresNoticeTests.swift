import LaurelDomain
import LaurelStorage
import Synchronization
import Testing

@testable import LaurelStoragePostgres
@testable import LaurelStorageSQL

@Suite("Notices in PostgreSQL", .timeLimit(.minutes(15))) struct PostgresNoticeTests {
    private static let notice = NewNotice(
        to: PlayerNumber(7), .challengeReceived, app: AppNumber(3), environment: .sandbox, about: PlayerNumber(9),
        subject: "", details: "", created: .first)

    @Test("a notice isn't seen before one with a lower number that is still to be committed")
    func order() throws {
        let server = try PostgresCluster.newDatabase()
        let (first, second) = (try PostgresStore(server: server), try PostgresStore(server: server))
        let isWritten = Mutex(false)
        let hasStarted = Mutex(false)
        let end = ThreadSignal()
        try first.change { connection throws(StoreError) in
            try NoticeTable.insert(Self.notice, on: connection)
            let isFirstRun = hasStarted.withLock { hasStarted in
                defer { hasStarted = true }
                return !hasStarted
            }
            if isFirstRun {
                BlockingThread.start {
                    let result = Result { () throws(StoreError) in
                        try second.commit(Change(facts: [.notice(Self.notice)]))
                    }
                    if case .success = result { isWritten.withLock { $0 = true } }
                    end.set()
                }
            }
            // The other one waits for this transaction, or has gone past it.
            while !isWritten.withLock({ $0 }) { if try Self.somebodyWaits(first) { break } }
            #expect(!isWritten.withLock { $0 })
        }
        end.wait()
        #expect(isWritten.withLock { $0 })
        let numbers = try first.readAny { connection throws(StoreError) in
            try connection.values("SELECT id FROM notices ORDER BY id", of: Int64.self)
        }
        #expect(numbers == [1, 2])
    }

    private static func somebodyWaits(_ store: PostgresStore) throws(StoreError) -> Bool {
        try store.readAny { connection throws(StoreError) in
            try connection.has(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        }
    }
}
