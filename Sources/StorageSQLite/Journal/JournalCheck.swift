import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// Reads the journal from end to end: each row is as it was written, and none is missing in between.
struct JournalCheck {
    /// About 5 ms of one processor.
    static let sliceRows = 4_096

    let connection: SQLiteConnection
    /// Called after each slice; false ends the reading.
    var goesOn: () -> Bool = { true }

    /// - Returns: what is wrong with which row; nil: nothing, or it was ended.
    func problem() throws(StoreError) -> String? {
        do throws(StoreError) {
            // An upgrade that was interrupted: the next start goes on with it.
            guard try !JournalSealing.isNeeded(on: connection) else { return nil }
            let streams = try StreamTable.all(on: connection)
            if let problem = try strayRows(streams.count) { return problem }
            for (index, stream) in streams.enumerated() {
                guard try check(stream, Int64(index) + 1) else { return nil }
            }
            return nil
        } catch .damaged(let reason) {
            return reason
        }
    }

    /// Rows of streams that don't exist.
    private func strayRows(_ streams: Int) throws(StoreError) -> String? {
        for (order, comparison) in [("ASC", "<"), ("DESC", ">=")] {
            let select = try connection.statement(
                """
                SELECT position FROM (SELECT position FROM journal ORDER BY position \(order) LIMIT 1)
                    WHERE position \(comparison) ?
                """)
            defer { select.reset() }
            let edge = order == "ASC" ? 1 : Int64(streams) + 1
            select.bind(1, edge << JournalTable.sequenceBits)
            if try select.step() {
                return "a row of the journal belongs to stream "
                    + "\(select.integer(0) >> JournalTable.sequenceBits), which is missing"
            }
        }
        return nil
    }

    private func check(_ stream: StreamID, _ number: Int64) throws(StoreError) -> Bool {
        let reader = JournalReader(stream, number: number, on: connection)
        let known = try JournalTable.last(ofStream: number, on: connection)?.sequence ?? .start
        var checked = JournalSequence.start
        while goesOn() {
            let rows = try reader.rows(after: checked, limit: Self.sliceRows, known: known)
            guard let last = rows.last else { return true }
            checked = last.sequence
        }
        return false
    }
}
