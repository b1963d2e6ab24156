public import LaurelDomain

/// A player who is being erased, or has been. It names nobody: the number has no owner any more.
public struct ErasureRecord: Hashable, Sendable {
    /// What the player keeps as proof.
    public let receipt: String
    public let player: PlayerNumber
    public let requested: Timestamp
    /// Nil: not everything is gone yet.
    public var finished: Timestamp?

    public init(receipt: String, player: PlayerNumber, requested: Timestamp, finished: Timestamp? = nil) {
        self.receipt = receipt
        self.player = player
        self.requested = requested
        self.finished = finished
    }
}

/// Takes players out of the store for good. In steps, each of which may be done again: what was begun is finished
/// after any end of the process.
public protocol ErasureDirectory: Sendable {
    /// Deletes everything that is known of the player, in one transaction; their rows in the journal follow. With an
    /// account begins the erasure of each guest who is becoming part of it, with the receipt of their merge.
    ///
    /// - Returns: the record, an older one where they were erased before; nil: no such player.
    func beginErasure(
        of player: PlayerNumber, receipt: String, at now: Timestamp
    ) async throws(StoreError) -> ErasureRecord?
    /// In order of number.
    func unfinishedErasures() async throws(StoreError) -> [ErasureRecord]
    func finishErasure(of player: PlayerNumber, at now: Timestamp) async throws(StoreError)
    /// Takes the player's number and message out of some archived matches, in one transaction. A match that none of
    /// those who are left took part in goes (``MatchArchive``).
    ///
    /// - Returns: of how many; none: no archived match has the player any more.
    func eraseArchivedSeats(of player: PlayerNumber, limit: Int) async throws(StoreError) -> Int
    /// Makes sure that nothing that was deleted or overwritten is left in any file of the store.
    /// It may take seconds, and holds up nobody.
    /// - Returns: false when a reader blocks it: try again later.
    func scrub() async throws(StoreError) -> Bool
}
