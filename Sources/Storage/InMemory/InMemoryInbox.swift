import LaurelDomain
import Synchronization

/// The reference's inbox. The in-memory journal and directory share one, as the tables of one file would be shared.
public final class InMemoryInbox: Sendable {
    private struct State {
        var rows: [Notice] = []
        var lastID: Int64 = 0
        var settings: [PlayerNumber: NotificationSettings] = [:]
    }

    private let state = Mutex(State())
    /// The audit log is written by both as well.
    public let audit = InMemoryAudit()
    /// Bans and reviews too.
    let moderation = InMemoryModeration()

    public init() {}

    func append(_ notice: NewNotice) {
        state.withLock { state in
            state.lastID += 1
            let isSilent =
                state.settings[notice.player].map { !$0.choice(of: notice.kind, in: notice.app).isOn } ?? false
            state.rows.append(
                Notice(id: NoticeID(state.lastID), content: notice, isRead: isSilent, isSilent: isSilent))
        }
    }

    func notices(after id: NoticeID, limit: Int) -> [Notice] {
        Array(rows { $0.id > id }.prefix(max(0, limit)))
    }

    var last: NoticeID { state.withLock { NoticeID($0.lastID) } }

    func rows(where isWanted: (Notice) -> Bool) -> [Notice] { state.withLock { $0.rows.filter(isWanted) } }

    /// - Returns: how many were removed.
    @discardableResult
    func remove(where isUnwanted: (Notice) -> Bool) -> Int {
        state.withLock { state in
            let before = state.rows.count
            state.rows.removeAll(where: isUnwanted)
            return before - state.rows.count
        }
    }

    func markRead(where isWanted: (Notice) -> Bool) -> Int {
        state.withLock { state in
            var count = 0
            for index in state.rows.indices where !state.rows[index].isRead && isWanted(state.rows[index]) {
                state.rows[index].isRead = true
                count += 1
            }
            return count
        }
    }

    func withSettings<Value>(_ body: (inout [PlayerNumber: NotificationSettings]) -> Value) -> Value {
        state.withLock { body(&$0.settings) }
    }
}
