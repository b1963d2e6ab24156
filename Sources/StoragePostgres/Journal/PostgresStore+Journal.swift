public import LaurelDomain
public import LaurelStorage
import LaurelStorageSQL
import Synchronization

extension PostgresStore: Journal {
    /// Measured with a synchronous standby: 128 rows a commit are 67,700 a second at a 99th percentile of 4.4 ms, 1,024
    /// are 80,300 at 88 ms (docs/internals/cluster.md).
    public var batchRowsLimit: Int { 256 }

    public func commit(_ change: Change) throws(StoreError) {
        guard !change.rows.isEmpty else {
            try changing { connection throws(StoreError) in
                let statements = DeferredStatements(on: connection)
                for fact in change.facts { try FactTable.write(fact, on: statements) }
                try statements.send()
            }
            return
        }
        let salts = salts.salts(for: change.rows)
        let ownership = ownership
        try appender.withLock { appender throws(StoreError) in
            do throws(StoreError) {
                try append(change, salts, &appender, under: ownership)
            } catch {
                appender.forgetStreams()
                throw error
            }
        }
    }

    /// What is visible may be on no standby yet. Once something later is committed, it is.
    public func settle() throws(StoreError) {
        let ownership = ownership
        // Of who only reads, the owner's commits see to it.
        guard ownership != .nothing else { return }
        try repeating(under: ownership) { connection throws(StoreError) in try commitMarker(on: connection) }
    }

    /// A batch keeps its salts however often it is sent, so that its rows are known again.
    private func append(
        _ change: Change, _ salts: [JournalDigest], _ appender: inout JournalAppender, under ownership: Ownership?
    ) throws(StoreError) {
        var doubted: JournalBatch?
        var isSecondConflict = false
        do throws(StoreError) {
            let batch = try repeating(under: ownership) { connection throws(StoreError) -> JournalBatch in
                // It may have arrived after all, and be in the way of the next try.
                if let doubted, try isWritten(doubted, under: ownership) { return doubted }
                var hasNewStreams = false
                do throws(StoreError) {
                    let batch = try Self.batch(change.rows, salts, &appender, on: connection)
                    hasNewStreams = !batch.newStreams.isEmpty
                    do throws(StoreError) {
                        try write(batch, change.facts, on: connection, under: ownership)
                    } catch .inDoubt {
                        doubted = batch
                        guard try isWritten(batch, under: ownership) else { throw .unavailable }
                    }
                    return batch
                } catch {
                    appender.forgetStreams()
                    // Others may take the numbers of new streams time and again.
                    if error == .conflict, hasNewStreams || !isSecondConflict {
                        isSecondConflict = true
                        connection.letFailurePass()
                    }
                    throw error
                }
            }
            appender.keep(batch)
        } catch .unavailable where doubted != nil {
            throw .inDoubt
        } catch {
            // The doubted one may have arrived last of all. Refused so, it can't any more.
            let isRefused = error == .conflict || error == .lostOwnership
            guard isRefused, let doubted, try isWritten(doubted, under: ownership) else { throw error }
        }
    }

    private static func batch(
        _ rows: [JournalRow], _ salts: [JournalDigest], _ appender: inout JournalAppender,
        on connection: PostgresConnection
    ) throws(StoreError) -> JournalBatch {
        do throws(StoreError) { return try appender.batch(rows, salts, on: connection) } catch .conflict {
            // Somebody else may have written since the streams' ends were read.
            appender.forgetStreams()
            return try appender.batch(rows, salts, on: connection)
        }
    }

    /// One round trip, since no fact reads; and one more for each ``DeferredStatements/countLimit`` statements.
    private func write(
        _ batch: JournalBatch, _ facts: [Change.Fact], on connection: PostgresConnection, under ownership: Ownership?
    ) throws(StoreError) {
        let begin = PostgresCommand(PostgresConnection.Isolation.readCommitted.statement)
        let streams = batch.newStreams.compactMap { stream in
            batch.ends[stream].map { PostgresCommand(StreamTable.insertion(stream, number: $0.number)) }
        }
        let statements = DeferredStatements(on: connection, behind: [begin] + streams + [batch.insertion])
        for fact in facts { try FactTable.write(fact, on: statements) }
        try connection.finish(statements.waiting, by: stillOwned(ownership))
    }

    /// Settles the doubt about a batch. It is written when its last row is there, with its seal.
    private func isWritten(_ batch: JournalBatch, under began: Ownership?) throws(StoreError) -> Bool {
        try settling(under: began) { connection throws(StoreError) in
            try commitMarker(on: connection)
            var isWritten = false
            try connection.each("SELECT seal FROM journal WHERE position = \(batch.last.position)") {
                row throws(StoreError) in
                isWritten = try row["seal"] == batch.last.seal
                return false
            }
            return isWritten
        }
    }

    public func last(of stream: StreamID) throws(StoreError) -> JournalPosition? {
        guard let number = try number(of: stream) else { return nil }
        return try read { connection throws(StoreError) in
            try JournalTable.last(ofStream: number, on: connection)
        }
    }

    public func streams() throws(StoreError) -> [StreamID] {
        try read { connection throws(StoreError) in try StreamTable.all(on: connection) }
    }
}

extension PostgresStore: ScoreIDIndex {}
