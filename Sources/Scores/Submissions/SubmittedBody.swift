import LaurelDomain
import LaurelStorage

/// What a player sent, as far as a row remembers it: enough to tell a repeat from another score of the same id.
struct SubmittedBody {
    private let row: JournalRow
    private let board: LeaderboardNumber

    /// - Parameter board: where the row counts now.
    init(_ row: JournalRow, on board: LeaderboardNumber) {
        self.row = row
        self.board = board
    }

    func matches(_ item: SubmitCall.Item) -> Bool {
        if let leaderboard = item.leaderboard {
            guard leaderboard == board else { return false }
        } else {
            guard row.flags.contains(.wentToDefault) else { return false }
        }
        return item.score.value == row.value && item.score.context == row.context && item.score.date == claimedDate
    }

    var claimedDate: Timestamp? {
        if row.flags.contains(.isDatedByServer) { return nil }
        guard row.flags.contains(.isDateClamped), row.extra.count >= 8 else { return row.date }
        var milliseconds: UInt64 = 0
        for (index, byte) in row.extra.prefix(8).enumerated() { milliseconds |= UInt64(byte) << UInt64(index * 8) }
        return Timestamp(clamping: Int64(truncatingIfNeeded: milliseconds))
    }

    /// Eight bytes, little-endian.
    static func bytes(of claimed: Timestamp) -> [UInt8] {
        let bits = UInt64(bitPattern: claimed.milliseconds)
        return (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0 * 8)) }
    }
}
