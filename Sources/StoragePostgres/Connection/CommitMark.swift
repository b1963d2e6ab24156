import LaurelStorage
import LaurelStorageSQL

/// A row that a transaction writes last, so that it can be told afterwards whether it was committed.
///
/// Its key is used once. In case of doubt the same key is written as a fence, by somebody else: if that succeeds, the
/// transaction was not committed, and never will be, even if the server has yet to read it from the network. Otherwise
/// the row that is there says which of both it is.
struct CommitMark: Hashable, Sendable {
    /// A connection's, drawn by chance. A sequence would give numbers out again: PostgreSQL logs one ahead, and a
    /// standby that is promoted without that record counts from before it. Then a row of another connection would be
    /// taken for this transaction's, and a change that is lost for one that was committed.
    let line: Int64
    var turn: Int64 = 0

    var insertion: SQL { row(isFence: false) }
    var fence: SQL { row(isFence: true) }

    private func row(isFence: Bool) -> SQL {
        "INSERT INTO commit_marks (line, turn, is_fence) VALUES (\(line), \(turn), \(isFence))"
    }

    /// Nil: there is no such row.
    func isFence(on connection: PostgresConnection) throws(StoreError) -> Bool? {
        var isFence: Bool?
        try connection.each("SELECT is_fence FROM commit_marks WHERE line = \(line) AND turn = \(turn)") {
            row throws(StoreError) in
            isFence = try row["is_fence"]
            return false
        }
        return isFence
    }

    /// Those before it are settled.
    var removalOfOlder: SQL { "DELETE FROM commit_marks WHERE line = \(line) AND turn < \(turn)" }

    /// Of a connection that is no more: see ``PostgresPool/takeSettledLines()``.
    static func removal(ofLine line: Int64) -> SQL { "DELETE FROM commit_marks WHERE line = \(line)" }
}
