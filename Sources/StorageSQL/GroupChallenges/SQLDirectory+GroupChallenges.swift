public import LaurelDomain
public import LaurelStorage

extension SQLDatabase {
    public func groupChallenges(closedAfter moment: Timestamp) throws(StoreError) -> [GroupChallenge] {
        try read { connection throws(StoreError) in
            try GroupChallengeTable.open(closedAfter: moment, on: connection)
        }
    }

    public func lastGroupChallenge() throws(StoreError) -> UInt32 {
        try read { connection throws(StoreError) in
            try connection.value("SELECT last FROM group_challenge_numbers") ?? 0
        }
    }
}

extension SQLDirectory {
    public func groupChallenge(_ number: GroupChallengeNumber) async throws(StoreError) -> GroupChallengeRecord? {
        try await read { connection throws(StoreError) in
            try connection.snapshot { () throws(StoreError) in
                try GroupChallengeTable.record(number, on: connection)
            }
        }
    }

    public func groupChallenges(_ query: GroupChallengeQuery) async throws(StoreError) -> [GroupChallengeRecord] {
        try await read { connection throws(StoreError) in
            try connection.snapshot { () throws(StoreError) in
                try GroupChallengeTable.records(query, on: connection)
            }
        }
    }

    public func deleteGroupChallenges(closedBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try GroupChallengeTable.delete(closedBefore: moment, limit: limit, on: connection)
        }
    }
}
