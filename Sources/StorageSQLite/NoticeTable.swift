import LaurelDomain
import LaurelStorage

/// Notices as rows of SQL. Insert inside the transaction that they tell of.
enum NoticeTable {
    private static let columns =
        "id, player, kind, app, environment, about, subject, details, created, is_read, is_silent"

    static func insert(_ notice: NewNotice, on connection: SQLiteConnection) throws(StoreError) {
        let choices = try NotificationSettingsTable.choices(of: notice.player, on: connection)
        let isSilent = !NotificationSettings(choices: choices).choice(of: notice.kind, in: notice.app).isOn
        let insert = try connection.prepare(
            """
            INSERT INTO notices (player, kind, app, environment, about, subject, details, created, is_read,
                is_silent)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, Int64(notice.player.rawValue))
        insert.bind(2, Int64(notice.kind.rawValue))
        insert.bind(3, notice.app.map { Int64($0.rawValue) })
        insert.bind(4, notice.environment.map { Int64($0.rawValue) })
        insert.bind(5, notice.about.map { Int64($0.rawValue) })
        insert.bind(6, notice.subject)
        insert.bind(7, notice.details)
        insert.bind(8, notice.created.milliseconds)
        insert.bind(9, isSilent)
        insert.bind(10, isSilent)
        try insert.run()
    }

    static func notices(
        after id: NoticeID, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [Notice] {
        let select = try connection.prepare("SELECT \(columns) FROM notices WHERE id > ? ORDER BY id LIMIT ?")
        defer { select.reset() }
        select.bind(1, id.rawValue)
        select.bind(2, Int64(max(0, limit)))
        var notices: [Notice] = []
        while try select.step() { notices.append(try notice(select)) }
        return notices
    }

    static func notices(of player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) -> [Notice] {
        let select = try connection.prepare("SELECT \(columns) FROM notices WHERE player = ? ORDER BY id")
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        var notices: [Notice] = []
        while try select.step() { notices.append(try notice(select)) }
        return notices
    }

    static func notice(_ id: NoticeID, on connection: SQLiteConnection) throws(StoreError) -> Notice? {
        let select = try connection.prepare("SELECT \(columns) FROM notices WHERE id = ?")
        defer { select.reset() }
        select.bind(1, id.rawValue)
        return try select.step() ? try notice(select) : nil
    }

    /// The row under a statement that selects ``columns``.
    static func notice(_ row: SQLiteStatement) throws(StoreError) -> Notice {
        guard let player = UInt32(exactly: row.integer(1)),
            let kind = UInt8(exactly: row.integer(2)).flatMap(NoticeKind.init(rawValue:))
        else { throw .broken(reason: "notice \(row.integer(0)) is invalid") }
        return Notice(
            id: NoticeID(row.integer(0)),
            content: NewNotice(
                to: PlayerNumber(player), kind,
                app: row.optionalInteger(3).flatMap { UInt32(exactly: $0) }.map { AppNumber($0) },
                environment: row.optionalInteger(4).flatMap { UInt8(exactly: $0) }.flatMap(Environment.init(rawValue:)),
                about: row.optionalInteger(5).flatMap { UInt32(exactly: $0) }.map { PlayerNumber($0) },
                subject: row.text(6), details: row.text(7), created: Timestamp(clamping: row.integer(8))),
            isRead: row.integer(9) != 0, isSilent: row.integer(10) != 0)
    }

    // MARK: One player's

    /// A condition, and what binds its parameters from the third on: the first is the player, the second a place.
    private static func sight(_ binding: Binding) -> (sql: String, bind: (SQLiteStatement) -> Void) {
        switch binding {
        case .firstParty: return ("", { _ in })
        case .game(let app, let environment):
            return (
                " AND app = ?3 AND environment = ?4",
                { statement in
                    statement.bind(3, Int64(app.rawValue))
                    statement.bind(4, Int64(environment.rawValue))
                }
            )
        }
    }

    private static func select(
        _ condition: String, _ order: String, of player: PlayerNumber, seenBy binding: Binding, place: NoticeID,
        limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [Notice] {
        let sight = sight(binding)
        let select = try connection.prepare(
            """
            SELECT \(columns) FROM notices WHERE player = ?1 AND \(condition)\(sight.sql)
            ORDER BY id \(order) LIMIT ?5
            """
        )
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        select.bind(2, place.rawValue)
        sight.bind(select)
        select.bind(5, Int64(max(0, limit)))
        var notices: [Notice] = []
        while try select.step() { notices.append(try notice(select)) }
        return notices
    }

    static func inbox(
        of player: PlayerNumber, seenBy binding: Binding, before id: NoticeID?, limit: Int,
        on connection: SQLiteConnection
    ) throws(StoreError) -> [Notice] {
        try select(
            "id < ?2", "DESC", of: player, seenBy: binding, place: id ?? NoticeID(.max), limit: limit, on: connection)
    }

    static func notices(
        of player: PlayerNumber, seenBy binding: Binding, after id: NoticeID, limit: Int,
        on connection: SQLiteConnection
    ) throws(StoreError) -> [Notice] {
        try select(
            "id > ?2 AND is_silent = 0", "ASC", of: player, seenBy: binding, place: id, limit: limit, on: connection)
    }

    static func unreadCount(
        of player: PlayerNumber, seenBy binding: Binding, on connection: SQLiteConnection
    ) throws(StoreError) -> Int {
        let sight = sight(binding)
        let select = try connection.prepare(
            "SELECT count(*) FROM notices WHERE player = ?1 AND id > ?2 AND is_read = 0\(sight.sql)")
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        select.bind(2, 0)
        sight.bind(select)
        return try select.step() ? Int(clamping: select.integer(0)) : 0
    }

    static func markRead(
        _ selection: NoticeSelection, of player: PlayerNumber, seenBy binding: Binding, on connection: SQLiteConnection
    ) throws(StoreError) -> Int {
        let (comparison, place) =
            switch selection {
            case .one(let id): ("id = ?2", id)
            case .upTo(let id): ("id <= ?2", id)
            }
        let sight = sight(binding)
        let update = try connection.prepare(
            "UPDATE notices SET is_read = 1 WHERE player = ?1 AND is_read = 0 AND \(comparison)\(sight.sql)")
        update.bind(1, Int64(player.rawValue))
        update.bind(2, place.rawValue)
        sight.bind(update)
        try update.run()
        return connection.changedRows
    }

    static func delete(
        _ id: NoticeID, of player: PlayerNumber, seenBy binding: Binding, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let sight = sight(binding)
        let delete = try connection.prepare("DELETE FROM notices WHERE player = ?1 AND id = ?2\(sight.sql)")
        delete.bind(1, Int64(player.rawValue))
        delete.bind(2, id.rawValue)
        sight.bind(delete)
        try delete.run()
        return connection.changedRows == 1
    }

    static func trim(_ player: PlayerNumber, to count: Int, on connection: SQLiteConnection) throws(StoreError) {
        let delete = try connection.prepare(
            """
            DELETE FROM notices WHERE player = ?1 AND id <= (
                SELECT id FROM notices WHERE player = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """)
        delete.bind(1, Int64(player.rawValue))
        delete.bind(2, Int64(max(0, count)))
        try delete.run()
    }

    /// Ids follow the order of creation, so the oldest are the first ones and no index is needed.
    static func delete(
        createdBefore moment: Timestamp, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> Int {
        let delete = try connection.prepare(
            """
            DELETE FROM notices WHERE id IN (
                SELECT id FROM (SELECT id, created FROM notices ORDER BY id LIMIT ?2) WHERE created < ?1)
            """)
        delete.bind(1, moment.milliseconds)
        delete.bind(2, Int64(max(0, limit)))
        try delete.run()
        return connection.changedRows
    }
}
