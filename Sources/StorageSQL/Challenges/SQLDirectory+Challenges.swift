public import LaurelDomain
public import LaurelStorage

extension SQLDatabase {
    public func pendingChallenges() throws(StoreError) -> [Challenge] {
        try read { connection throws(StoreError) in try ChallengeTable.pending(on: connection) }
    }

    public func challenges(issuedAfter moment: Timestamp) throws(StoreError) -> [Challenge] {
        try read { connection throws(StoreError) in try ChallengeTable.issued(after: moment, on: connection) }
    }

    public func lastChallenge() throws(StoreError) -> UInt32 {
        try read { connection throws(StoreError) in try connection.value("SELECT last FROM challenge_numbers") ?? 0 }
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

    public func challengeSending(
        _ key: ChallengeKey, by sender: PlayerNumber
    ) throws(StoreError) -> ChallengeSending? {
        try read { connection throws(StoreError) in try ChallengeTable.sending(key, by: sender, on: connection) }
    }

    /// Whether two players are friends now: for the journal's writer, which may block.
    public func areFriends(_ player: PlayerNumber, _ other: PlayerNumber) throws(StoreError) -> Bool {
        try read { connection throws(StoreError) in
            try connection.has("SELECT 1 FROM friendships WHERE player = \(player) AND friend = \(other)")
        }
    }
}

extension SQLDirectory {
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

    public func challengeSending(
        _ key: ChallengeKey, by sender: PlayerNumber
    ) async throws(StoreError) -> ChallengeSending? {
        try await read { connection throws(StoreError) in
            try ChallengeTable.sending(key, by: sender, on: connection)
        }
    }

    public func deleteChallenges(settledBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try connection.run(
                """
                DELETE FROM challenges WHERE number IN (
                    SELECT number FROM challenges WHERE settled < \(moment)
                    ORDER BY settled, number LIMIT \(SQLPage.limit(limit)))
                """)
        }
    }

    public func mutes(of player: PlayerNumber) async throws(StoreError) -> [ChallengeMute] {
        try await read { connection throws(StoreError) in
            try ChallengeMuteTable.mutes(of: player, on: connection)
        }
    }
}
