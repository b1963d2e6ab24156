import LaurelDomain
import LaurelStorage

/// The score IDs of a stream's last rows, from their commit until the background has written them into a run: it would
/// have to read those rows of the journal otherwise, one by one, beside the commits that follow.
struct CommittedIDs {
    /// 8 MiB: some seconds of full load, in which a snapshot may be written. Beyond that the journal is read.
    static let limit = 524_288

    private var positions: [ScoreIDPosition] = []
    /// All rows after this one are known, through ``last``; nil: none.
    private var start: JournalSequence?
    private var last: JournalSequence = .start

    /// How many are here.
    var count: Int { positions.count }

    /// - Parameters:
    ///   - rows: durable ones of the stream, one after the other.
    ///   - digests: of their IDs with their players, with the same indices; nil: a row has none.
    mutating func note(_ rows: ArraySlice<JournalRow>, _ digests: ArraySlice<UInt64?>) {
        guard let first = rows.first?.sequence, let end = rows.last?.sequence else { return }
        if start == nil || last.advanced(by: 1) != first {
            positions.removeAll(keepingCapacity: true)
            start = first.advanced(by: -1)
        }
        last = end
        for index in rows.indices {
            guard let digest = digests[index] else { continue }
            positions.append(ScoreIDPosition(digest: digest, sequence: rows[index].sequence))
        }
        guard positions.count > Self.limit else { return }
        positions = []
        start = nil
    }

    /// The IDs of these rows, in their order. Nil: not all of the rows are known.
    func positions(after sequence: JournalSequence, through end: JournalSequence) -> [ScoreIDPosition]? {
        guard let start, start <= sequence, end <= last else { return nil }
        return positions.filter { sequence < $0.sequence && $0.sequence <= end }
    }

    /// The store has them in a run.
    mutating func forget(through end: JournalSequence) {
        guard let start, start < end else { return }
        positions.removeAll { $0.sequence <= end }
        self.start = min(end, last)
    }
}
