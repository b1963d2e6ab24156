public import LaurelDomain
public import LaurelStorage

/// A store with tables: connections to read and to write with. Calls block.
public protocol SQLDatabase: Sendable {
    associatedtype Connection: SQLConnection

    /// One transaction: all that `body` writes, or nothing; durable on return.
    func change<Result: Sendable>(
        _ body: (Connection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result

    /// Reads beside the writer: `body` sees what was committed when its first statement ran.
    func read<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result

    /// Sees to it that nothing is left of what was deleted.
    /// - Returns: false while somebody reads an older state.
    func scrub() throws(StoreError) -> Bool

    /// The number of a stream in the keys of the journal; nil: it has no row yet.
    func number(of stream: StreamID) throws(StoreError) -> Int64?
}

extension SQLDatabase {
    func changeAny<Result: Sendable>(
        _ body: (any SQLConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try change { connection throws(StoreError) in try body(connection) }
    }

    func readAny<Result>(
        _ body: (any SQLConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try read { connection throws(StoreError) in try body(connection) }
    }
}
