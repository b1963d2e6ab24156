public import LaurelDomain
public import Storage

/// Notices as rows of SQL. Insert inside the transaction that they tell of.
enum NoticeTable {
    private static let columns = "id, player, kind, app, environment, about, subject, details, created, is_read"

    static func insert(_ notice: NewNotice, on connection: SQLiteConnection) throws(StoreError) {
        let insert = try connection.prepare(
            """
            INSERT INTO notices (player, kind, app, environment, about, subject, details, created, is_read)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)
            """)
        insert.bind(1, Int64(notice.player.rawValue))
        insert.bind(2, Int64(notice.kind.rawValue))
        insert.bind(3, notice.app.map { Int64($0.rawValue) })
        insert.bind(4, notice.environment.map { Int64($0.rawValue) })
        insert.bind(5, notice.about.map { Int64($0.rawValue) })
        insert.bind(6, notice.subject)
        insert.bind(7, notice.details)
        insert.bind(8, notice.created.milliseconds)
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

    /// The row under a statement that selects ``columns``.
    static func notice(_ row: SQLiteStatement) throws(StoreError) -> Notice {
        guard let player = UInt32(exactly: row.integer(1)),
            let kind = UInt8(exactly: row.integer(2)).flatMap(NoticeKind.init(rawValue:))
        else { throw .broken(reason: "notice \(row.integer(0)) is none") }
        return Notice(
            id: NoticeID(row.integer(0)),
            content: NewNotice(
                to: PlayerNumber(player), kind,
                app: row.optionalInteger(3).flatMap { UInt32(exactly: $0) }.map { AppNumber($0) },
                environment: row.optionalInteger(4).flatMap { UInt8(exactly: $0) }.flatMap(Environment.init(rawValue:)),
                about: row.optionalInteger(5).flatMap { UInt32(exactly: $0) }.map { PlayerNumber($0) },
                subject: row.text(6), details: row.text(7), created: Timestamp(clamping: row.integer(8))),
            isRead: row.integer(9) != 0)
    }
}

extension SQLiteDirectory {
    public func notices(after id: NoticeID, limit: Int) async throws(StoreError) -> [Notice] {
        try await read { connection throws(StoreError) in
            try NoticeTable.notices(after: id, limit: limit, on: connection)
        }
    }

    public func lastNotice() async throws(StoreError) -> NoticeID {
        try await read { connection throws(StoreError) in
            NoticeID(try connection.integer("SELECT max(id) FROM notices") ?? 0)
        }
    }
}
