import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

@testable import LaurelStorageSQL

@Suite("What is known of unread notices", .timeLimit(.minutes(15))) struct OpenNoticesTests {
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
        let open = OpenNotices()
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
        let open = OpenNotices()
        open.note(resolved())
        for number in 1...OpenNotices.noticesLimit { open.note(notice(.matchTurn), NoticeID(Int64(number))) }
        #expect(open.meant(by: resolved())?.count == OpenNotices.noticesLimit)
        open.note(notice(.matchTurn), NoticeID(.max))
        #expect(open.meant(by: resolved()) == nil)
        for number in 0..<OpenNotices.countLimit { open.note(resolved(subject: "M\(number)")) }
        #expect(open.meant(by: resolved(subject: "M0")) == [])
        open.note(resolved())
        #expect(open.meant(by: resolved(subject: "M0")) == nil && open.meant(by: resolved()) == [])
    }

    @Test("a store knows what its transactions have written")
    func store() throws {
        let store = try SQLiteStore.inspected()
        func meant() throws(StoreError) -> [NoticeID]? {
            try store.change { connection throws(StoreError) in connection.openNotices?.meant(by: resolved()) }
        }
        #expect(try meant() == nil)
        try store.commit(Change(facts: [.noticesResolved(resolved())]))
        #expect(try meant() == [])
        try store.commit(Change(facts: [.notice(notice(.matchEnded)), .notice(notice(.matchTurn))]))
        #expect(try meant() == [NoticeID(2)])
        try store.commit(Change(facts: [.noticesResolved(resolved()), .notice(notice(.matchReminder))]))
        #expect(try meant() == [NoticeID(3)])
    }
}
