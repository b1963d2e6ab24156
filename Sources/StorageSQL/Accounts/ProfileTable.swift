import LaurelDomain
import LaurelStorage

/// Profiles and the looks of aliases as rows of SQL.
enum ProfileTable {
    private static let columns: SQL = """
        player, real_name, status, audience, is_findable, takes_requests, birth_year, forbids_strangers,
        forbids_messages, guardian_hash, photo_small, photo_normal, alias_changes_paid
        """

    /// - Returns: nil when nothing was ever written.
    static func record(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> ProfileRecord? {
        try connection.first("SELECT \(columns) FROM profiles WHERE player = \(player)", record)
    }

    static func profiles(
        after player: PlayerNumber?, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [(player: PlayerNumber, profile: Profile)] {
        try connection.rows(
            """
            SELECT \(columns) FROM profiles WHERE player > \(SQLPage.after(player))
            ORDER BY player LIMIT \(SQLPage.limit(limit))
            """
        ) { row throws(StoreError) -> (player: PlayerNumber, profile: Profile) in
            (try row["player"], try record(row).profile)
        }
    }

    private static func record(_ row: SQLRow) throws(StoreError) -> ProfileRecord {
        let guardian: String? = try row["guardian_hash"]
        let profile = Profile(
            realName: try row["real_name"], status: try row["status"],
            privacy: Privacy(
                audience: try row["audience"], isFindable: try row["is_findable"],
                takesRequests: try row["takes_requests"]),
            restrictions: Restrictions(
                birthYear: try row["birth_year"], forbidsStrangers: try row["forbids_strangers"],
                forbidsMessages: try row["forbids_messages"], hasGuardian: guardian != nil))
        var record = ProfileRecord(
            profile: profile, guardianHash: guardian, aliasChangesPaid: try row["alias_changes_paid"])
        let (small, normal): (BlobDigest?, BlobDigest?) = (try row["photo_small"], try row["photo_normal"])
        if let small, let normal { record.photo = ProfileRecord.Photo(small: small, normal: normal) }
        return record
    }

    static func write(
        _ record: ProfileRecord, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        let (profile, restrictions) = (record.profile, record.profile.restrictions)
        try connection.run(
            .insert(
                into: "profiles",
                [
                    "player": player, "real_name": profile.realName, "status": profile.status,
                    "audience": profile.privacy.audience, "is_findable": profile.privacy.isFindable,
                    "takes_requests": profile.privacy.takesRequests, "birth_year": restrictions.birthYear,
                    "forbids_strangers": restrictions.forbidsStrangers,
                    "forbids_messages": restrictions.forbidsMessages, "guardian_hash": record.guardianHash,
                    "photo_small": record.photo?.small, "photo_normal": record.photo?.normal,
                    "alias_changes_paid": record.aliasChangesPaid,
                ], ifThere: .takesOver(key: ["player"])))
    }

    static func setPhoto(
        _ photo: (small: Blob, normal: Blob)?, of player: PlayerNumber, on connection: any SQLConnection
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
        ofSkeleton skeleton: String, on connection: any SQLConnection
    ) throws(StoreError) -> PlayerNumber? {
        try connection.value("SELECT player FROM alias_skeletons WHERE skeleton = \(skeleton) ORDER BY player LIMIT 1")
    }

    /// Whether a player may have this alias, and its look.
    /// - Parameter player: whose own alias is no obstacle; nil: a new one.
    static func isFree(
        _ alias: Alias, for player: PlayerNumber?, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let holder = try PlayerTable.player(aliasKey: alias.key, on: connection)?.number
        let twin = try Self.holder(ofSkeleton: alias.skeleton, on: connection)
        return [holder, twin].allSatisfy { $0 == nil || $0 == player }
    }

    /// In place of the one that the player had.
    static func setSkeleton(
        _ alias: Alias, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("DELETE FROM alias_skeletons WHERE player = \(player)")
        try connection.run(.insert(into: "alias_skeletons", ["skeleton": alias.skeleton, "player": player]))
    }
}
