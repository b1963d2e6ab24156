public import LaurelDomain
public import LaurelStorage

extension SQLiteStore: Journal {
    public func commit(_ change: Change) throws(StoreError) {
        guard let last = change.rows.last else {
            try self.change { connection throws(StoreError) in
                for fact in change.facts { try FactTable.write(fact, on: connection) }
            }
            return
        }
        try withWriter { writer throws(StoreError) in
            let streams = writer.streams
            let numbers = writer.streamNumbers
            do throws(StoreError) {
                let connection = writer.connection
                try connection.transaction { () throws(StoreError) in
                    try JournalTable.append(change.rows, to: &writer)
                    for fact in change.facts { try FactTable.write(fact, on: connection) }
                }
            } catch {
                writer.streams = streams
                writer.streamNumbers = numbers
                noteFailure(error)
                throw error
            }
            var extent = writer.extent
            extent.rows += Int64(change.rows.count)
            extent.time = max(extent.time, last.time)
            reach(extent, &writer)
        }
        noteCommit()
    }

    public func last(of stream: StreamID) throws(StoreError) -> JournalPosition? {
        try withWriter { writer in writer.streams[stream]?.last }
    }

    public func streams() throws(StoreError) -> [StreamID] {
        try withWriter { writer in writer.streamNumbers }
    }

    public func rows(
        after sequence: JournalSequence, of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        guard let number = try number(of: stream) else { return [] }
        return try read { connection throws(StoreError) in
            try JournalTable.rows(after: sequence, of: stream, number: number, limit: limit, on: connection)
        }
    }

    public func rows(
        after sequence: JournalSequence, through end: JournalSequence, on leaderboards: [LeaderboardNumber],
        of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        guard !leaderboards.isEmpty, let number = try number(of: stream) else { return [] }
        return try read { connection throws(StoreError) in
            try JournalTable.rows(
                after: sequence, through: end, on: leaderboards, of: stream, number: number, limit: limit,
                on: connection)
        }
    }

    public func row(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalRow? {
        guard sequence > .start, let number = try number(of: stream) else { return nil }
        return try read { connection throws(StoreError) in
            try JournalTable.row(at: sequence, of: stream, number: number, on: connection)
        }
    }

    public func leaderboards() throws(StoreError) -> LeaderboardRecords {
        try read { connection throws(StoreError) in try LeaderboardTable.all(on: connection) }
    }

    func number(of stream: StreamID) throws(StoreError) -> Int64? {
        try withWriter { writer in writer.streams[stream]?.number }
    }
}
