import LaurelDomain
import LaurelStorage
import Synchronization

/// Notices as rows of SQL. Insert inside the transaction that they tell of.
enum NoticeTable {
    private static let columns: SQL =
        "id, player, kind, app, environment, about, subject, details, created, is_read, is_silent"

    /// What depends on the store (whether the receiver wants to be told, and the number) is worked out by the store,
    /// unless it is known.
    static func insert(_ notice: NewNotice, on connection: any SQLConnection) throws(StoreError) {
        if let raising = type(of: connection).dialect.noticeRaising { try connection.run(raising) }
        if try NotificationSettingsTable.choosesNothing(notice.player, on: connection) {
            try connection.run(toldInsertion(of: notice))
        } else {
            try connection.run(insertion(of: notice, type(of: connection).dialect))
        }
        if let number = connection.lastNumber { connection.noticeMemory?.note(notice, NoticeID(number)) }
    }

    /// To a player who is told of everything.
    private static func toldInsertion(of notice: NewNotice) -> SQL {
        .insert(
            into: "notices",
            [
                "player": notice.player, "kind": notice.kind, "app": notice.app, "environment": notice.environment,
                "about": notice.about, "subject": notice.subject, "details": notice.details,
                "created": notice.created, "is_read": false, "is_silent": false,
            ])
    }

    private static func insertion(of notice: NewNotice, _ dialect: SQLDialect) -> SQL {
        let silence = NotificationSettingsTable.silenceValues(of: notice.kind, in: notice.app, for: notice.player)
        let row: [SQLValue] = [
            notice.player.sql, notice.kind.sql, notice.app.sql, notice.environment.sql, notice.about.sql,
            notice.subject.sql, notice.details.sql, notice.created.sql,
        ]
        return insertion(of: notice, silence.count, dialect).with(row + silence + silence)
    }

    private struct Insertion: Hashable {
        let silenceCount: Int
        let isNumbered: Bool
    }

    /// Most notices of a busy server come with turns of matches, and making the text took longer than inserting.
    private static let insertions = Mutex<[Insertion: SQL]>([:])

    /// With the values of this notice, in the order of the columns.
    private static func insertion(of notice: NewNotice, _ silenceCount: Int, _ dialect: SQLDialect) -> SQL {
        let key = Insertion(silenceCount: silenceCount, isNumbered: dialect.noticeRaising != nil)
        return insertions.withLock { insertions in
            if let known = insertions[key] { return known }
            let isSilent = NotificationSettingsTable.isSilent(notice.kind, in: notice.app, for: notice.player)
            var computed: [(name: String, value: SQL)] = [("is_read", isSilent), ("is_silent", isSilent)]
            if key.isNumbered { computed.append(("id", "(\(dialect.lastNotice))")) }
            var sql = SQL.insert(
                into: "notices",
                [
                    "player": notice.player, "kind": notice.kind, "app": notice.app,
                    "environment": notice.environment, "about": notice.about, "subject": notice.subject,
                    "details": notice.details, "created": notice.created,
                ], computed: computed)
            sql.makeText()
            insertions[key] = sql
            return sql
        }
    }

