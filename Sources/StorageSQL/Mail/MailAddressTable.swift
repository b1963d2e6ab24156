import LaurelDomain
import LaurelStorage

/// Where players get mail, as rows of SQL.
enum MailAddressTable {
    static func record(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> MailAddressRecord? {
        try connection.first("SELECT address, pending, language FROM mail_addresses WHERE player = \(player)") {
            row throws(StoreError) in
            MailAddressRecord(
                confirmed: try row["address"], pending: try row["pending"], language: try row["language"])
        }
    }

    /// Puts a confirmed or pending address in place of what is there.
    static func put(
        _ record: MailAddressRecord, of player: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "mail_addresses",
                [
                    "player": player, "address": record.confirmed, "address_key": record.confirmed?.key,
                    "pending": record.pending, "pending_since": record.pending.map { _ in now },
                    "language": record.language,
                ], ifThere: .takesOver(key: ["player"])))
    }

    static func remove(of player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM mail_addresses WHERE player = \(player)")
    }

    /// In order of number.
    static func players(
        _ address: MailAddress, on connection: any SQLConnection
    ) throws(StoreError) -> [PlayerNumber] {
        try connection.values(
            """
            SELECT player FROM mail_addresses WHERE address_key = \(address.key)
            ORDER BY player LIMIT \(MailLimits.playersPerAddress)
            """)
    }

    /// Lets go of addresses whose link is dead by now.
    static func tidy(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws(StoreError) {
        let players: [PlayerNumber] = try connection.values(
            """
            SELECT player FROM mail_addresses
            WHERE pending_since IS NOT NULL AND pending_since < \(now.advanced(by: -MailKind.confirmation.lifetime))
            ORDER BY pending_since LIMIT \(SQLPage.limit(limit))
            """)
        for player in players {
            guard var record = try record(of: player, on: connection) else { continue }
            record.pending = nil
            if record.confirmed == nil {
                try remove(of: player, on: connection)
            } else {
                try put(record, of: player, at: now, on: connection)
            }
        }
    }
}
