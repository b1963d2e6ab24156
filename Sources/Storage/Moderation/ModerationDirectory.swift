public import LaurelDomain

/// The queue of reviews, reports, policies and words. Every engine must pass `ModerationContract`.
public protocol ModerationDirectory: Sendable {
    /// Oldest first: those after `id`, at most `limit`.
    func reviews(_ filter: ReviewFilter, after id: ReviewID?, limit: Int) async throws(StoreError) -> [Review]
    func review(_ id: ReviewID) async throws(StoreError) -> Review?
    /// A player's held or flagged scores on a leaderboard, newest first.
    func reviewedScores(
        of player: PlayerNumber, on leaderboard: LeaderboardNumber, _ stream: StreamID, limit: Int
    ) async throws(StoreError) -> [Review]

    /// Writes the report and puts it into the queue; reports of the same thing in the same game, while it is pending,
    /// are one item.
    /// - Parameters:
    ///   - since: reports of this reporter from then on are counted…
    ///   - limit: …and more than so many are refused.
    /// The photo that a report of one names as its evidence is kept for ``reportedPhoto(_:of:)``.
    func file(_ report: Report, since: Timestamp, limit: Int) async throws(StoreError) -> ReportOutcome
    /// Those that an item joins, oldest first.
    func reports(of id: ReviewID, limit: Int) async throws(StoreError) -> [Report]

    /// Those that a player wrote, newest first.
    func reports(by reporter: PlayerNumber, limit: Int) async throws(StoreError) -> [Report]

    /// - Parameters:
    ///   - leaderboard: nil: for every leaderboard of the app that has none of its own.
    ///   - policy: nil: the leaderboard's own goes.
    func setPolicy(
        _ policy: ModerationPolicy?, of app: AppNumber, leaderboard: LeaderboardNumber?, _ audit: NewAuditEntry
    ) async throws(StoreError)

    /// What the operator added to the list of words or took out of it, in order of word.
    func words() async throws(StoreError) -> [WordRecord]
    /// - Parameter verdict: nil: as the list that comes with the program has it.
    func setWord(_ word: String, _ verdict: WordVerdict?, _ audit: NewAuditEntry) async throws(StoreError)

    /// Whose ``Alias/key`` begins so, in order of key.
    /// - Parameter key: of the last one of the page before; empty: from the first on.
    func players(aliasKeyPrefix prefix: String, beyond key: String, limit: Int) async throws(StoreError) -> [Player]
    /// Takes something of a player's away, tells them and writes it down: one transaction, or nothing.
    /// - Parameters:
    ///   - review: the item that it was reported in. What no report of it shows as its evidence stays, since nobody
    ///     reported it: the player has put it in place of what was reported.
    ///   - notice, audit: nil: they were told, and it was written down, before.
    func takeDown(
        _ content: TakenDown, of player: PlayerNumber, reportedIn review: ReviewID, _ notice: NewNotice?,
        _ audit: NewAuditEntry?
    ) async throws(StoreError) -> TakedownOutcome
    /// The bytes of a photo that an item was reported for, until the item is decided, whatever the player shows since.
    func reportedPhoto(_ digest: BlobDigest, of id: ReviewID) async throws(StoreError) -> [UInt8]?
}
