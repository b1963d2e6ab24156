public import LaurelDomain
public import LaurelStorage

/// A server that may have snapshots of the store's streams.
public struct SnapshotPeer: Sendable {
    /// For the log.
    public let name: String
    /// Drawn by chance: names what is fetched by this value.
    public let fetch: UInt64
    /// Asks it. Blocks, for some seconds at most; nil: it has no such piece, or doesn't answer.
    public let piece: @Sendable (SnapshotQuestion) -> SnapshotPiece?

    public init(name: String, fetch: UInt64, piece: @escaping @Sendable (SnapshotQuestion) -> SnapshotPiece?) {
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
    /// Of a fetch. So much is fetched meanwhile in a network of 1 Gbit/s, and reading the rows takes longer.
    static let span = Timestamp.Span.minutes(5)

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

    private typealias Append = ([UInt8]) throws(SnapshotFailure) -> Void

    /// Blocks until it's on the disk. It isn't held against the journal yet.
    ///
    /// - Parameters:
    ///   - sequence: one that begins there or before isn't wanted.
    ///   - isWanted: asked before each piece.
    /// - Returns: its bytes; nil: the peer has none that is wanted.
    func fetch(
        _ stream: StreamID, after sequence: JournalSequence, from peer: SnapshotPeer, while isWanted: () -> Bool
    ) throws(SnapshotFailure) -> Int? {
        let end = steady.now().advanced(by: Self.span)
        let question = SnapshotQuestion(stream: stream, fetch: peer.fetch, after: sequence, offset: 0)
        guard let first = peer.piece(question) else { return nil }
        guard first.size <= bytesLimit else { throw .damaged("\(first.size) bytes are too many") }
        guard first.part.starts(with: SnapshotHead.bytes(stream)) else {
            throw .damaged("another release wrote it, or it isn't one of this stream")
        }
        try files.replace(stream) { append throws(SnapshotFailure) in
            try write(first, of: stream, after: sequence, from: peer, append) { isWanted() && steady.now() < end }
        }
        return first.size
    }

    /// Asks for one piece after the other.
    private func write(
        _ first: SnapshotPiece, of stream: StreamID, after sequence: JournalSequence, from peer: SnapshotPeer,
        _ append: Append, while goesOn: () -> Bool
    ) throws(SnapshotFailure) {
        var (piece, offset) = (first, 0)
        while true {
            guard piece.size == first.size, !piece.part.isEmpty, piece.part.count <= first.size - offset else {
                throw .damaged("its pieces don't make a whole")
            }
            try append(piece.part)
            offset += piece.part.count
            guard offset < first.size else { return }
            guard goesOn() else { throw .unreadable("it takes too long, or isn't needed any more") }
            let question = SnapshotQuestion(stream: stream, fetch: peer.fetch, after: sequence, offset: offset)
            guard let next = peer.piece(question) else { throw .unreadable("the rest doesn't come") }
            piece = next
        }
    }
}
