import LaurelDomain
import LaurelStorage

/// A stream's rows page by page, read ahead: while the caller folds one page in, the next one is read and held against
/// its seals.
///
/// ```swift
/// let pages = JournalPages(journal, of: id, after: position, through: last, rows: 8_192)
/// defer { pages.end() }
/// while let rows = try pages.next() { … }
/// ```
struct JournalPages {
    /// Nil: there are none.
    private let ahead: ReadAhead<[JournalRow], StoreError>?

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - last: a row that the stream has; those after it aren't asked for.
    ///   - limit: rows of a page.
    init(
        _ journal: any Journal, of stream: StreamID, after start: JournalSequence, through last: JournalSequence,
        rows limit: Int
    ) {
        guard start < last else {
            ahead = nil
            return
        }
        ahead = ReadAhead { ahead throws(StoreError) in
            var position = start
            while position < last, ahead.hasRoom() {
                let rows = try journal.rows(after: position, of: stream, limit: limit)
                guard let end = rows.last else { return }
                guard rows[0].sequence == position.advanced(by: 1) else {
                    throw .damaged(reason: "the journal has a gap after its row \(position.rawValue)")
                }
                position = end.sequence
                ahead.append(rows)
            }
        }
    }

    /// Blocks until a page is there. Pages that were read before the store failed come before what it throws.
    ///
    /// - Returns: nil after the last one.
    func next() throws(StoreError) -> [JournalRow]? { try ahead?.next() }

    /// Reads no more. Returns when the store isn't read any more: within a page's time.
    func end() { ahead?.end() }
}
