import LaurelDomain
import LaurelStorage
import LaurelStorageSQL
import LaurelStorageSQLite
import LaurelTestSupport
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

    // MARK: Resolved

    /// What is kept, in order, as a list has it.
    private struct Told {
        let content: NewNotice
        var isRead = false
    }

    private func turnNotice(
        _ kind: NoticeKind = .matchTurn, to player: PlayerNumber = PlayerNumber(7), _ subject: String = "M",
        in environment: Environment = .sandbox
    ) -> NewNotice {
        NewNotice(
            to: player, kind, app: AppNumber(3), environment: environment, about: PlayerNumber(9), subject: subject,
            details: "", created: moment)
    }

    @Test("what is resolved is read, and nothing else, whatever came before", arguments: Backend.allCases)
    func resolved(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        var random = SplitMix64(seed: 12)
        let kinds: [NoticeKind] = [.matchTurn, .matchTurnEnding, .matchReminder, .matchExchange]
        var told: [Told] = []
        var resolvedCount = 0
        for step in 0..<(backend == .postgres ? 80 : 400) {
            let player = PlayerNumber(UInt32(1 + random.below(2)))
            let subject = ["M:_1", "M:_2", "M:_3"][random.below(3)]
            let environment: Environment = random.chance(1, in: 6) ? .production : .sandbox
            var facts: [Change.Fact] = []
            let act = random.below(12)
            // A turn ends, and what was told of it; as a rule the same kinds.
            if act < 6 {
                let few = kinds.filter { _ in random.chance(1, in: 2) }
                let meant = random.chance(2, in: 3) || few.isEmpty ? Array(kinds.prefix(3)) : few
                facts.append(
                    .noticesResolved(
                        ResolvedNotices(
                            of: player, meant, app: AppNumber(3), environment: environment, subject: subject)))
                for index in told.indices where !told[index].isRead {
                    let content = told[index].content
                    guard content.player == player, content.environment == environment, content.subject == subject,
                        meant.contains(content.kind)
                    else { continue }
                    told[index].isRead = true
                    resolvedCount += 1
                }
            }
            // The next one begins, perhaps with the same commit.
            if act > 3, act < 10 {
                let notice = turnNotice(
                    kinds[random.below(kinds.count)], to: player, ["M:_1", "M:_2", "M:_3"][random.below(3)],
                    in: environment)
                facts.append(.notice(notice))
                told.append(Told(content: notice))
            }
            try journal.commit(Change(facts: facts))
            let all = try await directory.notices(after: .start, limit: 10_000)
            if act >= 10, let index = all.indices.randomElement(using: &random) {
                let (id, player) = (all[index].id, all[index].content.player)
                if act == 10 {
                    _ = try await directory.markRead(.one(id), of: player, seenBy: .firstParty)
                    if !told[index].content.kind.isState { told[index].isRead = true }
                } else {
                    #expect(try await directory.deleteNotice(id, of: player, seenBy: .firstParty))
                    told.remove(at: index)
                }
            }
            let kept = try await directory.notices(after: .start, limit: 10_000)
            #expect(kept.map(\.content) == told.map(\.content), "step \(step)")
            #expect(kept.map(\.isRead) == told.map(\.isRead), "step \(step)")
        }
        #expect(resolvedCount > 0 && told.contains { !$0.isRead })
    }

    @Test("what a transaction has resolved that failed is unread, and resolved by the next one")
    func rolledBack() async throws {
        let store = try SQLiteStore.inspected()
        let directory = SQLDirectory(store)
        let resolution = Change.Fact.noticesResolved(
            ResolvedNotices(
                of: PlayerNumber(7), [.matchTurn], app: AppNumber(3), environment: .sandbox, subject: "M"))
        func unread() async throws -> Int {
            try await directory.unreadCount(of: PlayerNumber(7), seenBy: .firstParty)
        }
        // From then on it is known which of these notices are unread.
        try store.commit(Change(facts: [resolution]))
        try store.commit(Change(facts: [.notice(turnNotice())]))
        #expect(throws: StoreError.conflict) {
            try store.change { connection throws(StoreError) in
                try FactTable.write(resolution, on: connection)
                try FactTable.write(.notice(turnNotice()), on: connection)
                throw StoreError.conflict
            }
        }
        #expect(try await unread() == 1)
        // It has the number that the notice of the failed transaction had.
        try store.commit(Change(facts: [.notice(turnNotice(.matchTurn, "another"))]))
        try store.commit(Change(facts: [resolution]))
        #expect(try await unread() == 1)
        #expect(
            try await directory.inbox(of: PlayerNumber(7), seenBy: .firstParty, before: nil, limit: 10)
                .map { $0.isRead } == [false, true])
    }

    @Test("a notice that is read or deleted before its turn ends is left as it is")
    func readBefore() async throws {
        let (journal, directory) = try make(.sqlite)
        let (player, other) = (PlayerNumber(7), PlayerNumber(8))
        let resolution = Change.Fact.noticesResolved(
            ResolvedNotices(of: player, [.matchReminder], app: AppNumber(3), environment: .sandbox, subject: "M"))
        try journal.commit(Change(facts: [resolution]))
        let reminder = turnNotice(.matchReminder)
        try journal.commit(Change(facts: [.notice(reminder), .notice(reminder)]))
        let ids = try await directory.notices(after: .start, limit: 10).map(\.id)
        #expect(try await directory.deleteNotice(ids[0], of: player, seenBy: .firstParty))
        #expect(try await directory.markRead(.one(ids[1]), of: player, seenBy: .firstParty) == 1)
        try journal.commit(Change(facts: [.notice(turnNotice(.matchReminder, to: other)), resolution]))
        #expect(try await directory.notices(after: .start, limit: 10).map(\.isRead) == [true, false])
    }

    // MARK: States

    @Test("rule 12.19: a turn that is marked as read is unread until it has passed", arguments: Backend.allCases)
    func heldTurn(backend: Backend) async throws {
        let (journal, directory) = try make(backend)
        let player = PlayerNumber(7)
        let game = Binding.game(AppNumber(3), .sandbox)
        try journal.commit(
            Change(facts: [
                .notice(turnNotice()), .notice(turnNotice(.matchReminder)), .notice(turnNotice(.matchTurn, "N")),
                .notice(notice("c")),
            ]))
        let ids = try await directory.notices(after: .start, limit: 10).map(\.id)
        try #require(ids.count == 4)
        func unread() async throws -> [NoticeID] {
            try await directory.inbox(of: player, seenBy: game, before: nil, limit: 10).filter { !$0.isRead }
                .map(\.id).reversed()
        }
        #expect(try await directory.markRead(.one(ids[0]), of: player, seenBy: game) == 0)
        #expect(try await directory.markRead(.one(ids[2]), of: player, seenBy: .firstParty) == 0)
        #expect(try await unread() == ids)
        // The reminder and the challenge.
        #expect(try await directory.markRead(.upTo(ids[3]), of: player, seenBy: .firstParty) == 2)
        #expect(try await unread() == [ids[0], ids[2]])
        #expect(try await directory.unreadCount(of: player, seenBy: .firstParty) == 2)
        // Only the row goes; what is resolved then was another one's.
        #expect(try await directory.deleteNotice(ids[2], of: player, seenBy: .firstParty))
        try journal.commit(
            Change(facts: [
                .noticesResolved(
                    ResolvedNotices(of: player, [.matchTurn], app: AppNumber(3), environment: .sandbox, subject: "N"))
            ]))
        #expect(try await unread() == [ids[0]])
        try journal.commit(
            Change(facts: [
                .noticesResolved(
                    ResolvedNotices(of: player, [.matchTurn], app: AppNumber(3), environment: .sandbox, subject: "M"))
            ]))
        #expect(try await unread().isEmpty)
        #expect(try await directory.unreadCount(of: player, seenBy: .firstParty) == 0)
    }
}
