/// How a match went for a participant (rule 12.10).
///
/// - Range: 0...9, or a game's own number within 0x00FF0000.
/// - Source: `GKTurnBasedMatch.Outcome`.
public struct MatchOutcome: Hashable, Sendable {
    public static let none = MatchOutcome(unchecked: 0)
    public static let quit = MatchOutcome(unchecked: 1)
    public static let won = MatchOutcome(unchecked: 2)
    public static let lost = MatchOutcome(unchecked: 3)
    public static let tied = MatchOutcome(unchecked: 4)
    public static let timeExpired = MatchOutcome(unchecked: 5)
    public static let first = MatchOutcome(unchecked: 6)
    public static let second = MatchOutcome(unchecked: 7)
    public static let third = MatchOutcome(unchecked: 8)
    public static let fourth = MatchOutcome(unchecked: 9)
    static let customRange: UInt32 = 0x00FF_0000

    public let rawValue: UInt32

    /// - Returns: nil outside the range.
    public init?(rawValue: UInt32) {
        let isCustom = rawValue != 0 && rawValue & ~Self.customRange == 0
        guard rawValue <= Self.fourth.rawValue || isCustom else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: UInt32) { self.rawValue = rawValue }
}
