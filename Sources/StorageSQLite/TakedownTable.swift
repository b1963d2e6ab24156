import LaurelDomain
import LaurelStorage

/// What a moderator takes away of a player's, as changes of rows. To be called inside the transaction that tells of it.
enum TakedownTable {
    /// - Parameter evidence: what was reported; what is not of it stays.
    static func takeDown(
        _ content: TakenDown, of player: PlayerNumber, reported evidence: Set<String>, on connection: SQLiteConnection
    ) throws(StoreError) -> TakedownOutcome {
        guard let known = try PlayerTable.player(player, on: connection) else { return .nothingThere }
        let record = try ProfileTable.record(of: player, on: connection)
        var hasChanged = false
        switch content {
        case .name(let alias):
            let real = record?.profile.realName
            guard ReportedName.stands(alias: known.alias.text, realName: real, in: evidence) else {
                return .nothingThere
            }
            return try rename(player, alias, on: connection)
        case .photo:
            hasChanged = record?.photo.map { evidence.contains($0.normal.text) } ?? false
            if hasChanged { try ProfileTable.setPhoto(nil, of: player, on: connection) }
        case .status:
            hasChanged = record?.profile.status.map { evidence.contains($0) } ?? false
            if hasChanged {
                _ = try run("UPDATE profiles SET status = NULL WHERE player = ?", player, on: connection)
            }
        case .requestMessages:
            for message in evidence where !message.isEmpty {
                let isEmptied = try empty(requestMessage: message, of: player, on: connection)
                hasChanged = hasChanged || isEmptied
            }
        case .challengeMessage(let number):
            hasChanged = try run(
                """
                UPDATE challenges SET message = '' WHERE sender = ?1 AND message <> ''
                AND message = (SELECT message FROM challenges WHERE number = ?2 AND sender = ?1)
                """, player, Int64(number.rawValue), on: connection)
        }
        return hasChanged ? .done : .nothingThere
    }

    private static func rename(
        _ player: PlayerNumber, _ alias: Alias, on connection: SQLiteConnection
    ) throws(StoreError) -> TakedownOutcome {
        let holder = try PlayerTable.player(aliasKey: alias.key, on: connection)?.number ?? player
        let twin = try ProfileTable.holder(ofSkeleton: alias.skeleton, on: connection) ?? player
        guard holder == player, twin == player else { return .aliasTaken }
        try PlayerTable.setAlias(alias, of: player, on: connection)
        try ProfileTable.setSkeleton(alias, of: player, on: connection)
        _ = try run("UPDATE profiles SET real_name = NULL WHERE player = ?", player, on: connection)
        return .done
    }

    private static func empty(
        requestMessage message: String, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let update = try connection.prepare("UPDATE friend_requests SET message = '' WHERE sender = ? AND message = ?")
        update.bind(1, Int64(player.rawValue))
        update.bind(2, message)
        try update.run()
        return connection.changedRows > 0
    }

    /// - Returns: whether any row changed.
    private static func run(
        _ sql: String, _ player: PlayerNumber, _ number: Int64? = nil, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let update = try connection.prepare(sql)
        update.bind(1, Int64(player.rawValue))
        if let number { update.bind(2, number) }
        try update.run()
        return connection.changedRows > 0
    }
}

/// Photos that were reported, kept for the moderator until they have decided.
enum ReportPhotoTable {
    /// - Returns: false, with nothing written, when there is no such blob.
    static func keep(
        _ digest: BlobDigest, for review: ReviewID, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        if try isKept(digest, for: review, on: connection) { return true }
        let retain = try connection.prepare("UPDATE blobs SET uses = uses + 1 WHERE digest = ?")
        retain.bind(1, blob: digest.bytes)
        try retain.run()
        guard connection.changedRows == 1 else { return false }
        let insert = try connection.prepare("INSERT INTO report_photos (review, digest) VALUES (?, ?)")
        insert.bind(1, review.rawValue)
        insert.bind(2, blob: digest.bytes)
        try insert.run()
        return true
    }

    static func isThere(_ digest: BlobDigest, on connection: SQLiteConnection) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT 1 FROM blobs WHERE digest = ?")
        defer { select.reset() }
        select.bind(1, blob: digest.bytes)
        return try select.step()
    }

    static func isKept(
        _ digest: BlobDigest, for review: ReviewID, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT 1 FROM report_photos WHERE review = ? AND digest = ?")
        defer { select.reset() }
        select.bind(1, review.rawValue)
        select.bind(2, blob: digest.bytes)
        return try select.step()
    }

    static func letGo(of review: ReviewID, on connection: SQLiteConnection) throws(StoreError) {
        try letGo("review = ?", review.rawValue, on: connection)
    }

    /// Of all items about a player.
    static func letGo(about player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) {
        try letGo(
            "review IN (SELECT id FROM reviews WHERE player = ?)", Int64(player.rawValue), on: connection)
    }

    private static func letGo(
        _ condition: String, _ number: Int64, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM report_photos WHERE \(condition) RETURNING digest")
        delete.bind(1, number)
        var digests: [BlobDigest] = []
        while try delete.step() { if let digest = BlobDigest(delete.blob(0)) { digests.append(digest) } }
        delete.reset()
        for digest in digests { try BlobTable.release(digest, on: connection) }
    }
}
