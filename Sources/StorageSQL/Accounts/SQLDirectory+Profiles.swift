public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func profiles(_ players: [PlayerNumber]) async throws(StoreError) -> [PlayerNumber: ProfileRecord] {
        try await read { connection throws(StoreError) in
            var found: [PlayerNumber: ProfileRecord] = [:]
            for player in Set(players) {
                if let record = try ProfileTable.record(of: player, on: connection) {
                    found[player] = record
                } else if try PlayerTable.player(player, on: connection) != nil {
                    found[player] = ProfileRecord()
                }
            }
            return found
        }
    }

    public func profiles(
        after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [(player: PlayerNumber, profile: Profile)] {
        try await read { connection throws(StoreError) in
            try ProfileTable.profiles(after: player, limit: limit, on: connection)
        }
    }

    public func updateProfile(
        of number: PlayerNumber, alias: Alias?, _ change: @escaping @Sendable (inout ProfileRecord) -> Bool
    ) async throws(StoreError) -> ProfileUpdate {
        try await write { connection throws(StoreError) in
            guard var player = try PlayerTable.player(number, on: connection) else { return .unknownPlayer }
            var record = try ProfileTable.record(of: number, on: connection) ?? ProfileRecord()
            let photo = record.photo
            let old = record
            guard change(&record) else { return .refused(old) }
            record.photo = photo
            if let alias {
                guard try ProfileTable.isFree(alias, for: number, on: connection) else { return .aliasTaken }
                player.alias = alias
                player.displayName = alias.text
                try PlayerTable.setAlias(alias, of: number, on: connection)
                try ProfileTable.setSkeleton(alias, of: number, on: connection)
            }
            try ProfileTable.write(record, of: number, on: connection)
            return .updated(player, record)
        }
    }

    public func setPhoto(
        _ photo: (small: Blob, normal: Blob)?, of player: PlayerNumber
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.player(player, on: connection) != nil else { return false }
            try ProfileTable.setPhoto(photo, of: player, on: connection)
            return true
        }
    }

    public func isPhoto(_ digest: BlobDigest) async throws(StoreError) -> Bool {
        try await read { connection throws(StoreError) in
            try connection.has(
                """
                SELECT 1 FROM profiles WHERE photo_small = \(digest)
                UNION ALL SELECT 1 FROM profiles WHERE photo_normal = \(digest) LIMIT 1
                """)
        }
    }

    public func players(
        aliasKeyPrefix: String, after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [Player] {
        try await read { connection throws(StoreError) in
            // By number: a prefix that few have costs a walk over all, which an operator can wait for.
            try connection.rows(
                """
                SELECT \(PlayerTable.columns) FROM players
                WHERE number > \(player?.rawValue ?? 0)
                    AND substr(alias_key, 1, length(\(aliasKeyPrefix))) = \(aliasKeyPrefix)
                ORDER BY number LIMIT \(SQLPage.limit(limit))
                """, PlayerTable.row)
        }
    }

    public func player(aliasSkeleton: String) async throws(StoreError) -> PlayerNumber? {
        try await read { connection throws(StoreError) in
            try ProfileTable.holder(ofSkeleton: aliasSkeleton, on: connection)
        }
    }
}
