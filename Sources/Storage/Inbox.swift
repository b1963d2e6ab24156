public import LaurelDomain
import Synchronization

/// What players were told. The order of all notices is that of their commits, so whoever reads on from the last one
/// he saw misses none: it is the inbox, the source of live events, and the outbox of deliveries at once.
public protocol InboxDirectory: Sendable {
    /// Those after `id`, of all players, in order.
    func notices(after id: NoticeID, limit: Int) async throws(StoreError) -> [Notice]
    /// The last one that is durable; ``NoticeID/start`` before the first.
    func lastNotice() async throws(StoreError) -> NoticeID
}

/// The reference's inbox. The in-memory journal and directory share one, as the tables of one file would be shared.
public final class InMemoryInbox: Sendable {
    private let rows = Mutex<[Notice]>([])

    public init() {}

    func append(_ notice: NewNotice) {
        rows.withLock { rows in
            let id = NoticeID((rows.last?.id.rawValue ?? 0) + 1)
            rows.append(Notice(id: id, content: notice))
        }
    }

    func notices(after id: NoticeID, limit: Int) -> [Notice] {
        rows.withLock { rows in Array(rows.lazy.filter { $0.id > id }.prefix(max(0, limit))) }
    }

    var last: NoticeID { rows.withLock { $0.last?.id ?? .start } }
}
