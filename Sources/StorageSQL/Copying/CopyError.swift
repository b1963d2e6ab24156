public import LaurelStorage

/// Why a copy came to no end. What was copied until then stays, and no server starts on it.
public enum CopyError: Error, Hashable, Sendable {
    /// Its progress was answered with false.
    case stopped
    /// The target has a copy of another store, or of this one before it was changed.
    case otherOrigin
    /// Somebody wrote to the source.
    case sourceChanged
    /// A row differs, is missing or is too much in the target, counted from 1 in the order of the table's key.
    case differs(table: String, row: Int)
    /// The target would give a number again that the source has given.
    case numbers(table: String)
    /// The source was damaged before, since both have the same.
    case damagedJournal(reason: String)
    case source(StoreError, table: String?)
    case target(StoreError, table: String?)
    /// The connection ended in the last step of all: it was done, or not.
    case unsure
}

extension CopyError: CustomStringConvertible {
    /// For the operator.
    public var description: String {
        switch self {
        case .stopped: "stopped. What is copied stays: the same command goes on from there"
        case .otherOrigin:
            "the target has an unfinished copy of another store, or of this one before it was changed. Empty the "
                + "target, or choose another one"
        case .sourceChanged:
            "the source was changed while it was copied. Stop every server that uses it, empty the target, and copy "
                + "again"
        case .differs(let table, let row):
            "the copy isn't the same as the source: row \(row) of table \(table) differs, is missing or is too much. "
                + "The target can't be used. Empty it, and copy again"
        case .numbers(let table):
            "the copy isn't the same as the source: table \(table) would give a number again. The target can't be "
                + "used. Empty it, and copy again"
        case .damagedJournal(let reason):
            "the source is damaged: \(reason). Restore a backup of it, empty the target, and copy again"
        case .source(let error, let table): Self.text("source", error, table)
        case .target(let error, let table): Self.text("target", error, table)
        case .unsure:
            "the connection to the target was lost in the last step, after everything was verified. Run the same "
                + "command again: if it says that the target has data, the copy is complete"
        }
    }

    private static func text(_ side: String, _ error: StoreError, _ table: String?) -> String {
        let rest = ". What is copied stays: the same command goes on from there"
        let position = table.map { ", at table \($0)" } ?? ""
        return switch error {
        case .unavailable: "the connection to the \(side) was lost, or somebody else locks it\(position)\(rest)"
        case .inDoubt: "the connection to the \(side) was lost while it wrote\(position)\(rest)"
        case .full: "the disk of the \(side) is full\(position). Free some space\(rest)"
        case .conflict, .lostOwnership:
            "somebody else wrote to the \(side)\(position). Empty the target, see that nobody uses it, and copy again"
        case .failing, .damaged, .broken: "the \(side) failed\(position): \(error)"
        }
    }
}
