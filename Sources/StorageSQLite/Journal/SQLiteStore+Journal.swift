public import LaurelDomain
public import LaurelStorage
import LaurelStorageSQL

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
                    try JournalAppending.append(change.rows, writer.salts, to: &writer)
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
            extent.end = writer.streams[last.stream].flatMap { StoreEnd($0) }
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

    public func number(of stream: StreamID) throws(StoreError) -> Int64? {
        try withWriter { writer in writer.streams[stream]?.number }
    }
}

/// The number of a stream is all that the index of score ids needs of an engine.
extension SQLiteStore: ScoreIDIndex {}
