/// The numbers that make the game: how fast, how high, how near.
///
/// - Unit: lengths are 1/256 of a unit, 40 units are a metre, times are ticks of 1/60 s.
public enum Rules {
    public static let unit: Int32 = 256
    public static let metre: Int64 = 40 * 256

    // The monkey. His box is smaller than his picture: who sees himself clear, is.
    public static let halfWidth: Int32 = 12 * 256
    public static let feet: Int32 = 4 * 256
    public static let top: Int32 = 46 * 256

    /// After he was spared nothing can end the run for a second and a half.
    public static let mercyTicks: Int32 = 90
    /// Less between him and an enemy is a near miss.
    public static let hair: Int32 = 5 * 256

    // The jump: 12 units a tick upwards, slowed little while the button is held, much once it is let go.
    public static let jumpRise: Int32 = 3080
    public static let gravityHeld: Int32 = 143
    public static let gravityCut: Int32 = 430
    public static let gravityFalling: Int32 = 196
    /// The height of a jump held to its end.
    public static let jumpHeight: Int32 = 136 * 256

    /// A press this long before landing still jumps.
    public static let bufferTicks: Int32 = 8
    /// A press this long after running off an edge still jumps.
    public static let coyoteTicks: Int32 = 6

    /// He climbs out of a pit by himself when he is no deeper than this.
    public static let ledge: Int32 = 8 * 256
    public static let pitDepth: Int32 = 60 * 256
    /// How much of a pit's edge still carries a foot.
    public static let pitEdge: Int32 = 9 * 256

    /// Nothing appears nearer than this: more than any screen shows.
    public static let spawnAhead: Int64 = 1100 * 256
    public static let forgetBehind: Int64 = 420 * 256

    /// How far he runs in a tick: 5 units at first, never quite 10. Rises with the distance and never falls.
    public static func speed(at distance: Int64) -> Int32 {
        1280 + growth(of: 1240, at: distance, half: 900)
    }

    /// The least time from one enemy to the next: 88 ticks at first, never quite 52. A jump held to its end takes 40.
    public static func gapTicks(at distance: Int64) -> Int32 {
        88 - growth(of: 37, at: distance, half: 500)
    }

    /// The most time that chance adds to the gap.
    public static func slackTicks(at distance: Int64) -> Int32 {
        44 - growth(of: 34, at: distance, half: 600)
    }

    /// full · d / (d + half): half of `full` at `half` metres, ever more slowly after.
    private static func growth(of full: Int64, at distance: Int64, half metres: Int64) -> Int32 {
        let ahead = max(distance, 0)
        return Int32(truncatingIfNeeded: full * ahead / (ahead + metres * metre))
    }
}
