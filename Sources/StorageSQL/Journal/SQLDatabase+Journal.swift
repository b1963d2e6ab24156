public import LaurelDomain
public import LaurelStorage

/// What a journal hands out. Where its streams end is the engine's to know.
extension SQLDatabase where Self: Journal {
    public func rows(
        after sequence: JournalSequence, of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        guard let number = try number(of: stream) else { return [] }
        let known = try last(of: stream)?.sequence ?? .start
        return try read { connection throws(StoreError) in
            try JournalReader(stream, number: number, on: connection).rows(
                after: sequence, limit: limit, known: known)
        }
    }

    public func rows(
        after sequence: JournalSequence, through end: JournalSequence, on leaderboards: [LeaderboardNumber],
        of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        guard !leaderboards.isEmpty, let number = try number(of: stream) else { return [] }
        return try read { connection throws(StoreError) in
            try JournalReader(stream, number: number, on: connection).rows(
                after: sequence, through: end, on: leaderboards, limit: limit)
        }
    }

    public func tail(
        after sequence: JournalSequence, of stream: StreamID, limit: Int
    ) throws(StoreError) -> JournalTail? {
        guard let number = try number(of: stream) else {
            return sequence > .start ? nil : JournalTail(before: .start, rows: [], digest: .start)
        }
        return try read { connection throws(StoreError) in
            try JournalReader(stream, number: number, on: connection).tail(after: sequence, limit: limit)
        }
    }

    public func row(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalRow? {
        try sealedRow(at: sequence, of: stream)?.row
    }

    public func chains(
        from starts: [ChainStart], of stream: StreamID, limit: Int
    ) throws(StoreError) -> [[JournalRow]] {
        guard let number = try number(of: stream) else { return starts.map { _ in [] } }
        return try read { connection throws(StoreError) in
            try JournalReader(stream, number: number, on: connection).chains(from: starts, limit: limit)
        }
    }

    public func digest(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalDigest? {
        try sealedRow(at: sequence, of: stream)?.seal.digest
    }

    private func sealedRow(
        at sequence: JournalSequence, of stream: StreamID
    ) throws(StoreError) -> JournalReader.SealedRow? {
        guard sequence > .start, let number = try number(of: stream) else { return nil }
        return try read { connection throws(StoreError) in
            try JournalReader(stream, number: number, on: connection).row(at: sequence)
        }
    }
}
