import LaurelDomain
import LaurelStorage

/// The queue of mails as rows of SQL. Insert inside the transaction that a mail tells of.
enum MailTable {
    /// Stored in `state`.
    private enum State {
        static let waiting = 0
        static let taken = 1
        /// Sent, or not to be sent at all; `due` is when.
        static let done = 2
    }

    /// Queues a mail, unless so many went to the address, or so many wait, that this one is too many.
    /// - Returns: whether it was queued.
    @discardableResult
    static func insert(
        _ kind: MailKind, _ subject: String, to address: MailAddress, _ language: MailLanguage,
        of player: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        guard try mayInsert(kind, to: address, of: player, at: now, on: connection) else { return false }
        try connection.run(
            .insert(
                into: "mails",
                [
                    "player": player, "address": address, "address_key": address.key, "language": language,
                    "kind": kind, "subject": subject, "created": now, "expires": now.advanced(by: kind.lifetime),
                    "due": now, "attempts": 0, "state": State.waiting,
                ]))
        return true
    }

    private static func mayInsert(
        _ kind: MailKind, to address: MailAddress, of player: PlayerNumber, at now: Timestamp,
        on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let since = now.advanced(by: -MailLimits.window)
        let kinds: [MailKind] = try connection.values(
            "SELECT kind FROM mails WHERE address_key = \(address.key) AND created > \(since)")
        guard kinds.count < MailLimits.perAddress else { return false }
        if kind.linkLifetime != nil {
            let asked = kinds.filter { $0.linkLifetime != nil }
            guard asked.count < MailLimits.askedPerAddress else { return false }
        }
        if kind == .confirmation {
            let own = try connection.number(
                """
                SELECT count(*) FROM mails
                WHERE player = \(player) AND created > \(since) AND kind = \(MailKind.confirmation)
                """)
            guard own < MailLimits.confirmationsPerPlayer else { return false }
        }
        // One seek: the row after so many.
        return try !connection.has(
            "SELECT 1 FROM mails WHERE state = \(State.waiting) LIMIT 1 OFFSET \(MailLimits.waiting - 1)")
    }

    /// Tells a player of something, if they have a confirmed address.
    static func tell(
        _ kind: MailKind, _ subject: String, to player: PlayerNumber, at now: Timestamp,
        on connection: any SQLConnection
    ) throws(StoreError) {
        guard let record = try MailAddressTable.record(of: player, on: connection), let address = record.confirmed
        else { return }
        try insert(kind, subject, to: address, record.language, of: player, at: now, on: connection)
    }

    // MARK: Sending

    static func take(
        due now: Timestamp, limit: Int, total: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [Mail] {
        let since = now.advanced(by: -MailLimits.window)
        let takenCount = try connection.number("SELECT count(*) FROM mails WHERE state = \(State.taken)")
        let doneCount = try connection.number(
            "SELECT count(*) FROM mails WHERE state = \(State.done) AND due > \(since)")
        let room = min(limit, total - takenCount - doneCount)
        guard room > 0 else { return [] }
        let mails = try connection.rows(
            """
            SELECT id, alias, address, language, kind, subject, mails.created, expires, attempts
            FROM mails JOIN players ON players.number = mails.player
            WHERE state = \(State.waiting) AND due <= \(now) ORDER BY due, id LIMIT \(room)
            """
        ) { row throws(StoreError) in
            Mail(
                id: try row["id"], alias: try row["alias"], address: try row["address"],
                language: try row["language"], kind: try row["kind"], subject: try row["subject"],
                created: try row["created"], expires: try row["expires"], attempts: try row["attempts"])
        }
        for mail in mails { try connection.run("UPDATE mails SET state = \(State.taken) WHERE id = \(mail.id)") }
        return mails
    }

    static func finish(_ id: MailID, at now: Timestamp, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("UPDATE mails SET state = \(State.done), due = \(now) WHERE id = \(id)")
    }

    static func postpone(
        _ id: MailID, to moment: Timestamp, attempts: Int, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE mails SET state = \(State.waiting), due = \(moment), attempts = \(attempts) WHERE id = \(id)
            """)
    }

    static func recover(on connection: any SQLConnection) throws(StoreError) {
        try connection.run("UPDATE mails SET state = \(State.waiting) WHERE state = \(State.taken)")
    }

    static func next(on connection: any SQLConnection) throws(StoreError) -> Timestamp? {
        try connection.value("SELECT due FROM mails WHERE state = \(State.waiting) ORDER BY due, id LIMIT 1")
    }

    /// What waits longer than any mail is good for, waits on a server that sends none.
    static func tidy(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws(StoreError) {
        let counted = now.advanced(by: -MailLimits.window)
        let old = now.advanced(by: -MailKind.accountChange.lifetime)
        for (state, moment) in [(State.done, counted), (State.waiting, old)] {
            try connection.run(
                """
                DELETE FROM mails WHERE id IN (
                    SELECT id FROM mails WHERE state = \(state) AND due < \(moment)
                    ORDER BY due, id LIMIT \(SQLPage.limit(limit)))
                """)
        }
    }
}
