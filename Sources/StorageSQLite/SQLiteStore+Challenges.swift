public import LaurelDomain
public import LaurelStorage

extension SQLiteStore {
    public func pendingChallenges() throws(StoreError) -> [Challenge] {
        try read { connection throws(StoreError) in try ChallengeTable.pending(on: connection) }
    }

    public func challenges(issuedAfter moment: Timestamp) throws(StoreError) -> [Challenge] {
        try read { connection throws(StoreError) in try ChallengeTable.issued(after: moment, on: connection) }
    }

    public func lastChallenge() throws(StoreError) -> UInt32 {
        try read { connection throws(StoreError) in
            UInt32(clamping: try connection.integer("SELECT last FROM challenge_numbers") ?? 0)
        }
    }

    public func challengeMutes() throws(StoreError) -> [ChallengeMute] {
        try read { connection throws(StoreError) in try ChallengeMuteTable.mutes(of: nil, on: connection) }
    }

    public func challenges(
        completedBy row: JournalSequence, of player: PlayerNumber, _ subject: ChallengeSubject,
        _ environment: Environment
    ) throws(StoreError) -> [ChallengeSettlement] {
        try read { connection throws(StoreError) in
            try ChallengeTable.settlements(by: row, of: player, subject, environment, on: connection)
        }
    }

    public func scoreReplay(_ place: ScoreReplayPlace, value: Int64) throws(StoreError) -> Blob? {
        try read { connection throws(StoreError) in
            guard let replay = try ScoreReplayTable.last(at: place, value: value, on: connection),
                let bytes = try BlobTable.bytes(replay.digest, on: connection)
            else { return nil }
            return Blob(digest: replay.digest, bytes: bytes)
        }
    }
}

extension SQLiteDirectory {
    public func challenge(_ number: ChallengeNumber) async throws(StoreError) -> ChallengeRecord? {
        try await read { connection throws(StoreError) in try ChallengeTable.record(number, on: connection) }
    }

    public func challenges(_ numbers: [ChallengeNumber]) async throws(StoreError) -> [ChallengeRecord] {
        try await read { connection throws(StoreError) in
            var records: [ChallengeRecord] = []
            for number in Set(numbers).sorted() {
                if let record = try ChallengeTable.record(number, on: connection) { records.append(record) }
            }
            return records
        }
    }

    public func challenges(_ query: ChallengeQuery) async throws(StoreError) -> [ChallengeRecord] {
        try await read { connection throws(StoreError) in try ChallengeTable.records(query, on: connection) }
    }

    public func deleteChallenges(settledBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            let delete = try connection.prepare(
                """
                DELETE FROM challenges WHERE number IN (
                    SELECT number FROM challenges WHERE settled < ? ORDER BY settled, number LIMIT ?)
                """)
            delete.bind(1, moment.milliseconds)
            delete.bind(2, Int64(max(0, limit)))
            try delete.run()
            return connection.changedRows
        }
    }

    public func mutes(of player: PlayerNumber) async throws(StoreError) -> [ChallengeMute] {
        try await read { connection throws(StoreError) in
            try ChallengeMuteTable.mutes(of: player, on: connection)
        }
    }
}

extension SQLiteStore {
    /// Whether two players are friends now: for the journal's writer, which may block.
    public func areFriends(_ player: PlayerNumber, _ other: PlayerNumber) throws(StoreError) -> Bool {
        try read { connection throws(StoreError) in
            let select = try connection.prepare("SELECT 1 FROM friendships WHERE player = ? AND friend = ?")
            defer { select.reset() }
            select.bind(1, Int64(player.rawValue))
            select.bind(2, Int64(other.rawValue))
            return try select.step()
        }
    }
}
