import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Notices are written with what they tell of: every engine's journal and directory show the same inbox.
@Suite("Inbox contract", .timeLimit(.minutes(15))) struct InboxContract {
    private let moment = Timestamp(clamping: 1_800_000_000_000)

    private func make(_ backend: Backend) throws -> (any Journal, any Directory) {
        let store = try backend.makeStore()
        return (store.journal, store.directory)
    }

    private func notice(_ subject: String) -> NewNotice {
        NewNotice(
            to: PlayerNumber(7), .challengeReceived, app: AppNumber(3), environment: .sandbox, about: PlayerNumber(9),
            subject: subject, details: #"{"value":12}"#, created: moment)
    }

    @Test("a commit's notices are read on from the last one seen", arguments: Backend.allCases)
    func order(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        #expect(try await directory.lastNotice() == .start)
        try journal.commit(Change(facts: [.notice(notice("a")), .notice(notice("b"))]))
        try journal.commit(Change(facts: [.notice(notice("c"))]))
        let all = try await directory.notices(after: .start, limit: 10)
        #expect(all.map(\.content) == [notice("a"), notice("b"), notice("c")])
        #expect(all.map(\.id) == all.map(\.id).sorted())
        #expect(try await directory.lastNotice() == all.last?.id)
        let first = try #require(all.first)
        #expect(!first.isRead)
        #expect(try await directory.notices(after: first.id, limit: 1).map(\.content.subject) == ["b"])
    }

    @Test("a commit that fails tells nobody", arguments: Backend.allCases)
    func refused(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        let row = JournalRow(
            stream: StreamID(team: TeamNumber(1), environment: .sandbox), sequence: JournalSequence(5), time: moment,
            kind: .score, leaderboard: LeaderboardNumber(1), player: PlayerNumber(7))
        #expect(throws: StoreError.conflict) {
            try journal.commit(Change(rows: [row], facts: [.notice(notice("a"))]))
        }
        #expect(try await directory.notices(after: .start, limit: 10).isEmpty)
    }
}
