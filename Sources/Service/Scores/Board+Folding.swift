import LaurelDomain
import Ranking
import Storage

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
        case .erasure: if let player = row.player { erase(player, version: row.sequence) }
        }
    }

    /// Made for this leaderboard, and empty.
    convenience init(_ leaderboard: Leaderboard, now: Timestamp) {
        self.init(
            order: leaderboard.sortOrder, type: leaderboard.submissionType, range: leaderboard.range, now: now)
    }

    /// Sorted as the leaderboard is, whatever the range.
    func isSorted(as leaderboard: Leaderboard) -> Bool {
        order == leaderboard.sortOrder && type == leaderboard.submissionType
    }

    func ranks(as leaderboard: Leaderboard) -> Bool { isSorted(as: leaderboard) && range == leaderboard.range }
}

extension JournalRow.Kind {
    /// Rows that move an entry, or may move one later. A change of configuration says how, not who.
    var movesEntries: Bool {
        switch self {
        case .score, .removal, .restoration, .wipe: true
        case .leaderboard, .achievement: false
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
            flags: row.flags.contains(.isDateClamped) ? .isDateClamped : [])
    }

    /// The score that a row of removal or restoration speaks of: it carries the score's fields.
    init?(restoring row: JournalRow) {
        guard row.kind == .restoration || row.kind == .removal, let player = row.player else { return nil }
        self.init(
            player: player, value: row.value, date: row.date, context: row.context, sequence: row.previous,
            flags: row.flags.contains(.isDateClamped) ? .isDateClamped : [])
    }
}