    static func notices(
        after id: NoticeID, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [Notice] {
        try connection.rows(
            "SELECT \(columns) FROM notices WHERE id > \(id) ORDER BY id LIMIT \(SQLPage.limit(limit))", notice)
    }

    static func notices(of player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) -> [Notice] {
        try connection.rows("SELECT \(columns) FROM notices WHERE player = \(player) ORDER BY id", notice)
    }

    static func notice(_ id: NoticeID, on connection: any SQLConnection) throws(StoreError) -> Notice? {
        try connection.first("SELECT \(columns) FROM notices WHERE id = \(id)", notice)
    }

    /// Of a statement that selects ``columns``.
    private static func notice(_ row: SQLRow) throws(StoreError) -> Notice {
        Notice(
            id: try row["id"],
            content: NewNotice(
                to: try row["player"], try row["kind"], app: try row["app"], environment: try row["environment"],
                about: try row["about"], subject: try row["subject"], details: try row["details"],
                created: try row["created"]),
            isRead: try row["is_read"], isSilent: try row["is_silent"])
    }

    // MARK: One player's

    private static func seen(_ player: PlayerNumber, by binding: Binding) -> SQL {
        switch binding {
        case .firstParty: "player = \(player)"
        case .game(let app, let environment):
            "player = \(player) AND app = \(app) AND environment = \(environment)"
        }
    }

    static func inbox(
        of player: PlayerNumber, seenBy binding: Binding, before id: NoticeID?, limit: Int,
        on connection: any SQLConnection
    ) throws(StoreError) -> [Notice] {
        try connection.rows(
            """
            SELECT \(columns) FROM notices WHERE \(seen(player, by: binding)) AND id < \(id ?? NoticeID(.max))
            ORDER BY id DESC LIMIT \(SQLPage.limit(limit))
            """, notice)
    }

    static func notices(
        of player: PlayerNumber, seenBy binding: Binding, after id: NoticeID, limit: Int,
        on connection: any SQLConnection
    ) throws(StoreError) -> [Notice] {
        try connection.rows(
            """
            SELECT \(columns) FROM notices WHERE \(seen(player, by: binding)) AND id > \(id) AND is_silent = 0
            ORDER BY id LIMIT \(SQLPage.limit(limit))
            """, notice)
    }

    static func unreadCount(
        of player: PlayerNumber, seenBy binding: Binding, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        try connection.number("SELECT count(*) FROM notices WHERE \(seen(player, by: binding)) AND is_read = 0")
    }

    static func markRead(
        _ selection: NoticeSelection, of player: PlayerNumber, seenBy binding: Binding,
        on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        let isChosen: SQL =
            switch selection {
            case .one(let id): "id = \(id)"
            case .upTo(let id): "id <= \(id)"
            }
        return try connection.run(
            """
            UPDATE notices SET is_read = 1 WHERE \(seen(player, by: binding)) AND is_read = 0 AND \(isChosen)
                AND kind NOT IN (\(list: NoticeKind.states))
            """)
    }

    /// Those of one subject, whatever their number.
    static func resolve(_ notices: ResolvedNotices, on connection: any SQLConnection) throws(StoreError) {
        guard !type(of: connection).dialect.isRemote else {
            try connection.run(
                "UPDATE notices SET is_read = 1 WHERE \(isUnread(notices)) AND kind IN (\(list: notices.kinds))")
            return
        }
        let open = connection.noticeMemory
        let known = open?.meant(by: notices)
        let ids = if let known { known } else { try find(notices, on: connection) }
        for id in ids {
            // One that is known may be read by now, or gone.
            try connection.run(
                .update(
                    "notices", [("is_read", true.sql)],
                    where: [
                        ("id", id.sql), ("player", notices.player.sql), ("subject", notices.subject.sql),
                        ("is_read", false.sql),
                    ]))
        }
        open?.note(notices)
    }

    /// Of any kind.
    private static func isUnread(_ notices: ResolvedNotices) -> SQL {
        """
        \(seen(notices.player, by: .game(notices.app, notices.environment))) AND is_read = 0
            AND subject = \(notices.subject)
        """
    }

    /// There is one at most, as a rule. SQLite makes a table for a list of kinds, and one for the rows to be changed:
    /// together they took longer than writing the match whose turn has passed on.
    private static func find(
        _ notices: ResolvedNotices, on connection: any SQLConnection
    ) throws(StoreError) -> [NoticeID] {
        let present = try connection.rows("SELECT id, kind FROM notices WHERE \(isUnread(notices))") {
            (row) throws(StoreError) in (id: try row["id"] as NoticeID, kind: try row["kind"] as NoticeKind)
        }
        return present.filter { notices.kinds.contains($0.kind) }.map(\.id)
    }

    /// That somebody wants to be friends.
    static func resolveRequest(
        from sender: PlayerNumber, to receiver: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE notices SET is_read = 1 WHERE \(seen(receiver, by: .firstParty)) AND is_read = 0
                AND kind = \(NoticeKind.friendRequested) AND about = \(sender)
            """)
    }

    static func delete(
        _ id: NoticeID, of player: PlayerNumber, seenBy binding: Binding, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.run("DELETE FROM notices WHERE \(seen(player, by: binding)) AND id = \(id)") == 1
    }

    static func trim(_ player: PlayerNumber, to count: Int, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            DELETE FROM notices WHERE player = \(player) AND id <= (
                SELECT id FROM notices WHERE player = \(player) ORDER BY id DESC LIMIT 1 OFFSET \(max(0, count)))
            """)
    }

    /// Ids follow the order of creation, so the oldest are the first ones and no index is needed.
    static func delete(
        createdBefore moment: Timestamp, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        try connection.run(
            """
            DELETE FROM notices WHERE id IN (
                SELECT id FROM (SELECT id, created FROM notices ORDER BY id LIMIT \(SQLPage.limit(limit))) AS oldest
                WHERE created < \(moment))
            """)
    }
}
