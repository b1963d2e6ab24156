import LaurelDomain
import LaurelRanking
import LaurelStorage

// What a row of the journal does to a board that it counts on. The one place: for boards that are loaded, built anew
// or read back at a start.
extension Board {
    func fold(_ row: JournalRow) {
        switch row.kind {
        case .score where row.flags.contains(.isHeld):
            if let player = row.player { hold(row.sequence, of: player) }
        case .score: if let submission = Submission(row) { _ = apply(submission) }
        case .leaderboard: note(row.sequence)
        // Moderation
        case .ban, .unban: turn(row)
        // Moves nobody's rank.
        case .achievement: break
        case .wipe:
            if let player = row.player {
                erase(player, version: row.sequence)
            } else {
                wipe(version: row.sequence)
            }
        case .removal: if let player = row.player { remove(row.previous, of: player, version: row.sequence) }
        case .restoration:
            // It carries the score it brings back.
            if let submission = Submission(restoring: row) { restore(submission, version: row.sequence) }
        case .move: note(row.sequence)
        case .erasure: if let player = row.player { erase(player, version: row.sequence) }
        }
    }

    /// Made to show this leaderboard, and empty.
    convenience init(_ leaderboard: Leaderboard, _ key: BoardKey, now: Timestamp) {
        let shape = BoardShape(leaderboard, key)
        self.init(
            order: shape.order, type: shape.type, range: shape.range, hasWindows: shape.hasWindows, now: now)
    }

    /// Whether it is what the leaderboard wants, but perhaps for the range.
    func isSorted(as leaderboard: Leaderboard, _ key: BoardKey) -> Bool {
        var shape = BoardShape(leaderboard, key)
        shape.range = range
        return shape == BoardShape(order: order, type: type, range: range, hasWindows: hasWindows)
    }

    /// Whether its windows are no further than this moment.
    ///
    /// Those of a board that was kept while the clock was ahead may be, since a start takes its time anew. What has
    /// left them doesn't come back, so such a board is made from its rows.
    func hasReachedOnly(_ now: Timestamp) -> Bool { !hasWindows || self.now <= now }

    func ranks(as leaderboard: Leaderboard, _ key: BoardKey) -> Bool {
        BoardShape(leaderboard, key) == BoardShape(order: order, type: type, range: range, hasWindows: hasWindows)
    }
}

/// All that a board's ranks depend on beside its rows.
struct BoardShape: Hashable {
    var order: SortOrder
    var type: SubmissionType
    var range: ScoreRange?
    var hasWindows: Bool
}

extension BoardShape {
    init(_ leaderboard: Leaderboard, _ key: BoardKey) {
        if !leaderboard.shows(key) {
            // Only who has which row last is asked of it.
            self.init(order: .highToLow, type: .mostRecent, range: nil, hasWindows: false)
        } else {
            self.init(
                order: leaderboard.sortOrder, type: leaderboard.submissionType, range: leaderboard.range,
                hasWindows: leaderboard.kind.recurrence == nil)
        }
    }
}

extension JournalRow.Kind {
    /// Rows that move an entry, or may move one later. A change of configuration says how, not who.
    var movesEntries: Bool {
        switch self {
        case .score, .removal, .restoration, .wipe: true
        case .leaderboard, .achievement: false
        // Groups
        case .move: false
        case .erasure: false
        // Moderation
        case .ban, .unban: false
        }
    }
    /// Rows that concern every board of the stream, whatever leaderboard they name.
    var isEverywhere: Bool { self == .ban || self == .unban || self == .erasure }
}

extension Submission {
    /// Nil for a row that is no score.
    init?(_ row: JournalRow) {
        guard row.kind == .score, let player = row.player else { return nil }
        self.init(
            player: player, value: row.value, date: row.date, context: row.context, sequence: row.sequence,
            flags: SubmissionFlags(row.flags))
    }

    /// The score that a row of removal or restoration speaks of: it carries the score's fields.
    init?(restoring row: JournalRow) {
        guard row.kind == .restoration || row.kind == .removal, let player = row.player else { return nil }
        self.init(
            player: player, value: row.value, date: row.date, context: row.context, sequence: row.previous,
            flags: SubmissionFlags(row.flags))
    }
}

extension SubmissionFlags {
    init(_ flags: JournalFlags) {
        self = flags.contains(.isDateClamped) ? .isDateClamped : []
        if flags.contains(.isVerified) { insert(.isVerified) }
        if flags.contains(.isLive) { insert(.isLive) }
    }

    var verification: Verification? { contains(.isLive) ? .live : contains(.isVerified) ? .verified : nil }
}

extension JournalRow {
    /// Of a row of kind ``Kind/move``: the leaderboard whose rows count on another one now.
    var movedLeaderboard: LeaderboardNumber? {
        guard kind == .move, extra.count == 4 else { return nil }
        var number: UInt32 = 0
        for (index, byte) in extra.enumerated() { number |= UInt32(byte) << UInt32(index * 8) }
        return LeaderboardNumber(number)
    }

    static func bytes(ofMoved leaderboard: LeaderboardNumber) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: leaderboard.rawValue >> UInt32($0 * 8)) }
    }
}
