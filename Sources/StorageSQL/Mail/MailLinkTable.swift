import LaurelDomain
import LaurelStorage

/// The links that mails carry, as rows of SQL. A link is good once, until it expires, while the address is its
/// player's.
enum MailLinkTable {
    struct Link {
        let player: PlayerNumber
        let address: MailAddress
    }

    static func link(
        _ digest: SecretDigest, _ kind: MailKind, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Link? {
        let link = try connection.first(
            """
            SELECT player, address FROM mail_links
            WHERE digest = \(digest) AND kind = \(kind) AND expires > \(now)
            """
        ) { row throws(StoreError) in Link(player: try row["player"], address: try row["address"]) }
        guard let link, try isGood(kind, link.address, of: link.player, on: connection) else { return nil }
        return link
    }

    /// Whether a mail of this kind to this address is of use to the player still.
    static func isGood(
        _ kind: MailKind, _ address: MailAddress, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let record = try MailAddressTable.record(of: player, on: connection)
        return switch kind {
        case .confirmation: record?.pending == address
        case .reset: record?.confirmed == address
        // The old address hears of its end.
        case .signIn, .accountChange: true
        }
    }

    static func insert(
        _ digest: SecretDigest, to mail: MailID, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let found = try connection.first(
            "SELECT player, address, kind, expires FROM mails WHERE id = \(mail)"
        ) { row throws(StoreError) -> (link: Link, kind: MailKind, expires: Timestamp) in
            (Link(player: try row["player"], address: try row["address"]), try row["kind"], try row["expires"])
        }
        guard let (link, kind, expires) = found,
            try isGood(kind, link.address, of: link.player, on: connection)
        else { return false }
        try connection.run(
            .insert(
                into: "mail_links",
                [
                    "digest": digest, "player": link.player, "kind": kind, "address": link.address,
                    "expires": expires,
                ]))
        return true
    }

    static func removeAll(
        of player: PlayerNumber, _ kind: MailKind, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("DELETE FROM mail_links WHERE player = \(player) AND kind = \(kind)")
    }

    static func removeAll(of player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM mail_links WHERE player = \(player)")
    }

    static func tidy(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            DELETE FROM mail_links WHERE digest IN (
                SELECT digest FROM mail_links WHERE expires <= \(now)
                ORDER BY expires LIMIT \(SQLPage.limit(limit)))
            """)
    }
}
