import LaurelStorage

/// What a driver hands out of the row it stands at. Columns count from 0.
public protocol SQLCells: AnyObject {
    /// Of the column with this name; nil: the statement has none.
    func column(_ name: String) -> Int?
    func isNull(_ column: Int) -> Bool
    func integer(_ column: Int) -> Int64
    func text(_ column: Int) -> String
    func blob(_ column: Int) -> [UInt8]
    /// The bytes of a text or a blob where the driver has them: only during the call.
    func withBytes(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Void)
}

extension SQLCells {
    public func withBytes(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        blob(column).withUnsafeBytes(body)
    }
}

/// The row that a statement stands at. Not to be kept.
public struct SQLRow {
    let cells: any SQLCells

    public init(_ cells: any SQLCells) { self.cells = cells }

    /// What is in the column of this name.
    ///
    /// - Throws: ``StoreError/broken(reason:)`` when nothing of this type was ever written there, or
    ///   ``StoreError/damaged(reason:)`` when no program wrote it.
    public subscript<Value: SQLColumnValue>(_ name: String) -> Value {
        get throws(StoreError) {
            guard let column = cells.column(name) else { throw .broken(reason: "no column is called \(name)") }
            return try value(column, name)
        }
    }

    /// The first column, of a statement that has one alone.
    func first<Value: SQLColumnValue>() throws(StoreError) -> Value { try value(0, "the answer") }

    /// The same by its position, for what a start reads a million times.
    func value<Value: SQLColumnValue>(_ column: Int, _ name: String) throws(StoreError) -> Value {
        let cell = SQLCell(cells: cells, column: column)
        if !cell.isNull || Value.takesNull, let value = Value(cell) { return value }
        // Texts and bytes may be somebody's; numbers are ours.
        let found = cell.isNull ? "nothing" : "\(cell.integer)"
        let reason = "\(found) in column \(name) isn't a valid \(Value.self)"
        throw Value.isDamagedWhenUnreadable ? .damaged(reason: reason) : .broken(reason: reason)
    }
}

/// One column of the row that a statement stands at.
public struct SQLCell {
    let cells: any SQLCells
    let column: Int

    public var isNull: Bool { cells.isNull(column) }
    public var integer: Int64 { cells.integer(column) }
    public var text: String { cells.text(column) }
    public var blob: [UInt8] { cells.blob(column) }
}
