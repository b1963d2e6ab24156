import LaurelDomain
import LaurelStorage

/// Profiles and the looks of aliases as rows of SQL.
enum ProfileTable {
    private static let columns = """
        player, real_name, status, audience, is_findable, takes_requests, birth_year, forbids_strangers,
        forbids_messages, guardian_hash, photo_small, photo_normal, alias_changes_paid
        """

    /// - Returns: nil when nothing was ever written.
    static func record(of player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) -> ProfileRecord? {
        let select = try connection.prepare("SELECT \(columns) FROM profiles WHERE player = ?")
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        return try select.step() ? try record(select) : nil
    }

    static func profiles(
        after player: PlayerNumber?, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [(player: PlayerNumber, profile: Profile)] {
        let select = try connection.prepare(
            "SELECT \(columns) FROM profiles WHERE player > ? ORDER BY player LIMIT ?")
        defer { select.reset() }
        select.bind(1, player.map { Int64($0.rawValue) } ?? -1)
        select.bind(2, Int64(max(0, limit)))
        var rows: [(player: PlayerNumber, profile: Profile)] = []
        while try select.step() { rows.append((try select.player(0), try record(select).profile)) }
        return rows
    }

    private static func record(_ row: SQLiteStatement) throws(StoreError) -> ProfileRecord {
        guard let audience = UInt8(exactly: row.integer(3)).flatMap(Privacy.Audience.init(rawValue:)) else {
            throw .broken(reason: "the profile of player \(row.integer(0)) is invalid")
        }
        let guardian = row.optionalText(9)
        let small = row.isNull(10) ? nil : BlobDigest(row.blob(10))
        let normal = row.isNull(11) ? nil : BlobDigest(row.blob(11))
        let profile = Profile(
            realName: row.optionalText(1), status: row.optionalText(2),
            privacy: Privacy(
                audience: audience, isFindable: row.integer(4) != 0, takesRequests: row.integer(5) != 0),
            restrictions: Restrictions(
                birthYear: row.optionalInteger(6).map { Int(truncatingIfNeeded: $0) },
                forbidsStrangers: row.integer(7) != 0, forbidsMessages: row.integer(8) != 0,
                hasGuardian: guardian != nil))
        var record = ProfileRecord(
            profile: profile, guardianHash: guardian, aliasChangesPaid: Timestamp(clamping: row.integer(12)))
        if let small, let normal { record.photo = ProfileRecord.Photo(small: small, normal: normal) }
        return record
    }

    static func write(
        _ record: ProfileRecord, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        let upsert = try connection.prepare(
            "INSERT OR REPLACE INTO profiles (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let (profile, restrictions) = (record.profile, record.profile.restrictions)
        upsert.bind(1, Int64(player.rawValue))
        upsert.bind(2, profile.realName)
        upsert.bind(3, profile.status)
        upsert.bind(4, Int64(profile.privacy.audience.rawValue))
        upsert.bind(5, profile.privacy.isFindable)
        upsert.bind(6, profile.privacy.takesRequests)
        upsert.bind(7, restrictions.birthYear.map { Int64($0) })
        upsert.bind(8, restrictions.forbidsStrangers)
        upsert.bind(9, restrictions.forbidsMessages)
        upsert.bind(10, record.guardianHash)
        if let photo = record.photo {
            upsert.bind(11, blob: photo.small.bytes)
            upsert.bind(12, blob: photo.normal.bytes)
        } else {
            upsert.bindNull(11)
            upsert.bindNull(12)
        }
        upsert.bind(13, record.aliasChangesPaid.milliseconds)
        try upsert.run()
    }

    static func setPhoto(
        _ photo: (small: Blob, normal: Blob)?, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        var record = try record(of: player, on: connection) ?? ProfileRecord()
        if let photo {
            try BlobTable.retain(photo.small, on: connection)
            try BlobTable.retain(photo.normal, on: connection)
        }
        if let old = record.photo {
            try BlobTable.release(old.small, on: connection)
            try BlobTable.release(old.normal, on: connection)
        }
        record.photo = photo.map { ProfileRecord.Photo(small: $0.small.digest, normal: $0.normal.digest) }
        try write(record, of: player, on: connection)
    }

    // MARK: Looks of aliases

    /// The first of them: aliases that are older than a rule may look alike.
    static func holder(
        ofSkeleton skeleton: String, on connection: SQLiteConnection
    ) throws(StoreError) -> PlayerNumber? {
        let select = try connection.prepare(
            "SELECT player FROM alias_skeletons WHERE skeleton = ? ORDER BY player LIMIT 1")
        defer { select.reset() }
        select.bind(1, skeleton)
        return try select.step() ? try select.player(0) : nil
    }

    /// In place of the one that the player had.
    static func setSkeleton(
        _ alias: Alias, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM alias_skeletons WHERE player = ?")
        delete.bind(1, Int64(player.rawValue))
        try delete.run()
        let insert = try connection.prepare("INSERT INTO alias_skeletons (skeleton, player) VALUES (?, ?)")
        insert.bind(1, alias.skeleton)
        insert.bind(2, Int64(player.rawValue))
        try insert.run()
    }
}
