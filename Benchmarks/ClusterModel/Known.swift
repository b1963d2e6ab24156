/// What the model takes as given: figures measured elsewhere, each with its source, and assumptions, each of which is
/// named so.
enum Known {
    /// A row of the journal in PostgreSQL with its key. Unit: bytes. Source: docs/internals/cluster.md, measured.
    static let journalRowBytes = 158.0

    /// One writer, a primary and a synchronous standby, on one machine of two processors with other work beside:
    /// lower bounds. Source: docs/internals/cluster.md, measured with PostgreSQL 15.
    static let commits: [(batch: Double, commits: Double, rows: Double)] = [
        (1, 856, 856), (32, 1_027, 32_800), (128, 529, 67_700), (1_024, 78, 80_300),
    ]

    /// From the promotion of a standby to its first commit. Unit: seconds. Source: as above.
    static let promotionSeconds = 0.4

    /// The whole server's memory for a player: entry, both windows, name. Unit: bytes. Source: docs/performance.md,
    /// measured on 2026-11-28 with 1,000,000 players.
    static let serverBytes = 156.0

    /// The filter of score IDs in memory. Unit: bytes a score. Source: ``ScoreIDs``, 16 bits an ID.
    static let filterBytes = 2.0

    /// How long an owner's lease must stand still before another node claims the store, and how often the owner beats.
    /// Unit: seconds. Source: `LeaseTimes.usual`. From the end of an owner to a score written elsewhere took 3.1 s with
    /// 1,000,000 players: docs/performance.md, measured on 2026-11-28.
    static let leaseSeconds = 2.5
    static let beatSeconds = 0.5

    // Assumptions.
    /// Of all players, who play on one day.
    static let activeShare = 0.1
    static let scoresADay = 5.0
    /// The busiest second over the average one.
    static let peakFactor = 5.0
    /// Ranks, pages and neighbors that are read for each score.
    static let readsPerScore = 10.0
    /// Of a node and of a database server.
    static let memoryBytes = 64.0 * 1_073_741_824
    static let memoryShare = 0.7
    static let diskBytes = 4e12
    /// How long rows and IDs are kept before they are archived.
    static let keptDays = 365.0
    /// Until a monitor declares a primary dead. Source: Patroni's default `ttl`.
    static let detectionSeconds = 30.0
}
