public import LaurelDomain
public import LaurelStorage
import Synchronization

/// Hands this server's snapshots to other servers, a piece at a time.
///
/// A fetch keeps the file that it began with, though a newer one may have replaced it: a large one takes longer to
/// fetch than the owner of a busy store takes to write the next.
public final class ServedSnapshots: Sendable {
    /// Fetches at a time: each keeps a file open, and has one piece in memory. Further ones are refused.
    public static let fetchesLimit = 4
    /// Of a piece, unless the caller says otherwise. In a network of 1 Gbit/s it takes 35 ms.
    public static let usualPieceBytes = 4 << 20
    /// A fetch that has asked for nothing for so long is over.
    public static let idleSpan = Timestamp.Span.seconds(30)

    private struct Fetch {
        let stream: StreamID
        let file: any SnapshotFile
        var asked: Timestamp
        /// A piece of it is being read.
        var isBusy = true
    }

    private enum Known {
        case file(any SnapshotFile)
        case new
        case refused
    }

    private let folders: [any SnapshotFiles]
    private let steady: Clock
    private let pieceBytes: Int
    private let fetches = Mutex<[UInt64: Fetch]>([:])

    /// - Parameters:
    ///   - folders: where snapshots are. The newest one of a stream is handed out.
    ///   - steady: a clock that nobody can set.
    public init(_ folders: [any SnapshotFiles], steady: Clock, pieceBytes: Int = ServedSnapshots.usualPieceBytes) {
        self.folders = folders
        self.steady = steady
        self.pieceBytes = max(1, pieceBytes)
    }

    /// Blocks while it reads.
    ///
    /// - Returns: nil: there's no such snapshot, or too many are being fetched.
    public func piece(_ question: SnapshotQuestion) -> SnapshotPiece? {
        guard let file = begin(question) else { return nil }
        var isOver = true
        defer { end(question.fetch, isOver: isOver) }
        guard question.offset < file.size else { return nil }
        let upper = question.offset + min(pieceBytes, file.size - question.offset)
        do throws(SnapshotFailure) {
            let part = try file.read(question.offset..<upper)
            isOver = upper == file.size
            return SnapshotPiece(size: file.size, part: part)
        } catch {
            return nil
        }
    }

    /// Closes the files of fetches that are over, which keep the room of deleted ones. Call it once in a while:
    /// questions do it, too, but nobody may ever ask again.
    public func tidy() {
        let now = steady.now()
        fetches.withLock { Self.dropIdle(&$0, at: now) }
    }

    private static func dropIdle(_ fetches: inout [UInt64: Fetch], at now: Timestamp) {
        fetches = fetches.filter { $0.value.isBusy || now < $0.value.asked.advanced(by: idleSpan) }
    }

    private func begin(_ question: SnapshotQuestion) -> (any SnapshotFile)? {
        let now = steady.now()
        switch find(question, at: now) {
        case .file(let file): return file
        case .refused: return nil
        case .new:
            guard let file = newest(question) else { return nil }
            let isTaken = fetches.withLock { fetches in
                guard fetches[question.fetch] == nil, fetches.count < Self.fetchesLimit else { return false }
                fetches[question.fetch] = Fetch(stream: question.stream, file: file, asked: now)
                return true
            }
            return isTaken ? file : nil
        }
    }

    private func find(_ question: SnapshotQuestion, at now: Timestamp) -> Known {
        fetches.withLock { fetches -> Known in
            Self.dropIdle(&fetches, at: now)
            guard var fetch = fetches[question.fetch] else {
                return question.offset == 0 && fetches.count < Self.fetchesLimit ? .new : .refused
            }
            guard !fetch.isBusy, fetch.stream == question.stream else { return .refused }
            (fetch.isBusy, fetch.asked) = (true, now)
            fetches[question.fetch] = fetch
            return .file(fetch.file)
        }
    }

    private func end(_ fetch: UInt64, isOver: Bool) {
        fetches.withLock { fetches in
            if isOver { fetches[fetch] = nil } else { fetches[fetch]?.isBusy = false }
        }
    }

    /// - Returns: nil: none that can be read begins after what the other server has.
    private func newest(_ question: SnapshotQuestion) -> (any SnapshotFile)? {
        var newest: (start: JournalSequence, file: any SnapshotFile)?
        for folder in folders {
            do throws(SnapshotFailure) {
                guard let file = try folder.open(question.stream) else { continue }
                let start = try StreamSnapshot(reading: file, of: question.stream).start
                if start > newest?.start ?? question.after { newest = (start, file) }
            } catch {
                // This server says so in its log when it reads the snapshot itself.
            }
        }
        return newest?.file
    }
}
