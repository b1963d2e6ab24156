import LaurelDomain
import LaurelStorage

/// What a row of a held score remembers beside a claimed date: which challenges it may complete, if its sender said so.
enum HeldScore {
    private static let mark: UInt8 = 0x43
    private static let bytesOfDate = 8
    /// More than one report can name.
    private static let countLimit = (JournalRow.extraBytesLimit - bytesOfDate - 1) / 4

    /// To be appended to ``JournalRow/extra``.
    static func bytes(of eligible: Set<ChallengeNumber>?) -> [UInt8] {
        guard let eligible else { return [] }
        return [mark]
            + eligible.sorted().prefix(countLimit).flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number.rawValue >> ($0 * 8)) }
            }
    }

    /// - Returns: nil: all.
    static func eligible(of row: JournalRow) -> Set<ChallengeNumber>? {
        let tail = row.extra.dropFirst(row.flags.contains(.isDateClamped) ? bytesOfDate : 0)
        guard tail.first == mark else { return nil }
        let bytes = Array(tail.dropFirst())
        return Set(
            stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
                ChallengeNumber((0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32($1 * 8) })
            })
    }
}
