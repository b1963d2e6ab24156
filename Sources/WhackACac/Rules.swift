/// The numbers that make the game.
///
/// - Unit: lengths are units of a field of ``width`` by ``height``, times are ticks of 1/60 s.
/// They are those of the tutorial's game; where that one never ends for a good player, time grows short.
public enum Rules {
    public static let width: Int32 = 480
    public static let height: Int32 = 400
    public static let rowCount: Int32 = 3

    public static let lives: Int32 = 5
    /// With golden cacti, at most.
    public static let livesLimit: Int32 = 6
    /// So many in a row give a life back; the next time it takes so many more, up to the limit.
    public static let comboStep: Int32 = 20
    static let comboGrowth: Int32 = 10
    static let comboLimit: Int32 = 1000
    /// Of a thousand that come, so many are golden, and so many are owls.
    static let goldChance: Int32 = 60
    static let owlChance: Int32 = 110
    static let firstGoldTick: Int32 = 600
    /// From one golden cactus to the next, at least.
    static let goldTicks: Int32 = 1800
    static let firstOwlTick: Int32 = 900
    static let goldPatience: Int32 = 42
    static let owlPatience: Int32 = 110
    /// A minute and a half, and the quiet after it.
    public static let dayTicks: Int32 = 5400
    static let nightTicks: Int32 = 140
    /// A cactus comes up within a quarter of a second, and goes down as fast.
    public static let slideTicks: Int32 = 15
    /// A cactus that was hit fades in a tenth of a second.
    public static let fadeTicks: Int32 = 6
    /// It has to be hit within two seconds of its coming.
    public static let patienceTicks: Int32 = 120
    /// The second cactus of a game comes a second after the first.
    static let secondCactusTick: Int32 = 60
    /// From a hit or a miss to the next cactus: half a second to two and a half.
    static let replacementTicks: (least: Int32, most: Int32) = (30, 150)
    /// A finger may miss by so much.
    static let fingerMargin: Int32 = 6

    static let slotsAtStart: Int32 = 2
    /// More never stand at a time.
    public static let slotsLimit = 7

    /// How many cacti the field has at a time: two, and one more at each tenth hit up to the fiftieth; in the timed
    /// mode one more every 15 seconds.
    static func slots(_ mode: Mode, hits: Int32, ticks: Int32) -> Int32 {
        let grown =
            switch mode {
            case .classic: slotsAtStart &+ min(hits, 50) / 10
            case .timed: slotsAtStart &+ ticks / 900
            }
        return min(grown, Int32(truncatingIfNeeded: slotsLimit))
    }

    /// How long a cactus that comes now waits to be hit. Never grows in the course of a game.
    ///
    /// Classic: two seconds up to the fiftieth hit, then a tick less for every second hit, down to one second.
    /// Timed: a tick less every two seconds, down to 0.9 s.
    static func patience(_ mode: Mode, hits: Int32, ticks: Int32) -> Int32 {
        switch mode {
        case .classic: max(patienceTicks &- max(hits &- 50, 0) / 2, 60)
        case .timed: max(patienceTicks &- ticks / 120, 54)
        }
    }

    /// Where a row's cacti come out of the sand.
    public static func crest(row: Int32) -> Int32 { 226 &+ min(max(row, 0), rowCount &- 1) &* 60 }
}

/// What a game is about.
public enum Mode: Int32, CaseIterable, Sendable {
    /// As many cacti as five lives allow.
    case classic
    /// As long as five lives allow.
    case timed

    /// How a log says which of the two it is.
    public var coreID: UInt32 {
        switch self {
        case .classic: 0x5743_0001
        case .timed: 0x5743_0002
        }
    }
}
