public import LaurelStorage

/// A store that a copy has to do with, alone on one connection. Calls block.
public protocol CopyEnd: AnyObject {
    var connection: any SQLConnection { get }

    /// The last number that the engine remembers to have given in a table; 0 of one whose numbers it doesn't keep.
    func lastNumber(of table: SQLSchema.Table) throws(StoreError) -> Int64
}

/// What is copied. Nobody else uses it meanwhile.
public protocol CopySource: CopyEnd {
    /// Other numbers after each change that added no row to the journal, and the same ones while there is none.
    func changes() throws(StoreError) -> [Int64]
}

/// What is copied into: all tables without a row, or what an earlier run has copied. Until ``finish()`` no server
/// starts on it.
public protocol CopyTarget: CopyEnd {
    /// Of what the copy in it is made; nil: it has none.
    var origin: [UInt8]? { get }

    /// Makes the tables, without a row.
    ///
    /// - Parameter origin: what the source is known again by.
    func begin(_ origin: [UInt8]) throws(StoreError)

    /// All rows, or none; durable on return. Their values are in the order of the table's columns.
    func insert(_ rows: [[SQLValue]], into table: SQLSchema.Table) throws(StoreError)

    /// The next number that the engine gives in a table will be greater.
    func setLastNumber(_ number: Int64, of table: SQLSchema.Table) throws(StoreError)

    /// Servers may use it from now on.
    func finish() throws(StoreError)
}
