import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

@testable import LaurelStorageSQL

@Suite("What is known of unread notices", .timeLimit(.minutes(15))) struct NoticeMemoryTests {
    private func resolved(
        _ kinds: [NoticeKind] = [.matchTurn, .matchReminder], subject: String = "M"
    ) -> ResolvedNotices {
        ResolvedNotices(
            of: PlayerNumber(7), kinds, app: AppNumber(3), environment: .sandbox, subject: subject)
    }

    private func notice(_ kind: NoticeKind, subject: String = "M") -> NewNotice {
        NewNotice(
            to: PlayerNumber(7), kind, app: AppNumber(3), environment: .sandbox, about: nil, subject: subject,
            details: "", created: .first)
    }

    @Test("nothing is known before some were resolved, then all of these kinds")
    func kinds() {
        let open = NoticeMemory()
        open.note(notice(.matchTurn), NoticeID(1))
        #expect(open.meant(by: resolved()) == nil)
        open.note(resolved())
        #expect(open.meant(by: resolved()) == [])
        #expect(open.meant(by: resolved([.matchTurn, .matchExchange])) == nil)
        #expect(open.meant(by: resolved(subject: "N")) == nil)
        open.note(notice(.matchTurn), NoticeID(2))
        open.note(notice(.matchReminder), NoticeID(3))
        open.note(notice(.matchExchange), NoticeID(4))
        open.note(notice(.matchTurn, subject: "N"), NoticeID(5))
        #expect(open.meant(by: resolved()) == [NoticeID(2), NoticeID(3)])
        #expect(open.meant(by: resolved([.matchReminder])) == [NoticeID(3)])
        open.note(resolved([.matchReminder]))
        #expect(open.meant(by: resolved()) == [NoticeID(2)])
        open.forget()
        #expect(open.meant(by: resolved()) == nil)
    }

    @Test("more than there is room for is forgotten, and unknown again")
    func limits() {
        let open = NoticeMemory()
        open.note(resolved())
        for number in 1...NoticeMemory.noticesLimit { open.note(notice(.matchTurn), NoticeID(Int64(number))) }
        #expect(open.meant(by: resolved())?.count == NoticeMemory.noticesLimit)
        open.note(notice(.matchTurn), NoticeID(.max))
        #expect(open.meant(by: resolved()) == nil)
        for number in 0..<NoticeMemory.countLimit { open.note(resolved(subject: "M\(number)")) }
        #expect(open.meant(by: resolved(subject: "M0")) == [])
        open.note(resolved())
        #expect(open.meant(by: resolved(subject: "M0")) == nil && open.meant(by: resolved()) == [])
    }

    @Test("a store knows what its transactions have written")
    func store() throws {
        let store = try SQLiteStore.inspected()
        func meant() throws(StoreError) -> [NoticeID]? {
            try store.change { connection throws(StoreError) in connection.noticeMemory?.meant(by: resolved()) }
        }
        #expect(try meant() == nil)
        try store.commit(Change(facts: [.noticesResolved(resolved())]))
        #expect(try meant() == [])
        try store.commit(Change(facts: [.notice(notice(.matchEnded)), .notice(notice(.matchTurn))]))
        #expect(try meant() == [NoticeID(2)])
        try store.commit(Change(facts: [.noticesResolved(resolved()), .notice(notice(.matchReminder))]))
        #expect(try meant() == [NoticeID(3)])
    }

    @Test("who has chosen nothing is told, and who chooses is asked again")
    func choices() async throws {
        let store = try SQLiteStore.inspected()
        let directory = SQLDirectory(store)
        let new = NewPlayer(
            alias: try Alias("Ada"), displayName: "Ada", passwordHash: "", recoveryCodes: [], created: .first,
            entrance: .open, session: nil)
        guard case .registered(let ada, _) = try await directory.register(new) else {
            Issue.record("the store is new")
            return
        }
        let player = ada.number
        func hasChosen() throws(StoreError) -> Bool? {
            try store.change { connection throws(StoreError) in connection.noticeMemory?.hasChosen(player) }
        }
        func tell() async throws -> Bool {
            let notice = NewNotice(
                to: player, .matchTurn, app: AppNumber(3), environment: .sandbox, about: nil, subject: "M",
                details: "", created: .first)
            try store.commit(Change(facts: [.notice(notice)]))
            let told = try #require(try await directory.notices(after: .start, limit: 100).last)
            #expect(told.isRead == told.isSilent)
            return !told.isSilent
        }
        let silent = NotificationChoice(isOn: false, isPushed: false)
        let topic = NotificationTopic(kind: .matchTurn)
        #expect(try hasChosen() == nil)
        #expect(try await tell())
        #expect(try hasChosen() == false)
        #expect(try await directory.choose(silent, for: topic, of: player))
        #expect(try hasChosen() == nil)
        #expect(try await !tell())
        #expect(try hasChosen() == true)
        try await directory.setNotificationSettings(NotificationSettings(), of: player)
        #expect(try await tell())
        // What is taken back was never chosen; nor is it known any more who has chosen nothing.
        #expect(throws: StoreError.conflict) {
            try store.change { connection throws(StoreError) in
                try NotificationSettingsTable.write(silent, for: topic, of: player, on: connection)
                throw StoreError.conflict
            }
        }
        #expect(try hasChosen() == nil)
        #expect(try await tell())
        try await directory.setNotificationSettings(NotificationSettings(choices: [topic: silent]), of: player)
        #expect(try await !tell())
    }
}
