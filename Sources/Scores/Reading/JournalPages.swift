import LaurelDomain
import LaurelStorage
import Synchronization

/// A stream's rows page by page, read on a thread of their own: while the caller folds one page in, the next one is
/// read and held against its seals.
///
/// ```swift
/// let pages = JournalPages(journal, of: id, after: position, through: last, rows: 8_192)
/// defer { pages.end() }
/// while let rows = try pages.next() { … }
/// ```
final class JournalPages: Sendable {
    /// Pages that wait to be taken.
    private static let aheadLimit = 4

    private struct State {
        var pages: [[JournalRow]] = []
        var failure: StoreError?
        /// Nothing more is read.
        var isOver = false
    }

    private let state = Mutex(State())
    /// A page came, or the end.
    private let came = ThreadSignal()
    /// A page was taken, or nobody wants more.
    private let taken = ThreadSignal()
    private let hasEnded = ThreadLatch()

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
            state.withLock { $0.isOver = true }
            hasEnded.open()
            return
        }
        BlockingThread.start { [self] in
            var position = start
            do throws(StoreError) {
                while position < last, hasRoom() {
                    let rows = try journal.rows(after: position, of: stream, limit: limit)
                    guard let end = rows.last else { break }
                    guard rows[0].sequence == position.advanced(by: 1) else {
                        throw .damaged(reason: "the journal has a gap after its row \(position.rawValue)")
                    }
                    position = end.sequence
                    state.withLock { $0.pages.append(rows) }
                    came.set()
                }
            } catch {
                state.withLock { $0.failure = error }
            }
            state.withLock { $0.isOver = true }
            came.set()
            hasEnded.open()
        }
    }

    /// Blocks until a page is there. Pages that were read before the store failed come before what it throws.
    ///
    /// - Returns: nil after the last one.
    func next() throws(StoreError) -> [JournalRow]? {
        while true {
            let (page, failure, isOver) = state.withLock { state in
                (state.pages.isEmpty ? nil : state.pages.removeFirst(), state.failure, state.isOver)
            }
            if let page {
                taken.set()
                return page
            }
            if let failure { throw failure }
            if isOver { return nil }
            came.wait()
        }
    }

    /// Reads no more. Returns when the store isn't read any more: within a page's time.
    func end() {
        state.withLock { $0.isOver = true }
        taken.set()
        hasEnded.wait()
    }

    /// Waits until there is room for a page.
    /// - Returns: false: nobody wants more.
    private func hasRoom() -> Bool {
        while true {
            let (count, isOver) = state.withLock { ($0.pages.count, $0.isOver) }
            if isOver { return false }
            if count < Self.aheadLimit { return true }
            taken.wait()
        }
    }
}
