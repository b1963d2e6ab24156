/// What clients may expect of a cluster, from whichever node. Knows nothing of leases.
///
/// - A row that was acknowledged is there, once, at its sequence.
/// - A read shows everything that was acknowledged before it began, and nothing that is lost later.
/// - The rows of one epoch and claim are of one node, without gaps, and epochs follow each other.
struct ClusterChecker {
    private var acknowledged: [Int64: Int] = [:]
    private var reads: [(count: Int, last: Int64?)] = []
    /// The highest sequence that was acknowledged.
    private(set) var highest = 0
    /// The first thing that was wrong.
    private(set) var failure: String?

    var acknowledgements: Int { acknowledged.count }
    var readCount: Int { reads.count }

    mutating func fail(_ text: @autoclosure () -> String) {
        if failure == nil { failure = text() }
    }

    /// A client hears that its row is stored.
    mutating func acknowledge(_ row: Int64, sequence: Int) {
        if let former = acknowledged.updateValue(sequence, forKey: row), former != sequence {
            fail("row \(row) was acknowledged as \(former) and as \(sequence)")
        }
        highest = max(highest, sequence)
    }

    /// A client reads.
    ///
    /// - Parameters:
    ///   - floor: ``highest`` when the read began.
    ///   - count: of the rows that it was shown.
    ///   - last: the ID of the last one.
    mutating func read(floor: Int, count: Int, last: Int64?) {
        if count < floor { fail("a read showed \(count) rows, but \(floor) were acknowledged before it began") }
        reads.append((count, last))
    }

    /// Nothing is under way: these rows are the store's.
    mutating func check(_ rows: [StoredRow]) {
        checkEpochs(rows)
        if Set(rows.map(\.id)).count != rows.count { fail("a row is stored twice") }
        for (id, sequence) in acknowledged where sequence > rows.count || rows[sequence - 1].id != id {
            fail("row \(id) was acknowledged as \(sequence) and is not there")
        }
        for read in reads where read.count > rows.count || (read.count > 0 && rows[read.count - 1].id != read.last) {
            fail("a read showed row \(read.last ?? 0) as \(read.count), which is not there")
        }
    }

    private mutating func checkEpochs(_ rows: [StoredRow]) {
        for (index, row) in rows.enumerated() {
            let isFirst = index == 0 || rows[index - 1].epoch != row.epoch
            if !isFirst, rows[index - 1].node != row.node || rows[index - 1].claim != row.claim {
                fail("epoch \(row.epoch) has rows of two claims")
            }
            if index > 0, rows[index - 1].epoch > row.epoch { fail("a row of epoch \(row.epoch) came too late") }
            let expected = isFirst ? 1 : rows[index - 1].counter + 1
            if row.counter != expected { fail("epoch \(row.epoch) has row \(row.counter), not \(expected)") }
        }
    }
}
