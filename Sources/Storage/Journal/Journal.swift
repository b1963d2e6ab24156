public import LaurelDomain

/// The order of everything that ranks depend on. Every engine must pass `JournalContract`.
///
/// An engine keeps a ``RowSeal`` beside each row and holds each row that it hands out against it: what isn't as it was
/// written is ``StoreError/damaged(reason:)``.
///
/// Calls block the thread they are made on, so they are made on threads of their own, never on the cooperative
/// pool: the journal's writer and the loaders of leaderboards are such threads, and a hop for each commit would
/// cost more than the commit. One caller at a time commits; reading needs no order.
public protocol Journal: AchievementJournal, ChallengeJournal, GroupChallengeJournal, MatchJournal, ModerationJournal,
    ReplayJournal,
    Sendable
{
    /// The writer commits once it has gathered so many rows. The rows of one request always go together, so the last
    /// request may take a commit past it.
    var batchRowsLimit: Int { get }
    /// Appends all rows and writes all facts, or nothing; durable on return.
    ///
    /// - Throws: ``StoreError/conflict`` when a row's sequence is not the one after its stream's last.
    func commit(_ change: Change) throws(StoreError)
    /// Returns once everything that can be read is as safe as a commit: what is visible after a doubt may yet be lost.
    /// Called before memory is made from the store.
    func settle() throws(StoreError)
    /// The sequence and time of a stream's last row; nil before the first.
    func last(of stream: StreamID) throws(StoreError) -> JournalPosition?
    /// Streams that have rows, in order of their first one.
    func streams() throws(StoreError) -> [StreamID]
    /// Hands out rows after `sequence`, in order, at most `limit`.
    func rows(after sequence: JournalSequence, of stream: StreamID, limit: Int) throws(StoreError) -> [JournalRow]
    /// The same of some leaderboards alone, and none after `end`.
    func rows(
        after sequence: JournalSequence, through end: JournalSequence, on leaderboards: [LeaderboardNumber],
        of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow]
    /// O(log *n*).
    func row(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalRow?
    /// Rows that lead from one to the next by ``JournalRow/previous``: for each start its row and those before it,
    /// newest first. Scores that were taken out or wiped are among them, as with ``row(at:of:)``.
    ///
    /// A chain ends at its first row; at one that arrived at ``ChainStart/after`` or before, which is the last that is
    /// handed out; and at one whose previous row is missing or isn't older.
    /// ``walkChains(from:of:firstRows:upTo:_:)`` tells these apart. O(rows · log *n*), and one round trip.
    ///
    /// - Parameters:
    ///   - starts: at most ``ChainStart/countLimit``.
    ///   - limit: rows of each chain.
    /// - Returns: the chains in the order of `starts`.
    func chains(from starts: [ChainStart], of stream: StreamID, limit: Int) throws(StoreError) -> [[JournalRow]]
    /// The digest of a stream up to a row: of all rows until there, but for what an erasure takes; see ``RowSeal``.
    /// Nil: there is no such row.
    func digest(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalDigest?
    /// What came after a row, with the digests at both ends, as one server saw it at one moment: rows that are gone by
    /// the next reading were lost, and others may be in their place.
    ///
    /// - Returns: nil: there is no row at `sequence`.
    func tail(after sequence: JournalSequence, of stream: StreamID, limit: Int) throws(StoreError) -> JournalTail?
    /// Where a player has rows. It reads all of them: seconds for many millions.
    func erasureTargets(of player: PlayerNumber) throws(StoreError) -> [ErasureTarget]
    /// A player's rows after `sequence`, in order, at most `limit`. It reads what is between.
    func rows(
        of player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow]
    /// Where the player has rows with the mark ``JournalFlags/awaitsUpgrade``, decided or not.
    func streams(awaitingUpgradeOf player: PlayerNumber) throws(StoreError) -> [StreamID]
    /// A player's rows with the mark ``JournalFlags/awaitsUpgrade`` after `sequence`, in order, at most `limit`:
    /// scores, and the decisions on them. It reads these alone.
    func rows(
        awaitingUpgradeOf player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow]
    /// Takes value, context, id and marks out of a player's rows, in place: an erasure's last step. The chain stays.
    ///
    /// - Parameter limit: of rows looked at, so that no commit waits long.
    /// - Returns: the last row looked at; nil when there was none after `sequence`.
    func overwrite(
        rowsOf player: PlayerNumber, in stream: StreamID, after sequence: JournalSequence, limit: Int
    ) throws(StoreError) -> JournalSequence?
    /// Numbers whose owner was erased, or is being.
    func erasedPlayers() throws(StoreError) -> [PlayerNumber]
    /// What was wiped in a stream: the last wipe of each leaderboard and of each player on one.
    func wipes(of stream: StreamID) throws(StoreError) -> [WipeRecord]
    /// What happened in a game on these days, in order; days without anything are left out. It reads all rows of the
    /// days, and finds the first of them in O(log *n*).
    func activity(_ query: ActivityQuery) throws(StoreError) -> [DailyActivity]
    /// All leaderboards as they are now, and the highest number that one was ever given.
    func leaderboards() throws(StoreError) -> LeaderboardRecords
}

extension Journal {
    /// About 0.1 MiB, which costs a disk hardly more than one row (design.md §4).
    public var batchRowsLimit: Int { 1_024 }

    /// For engines that show nothing but what is durable.
    public func settle() throws(StoreError) {}

    /// Reads them all and leaves out the others. O(rows between).
    public func rows(
        after sequence: JournalSequence, through end: JournalSequence, on leaderboards: [LeaderboardNumber],
        of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        var found: [JournalRow] = []
        var position = sequence
        while position < end, found.count < limit {
            let page = try rows(after: position, of: stream, limit: 4_096)
            guard let last = page.last else { break }
            position = last.sequence
            for row in page where row.sequence <= end && leaderboards.contains(row.leaderboard) {
                guard found.count < limit else { break }
                found.append(row)
            }
        }
        return found
    }

    /// For engines that lose no row: it reads three times.
    public func tail(
        after sequence: JournalSequence, of stream: StreamID, limit: Int
    ) throws(StoreError) -> JournalTail? {
        let before = sequence > .start ? try digest(at: sequence, of: stream) : .start
        guard let before else { return nil }
        let rows = try rows(after: sequence, of: stream, limit: limit)
        guard let last = rows.last else { return JournalTail(before: before, rows: [], digest: before) }
        guard let digest = try digest(at: last.sequence, of: stream) else { return nil }
        return JournalTail(before: before, rows: rows, digest: digest)
    }
}

/// Rows of a stream in order, and the digests of the stream before them and with them.
public struct JournalTail: Sendable {
    public let before: JournalDigest
    public let rows: [JournalRow]
    public let digest: JournalDigest

    public init(before: JournalDigest, rows: [JournalRow], digest: JournalDigest) {
        self.before = before
        self.rows = rows
        self.digest = digest
    }
}

/// A position in a stream and the time of the row there.
public struct JournalPosition: Hashable, Sendable {
    public let sequence: JournalSequence
    public let time: Timestamp
    public init(sequence: JournalSequence, time: Timestamp) {
        self.sequence = sequence
        self.time = time
    }
}

public struct LeaderboardRecords: Hashable, Sendable {
    /// In order of number.
    public var leaderboards: [Leaderboard]
    /// 0: none was ever made.
    public var lastNumber: UInt32
    public init(leaderboards: [Leaderboard] = [], lastNumber: UInt32 = 0) {
        self.leaderboards = leaderboards
        self.lastNumber = lastNumber
    }
}

/// Where the scores with old ids stand. The background writes it in sorted runs, so the path of a score pays for
/// no index; what is not in a run yet is kept in memory by the reader of this.
public protocol ScoreIDIndex: Sendable {
    /// The runs of a stream, with their filters, in order of sequence.
    func scoreIDRuns(of stream: StreamID) throws(StoreError) -> [ScoreIDRun]
    /// Adds a run; `positions` are sorted by digest. Replaces the runs named by `merged`.
    /// - Returns: the run's number.
    func addScoreIDRun(
        _ run: ScoreIDRun, positions: [ScoreIDPosition], replacing merged: [Int64], of stream: StreamID
    ) throws(StoreError) -> Int64
    /// All positions of a digest in a run. O(log *n*) and a disk read.
    func sequences(of digest: UInt64, inRun run: Int64) throws(StoreError) -> [JournalSequence]
    /// The positions of a run in order of digest: `limit` of them from `offset` on.
    func positions(ofRun run: Int64, from offset: Int, limit: Int) throws(StoreError) -> [ScoreIDPosition]
}

/// A sorted run of score ids.
public struct ScoreIDRun: Hashable, Sendable {
    /// 0 until it is added.
    public var number: Int64
    /// It covers the stream's rows from here…
    public var first: JournalSequence
    /// …to here, both included.
    public var last: JournalSequence
    public var count: Int
    /// Says of a digest "not here" or "perhaps".
    public var filter: [UInt8]

    public init(number: Int64 = 0, first: JournalSequence, last: JournalSequence, count: Int, filter: [UInt8]) {
        self.number = number
        self.first = first
        self.last = last
        self.count = count
        self.filter = filter
    }
}

/// Where a score with a certain digest of player and id stands. Digests may collide: the row decides.
public struct ScoreIDPosition: Hashable, Sendable {
    public var digest: UInt64
    public var sequence: JournalSequence
    public init(digest: UInt64, sequence: JournalSequence) {
        self.digest = digest
        self.sequence = sequence
    }
}

/// What an erasure of a player touches in one stream.
public struct ErasureTarget: Hashable, Sendable {
    public let stream: StreamID
    public var leaderboards: Set<LeaderboardNumber>
    /// Their erasure is among the rows.
    public var isErased: Bool

    public init(stream: StreamID, leaderboards: Set<LeaderboardNumber> = [], isErased: Bool = false) {
        self.stream = stream
        self.leaderboards = leaderboards
        self.isErased = isErased
    }
}
