import CLaurelSQLite
import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// The audit log is written with what it tells of, and never otherwise.
@Suite("Audit contract", .timeLimit(.minutes(15))) struct AuditContract {
    private let moment = Timestamp(clamping: 1_800_000_000_000)

    private func make(_ backend: Backend) throws -> (any Journal, any Directory) {
        let store = try backend.makeStore()
        return (store.journal, store.directory)
    }

    private func entry(
        _ subject: String, team: UInt32? = 1, by actor: AuditActor = .player(PlayerNumber(7))
    ) -> NewAuditEntry {
        NewAuditEntry(
            .leaderboardUpdate, by: actor, team: team.map { TeamNumber($0) }, app: AppNumber(3), environment: .sandbox,
            player: PlayerNumber(9), subject: subject, changes: "isHidden false → true", time: moment, requestID: "r1")
    }

    @Test("keeps every field, the latest first, page by page", arguments: Backend.allCases)
    func order(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        let plain = NewAuditEntry(.administratorLink, by: .server, time: moment)
        try journal.commit(Change(facts: [.audit(entry("a")), .audit(entry("b", by: .key(DeveloperKeyID(4))))]))
        try await directory.record(entry("c", team: 2, by: .operator))
        try await directory.record(plain)
        let all = try await directory.auditEntries(of: .server, before: nil, limit: 10)
        #expect(
            all.map(\.content) == [
                plain, entry("c", team: 2, by: .operator), entry("b", by: .key(DeveloperKeyID(4))), entry("a"),
            ])
        let team = AuditScope.team(TeamNumber(1))
        let first = try await directory.auditEntries(of: team, before: nil, limit: 1)
        #expect(first.map(\.content.subject) == ["b"])
        #expect(
            try await directory.auditEntries(of: team, before: first.last?.id, limit: 5).map(\.content.subject)
                == ["a"])
        #expect(try await directory.auditEntries(of: .team(TeamNumber(9)), before: nil, limit: 5).isEmpty)
    }

    @Test("a commit that fails leaves no entry", arguments: Backend.allCases)
    func refused(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        let row = JournalRow(
            stream: StreamID(team: TeamNumber(1), environment: .sandbox), sequence: JournalSequence(5), time: moment,
            kind: .score, leaderboard: LeaderboardNumber(1), player: PlayerNumber(7))
        #expect(throws: StoreError.conflict) {
            try journal.commit(Change(rows: [row], facts: [.audit(entry("a"))]))
        }
        #expect(try await directory.auditEntries(of: .server, before: nil, limit: 10).isEmpty)
    }

    @Test(
        "no statement changes or deletes an entry", arguments: ["UPDATE audit SET changes = ''", "DELETE FROM audit"])
    func appendOnly(sql: String) async throws {
        let store = try SQLiteStore.inspected()
        let directory = SQLiteDirectory(store)
        try await directory.record(entry("a"))
        #expect(throws: StoreError.conflict) {
            try store.write { connection throws(StoreError) in
                try connection.transaction { () throws(StoreError) in try connection.execute(sql) }
            }
        }
        #expect(try await directory.auditEntries(of: .server, before: nil, limit: 10).map(\.content) == [entry("a")])
    }

    @Test("cuts what is too long between characters")
    func cut() {
        let entry = NewAuditEntry(
            .appUpdate, by: .operator, subject: String(repeating: "é", count: 500),
            changes: "a" + String(repeating: "\u{301}", count: 100_000), time: moment)
        #expect(entry.subject == String(repeating: "é", count: NewAuditEntry.subjectLimit - 1) + "…")
        #expect(entry.changes == "…")
    }
}
