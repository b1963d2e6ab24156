public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func noteGuesses(
        _ counts: [GuessCount], forgetting digests: [SecretDigest]
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            for digest in digests { try GuessTable.delete(digest, on: connection) }
            for count in counts { try GuessTable.insert(count, on: connection) }
        }
    }

    public func guesses(at now: Timestamp, limit: Int) async throws(StoreError) -> [GuessCount] {
        try await read { connection throws(StoreError) in
            try GuessTable.counts(at: now, limit: limit, on: connection)
        }
    }

    public func tidyGuesses(at now: Timestamp, limit: Int) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try GuessTable.tidy(at: now, limit: limit, on: connection)
        }
    }
}
