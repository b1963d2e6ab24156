public import LaurelDomain
public import LaurelStorage

/// A server that may have snapshots of the store's streams.
public struct SnapshotPeer: Sendable {
    /// For the log.
    public let name: String
    /// Drawn by chance: names what is fetched by this value.
    public let fetch: UInt64
    /// Asks it, and waits for so many milliseconds at most. Blocks; nil: it has no such piece, or doesn't answer.
    public let piece: @Sendable (_ question: SnapshotQuestion, _ milliseconds: Int) -> SnapshotPiece?

    public init(
        name: String, fetch: UInt64,
        piece: @escaping @Sendable (_ question: SnapshotQuestion, _ milliseconds: Int) -> SnapshotPiece?
    ) {
        self.name = name
        self.fetch = fetch
        self.piece = piece
    }
}

/// Where a server gets snapshots from that others wrote, and where it keeps them.
public struct SnapshotSource: Sendable {
    /// So many rows are read in half a second.
    public static let usualRows: Int64 = 200_000
    /// Some 80 million players on one leaderboard take 4 GiB.
    public static let usualBytesLimit = 16 << 30
    /// Of asking all peers for one snapshot. In 5 minutes a network of 1 Gbit/s carries some 35 GB.
    private static let milliseconds: ClosedRange<Int64> = 1_000...300_000
    /// Reading them takes 0.8 ms: docs/performance.md, "A cluster".
    private static let rowsOfMillisecond: Int64 = 300
    /// A peer that takes so long and has nothing of use is one that doesn't answer in time.
    private static let lateMilliseconds: Int64 = 1_000

    let files: any SnapshotFiles
    let steady: Clock
    /// A snapshot is worth a fetch if it saves reading more rows than these.
    let rows: Int64
    private let bytesLimit: Int
    /// Those who may have one, the likeliest first. May block until they're known.
    let peers: @Sendable () -> [SnapshotPeer]

    /// - Parameters:
    ///   - files: where what is fetched is kept: never among this server's own snapshots, which alone say that the
    ///     store has lost rows.
    ///   - steady: a clock that nobody can set.
    ///   - rows: unless it saves reading more rows than these, no snapshot is fetched.
    ///   - peers: those who may have one, the likeliest first. May block.
    public init(
        files: any SnapshotFiles, steady: Clock, rows: Int64 = SnapshotSource.usualRows,
        bytesLimit: Int = SnapshotSource.usualBytesLimit, peers: @escaping @Sendable () -> [SnapshotPeer]
    ) {
        self.files = files
        self.steady = steady
        self.rows = rows
        self.bytesLimit = bytesLimit
        self.peers = peers
    }

    /// How long all peers together may take for a snapshot: about as long as reading the rows that it saves, since
    /// a node that fetches is cold meanwhile. A large one is worth some minutes.
    static func span(saving rows: Int64) -> Timestamp.Span {
        let wanted = milliseconds.lowerBound + rows / rowsOfMillisecond
        return Timestamp.Span(milliseconds: min(wanted, milliseconds.upperBound))
    }

    /// Whether a peer that had nothing of use took so long that others needn't be asked soon.
    ///
    /// - Parameters:
    ///   - asked: when it was.
    ///   - end: when all peers' time is over.
    func isLate(_ asked: Timestamp, until end: Timestamp) -> Bool {
        let now = steady.now()
        return now >= end || now.milliseconds - asked.milliseconds >= Self.lateMilliseconds
    }

    private typealias Append = ([UInt8]) throws(SnapshotFailure) -> Void

    /// Blocks until it's on the disk. It isn't held against the journal yet.
    ///
    /// - Parameters:
    ///   - sequence: one that begins there or before isn't wanted.
    ///   - end: by the steady clock. No piece is waited for any longer.
    ///   - isWanted: asked after each piece.
    /// - Returns: its bytes; nil: the peer has none that is wanted.
    func fetch(
        _ stream: StreamID, after sequence: JournalSequence, from peer: SnapshotPeer, until end: Timestamp,
        while isWanted: () -> Bool
    ) throws(SnapshotFailure) -> Int? {
        func piece(_ offset: Int) -> SnapshotPiece? {
            let left = end.milliseconds - steady.now().milliseconds
            guard left > 0 else { return nil }
            let question = SnapshotQuestion(stream: stream, fetch: peer.fetch, after: sequence, offset: offset)
            return peer.piece(question, Int(clamping: left))
        }
        guard let first = piece(0) else { return nil }
        guard first.size <= bytesLimit else { throw .damaged("\(first.size) bytes are too many") }
        guard first.part.starts(with: SnapshotHead.bytes(stream)) else {
            throw .damaged("another release wrote it, or it isn't one of this stream")
        }
        try files.replace(stream) { append throws(SnapshotFailure) in
            try write(first, append, next: piece, while: isWanted)
        }
        return first.size
    }

    /// Asks for one piece after the other.
    private func write(
        _ first: SnapshotPiece, _ append: Append, next: (_ offset: Int) -> SnapshotPiece?, while isWanted: () -> Bool
    ) throws(SnapshotFailure) {
        var (piece, offset) = (first, 0)
        while true {
            guard piece.size == first.size, !piece.part.isEmpty, piece.part.count <= first.size - offset else {
                throw .damaged("its pieces don't make a whole")
            }
            try append(piece.part)
            offset += piece.part.count
            // Also after the last one: what took the boards over may have removed what there was by now.
            guard isWanted() else { throw .unreadable("it isn't needed any more") }
            guard offset < first.size else { return }
            guard let more = next(offset) else { throw .unreadable("the rest doesn't come in time") }
            piece = more
        }
    }
}
