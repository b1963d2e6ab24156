import LaurelHTTPServer
import LaurelScores
import LaurelService

/// Moves an export into a stream at the reader's pace: a page is read from the store when the last one has left.
final class ExportPump<Row: Sendable>: Sendable {
    private let writer: StreamWriter
    private let workers: WorkerThreads
    private let next: @Sendable () throws(ExportScoresError) -> [Row]?
    private let encode: @Sendable ([Row]) -> [UInt8]
    private let report: @Sendable (String) -> Void

    /// Rows of one piece: about 224 bytes each, well below what a stream may queue.
    private static var pieceRows: Int { 160 }

    /// - Parameter next: the next page; nil at the end. It may block.
    init(
        _ writer: StreamWriter, _ workers: WorkerThreads,
        next: @escaping @Sendable () throws(ExportScoresError) -> [Row]?,
        encode: @escaping @Sendable ([Row]) -> [UInt8], report: @escaping @Sendable (String) -> Void
    ) {
        self.writer = writer
        self.workers = workers
        self.next = next
        self.encode = encode
        self.report = report
    }

    func begin(_ head: [UInt8]?) {
        writer.isWhole = true
        if let head { writer.write(head) }
        write([])
    }

    /// - Parameter left: rows that were read and have not been written.
    private func write(_ left: ArraySlice<Row>) {
        writer.onDrain { [self] in
            guard writer.isOpen else { return }
            let isTaken = workers.start { [self] in step(left) }
            if !isTaken { breakOff("the export queue is full") }
        }
    }

    /// On a thread that may block.
    private func step(_ left: ArraySlice<Row>) {
        var scores = left
        if scores.isEmpty {
            do throws(ExportScoresError) {
                guard let page = try next() else {
                    writer.close()
                    return
                }
                scores = page[...]
            } catch {
                breakOff("\(error)")
                return
            }
        }
        let piece = scores.prefix(Self.pieceRows)
        // Among many rows there may be no score of this leaderboard: then the next page comes after the others' turn.
        guard piece.isEmpty || writer.write(encode(Array(piece))) else { return }
        write(scores.dropFirst(piece.count))
    }

    /// The client sees that it is not complete, and may go on after the last row that it has.
    private func breakOff(_ reason: String) {
        report(reason)
        writer.abort()
    }
}
