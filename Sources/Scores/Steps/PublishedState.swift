import LaurelDomain
import LaurelStorage

/// What steps go by: what is published, and what the commit under way has planned so far.
protocol PublishedState {
    var catalogue: Catalogue { get }
    var tally: AchievementTally { get }
    /// The highest numbers ever given.
    var lastLeaderboard: UInt32 { get }
    var lastAchievement: UInt32 { get }
    /// Those that have rows.
    var streamsInUse: [StreamID] { get }
    /// The scores that wait for a moderator.
    var reviews: PendingReviews { get }

    /// Turn-based matches, without what is planned.
    var matches: MatchTables { get }
    /// How a match is called outside.
    var matchIDs: MatchIDs { get }

    func boards(of stream: StreamID) -> StreamBoards
    /// The last row, planned ones included.
    func last(of stream: StreamID) -> JournalSequence
    /// Where rows may be whose score id has this digest.
    func candidates(_ digest: UInt64, in stream: StreamID) -> [ScoreIDs.Candidate]
    func isErased(_ player: PlayerNumber) -> Bool
    /// Whether a simulator of this name can play an app's replays.
    func knows(_ simulator: SimulatorName, _ app: AppNumber) -> Bool
    /// When a device last had nothing left to send for a game.
    func lastContact(of queue: DeviceQueue) -> Timestamp?

    // Of the commit under way
    func isPlanned(_ match: PlannedMatch) -> Bool
    func plannedRow(at sequence: JournalSequence, of stream: StreamID) -> JournalRow?
    func plannedProgress(_ key: ProgressKey) -> PlayerAchievements?
    /// What a planned row sets off.
    func plannedSetOff(by row: JournalRow) -> SetOff?
}

extension PublishedState {
    /// A row that is durable, or planned in this batch.
    func row(
        at sequence: JournalSequence, of stream: StreamID, _ reads: inout StoreReads
    ) throws(StoreError) -> JournalRow? {
        if let planned = plannedRow(at: sequence, of: stream) { return planned }
        return try reads.row(at: sequence, of: stream)
    }

    /// The rows of a player that have this id: one, or none, which is nearly always so, and then nothing is read.
    func rows(
        of id: ScoreID, by player: PlayerNumber, in stream: StreamID, _ reads: inout StoreReads
    ) throws(StoreError) -> [JournalRow] {
        let digest = ScoreIDs.digest(id, of: player)
        let candidates = candidates(digest, in: stream)
        guard !candidates.isEmpty else { return [] }
        for candidate in candidates {
            switch candidate {
            case .row(let sequence):
                if plannedRow(at: sequence, of: stream) == nil { reads.expect(.row(stream, sequence)) }
            case .run(let run): reads.expect(.rows(stream, digest: digest, run: run))
            }
        }
        var rows: [JournalRow] = []
        for candidate in candidates {
            switch candidate {
            case .row(let sequence): if let row = try row(at: sequence, of: stream, &reads) { rows.append(row) }
            case .run(let run): rows += try reads.rows(of: digest, inRun: run, stream)
            }
        }
        return rows.filter { $0.player == player && $0.scoreID == id }
    }

    /// Whether a score does not count at the moment.
    func isOut(_ score: JournalRow) -> Bool {
        boards(of: score.stream).withLock { $0.removed.contains(score.sequence) }
    }

    func isWiped(_ row: JournalRow) -> Bool { boards(of: row.stream).withLock { $0.wiped.covers(row) } }
}
