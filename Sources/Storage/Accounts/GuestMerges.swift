public import LaurelDomain
public import LaurelMatches

/// A guest who becomes part of an account (rule 1.13): that it is decided. What follows can be done again at any time.
public struct GuestMerge: Hashable, Sendable {
    public let guest: PlayerNumber
    public let account: PlayerNumber
    /// Of the guest's erasure, which ends the merge.
    public let receipt: String
    public let requested: Timestamp
    /// When a device of the guest's last had nothing left to send (rule 4.7).
    public let emptyQueue: Timestamp?
    /// Whether the player decided it on a page of ours: a game alone makes nobody friends, and blocks nobody.
    public let takesFriends: Bool
    /// When all was the account's, and the guest's erasure began. Nil: not yet.
    public let finished: Timestamp?

    public init(
        guest: PlayerNumber, account: PlayerNumber, receipt: String, requested: Timestamp, emptyQueue: Timestamp?,
        takesFriends: Bool, finished: Timestamp? = nil
    ) {
        self.guest = guest
        self.account = account
        self.receipt = receipt
        self.requested = requested
        self.emptyQueue = emptyQueue
        self.takesFriends = takesFriends
        self.finished = finished
    }
}

/// What became of a request to merge. Nothing was written unless it was begun.
public enum GuestMerging: Hashable, Sendable {
    /// Now, or by an earlier call.
    case begun(GuestMerge)
    /// They are part of another account.
    case mergedElsewhere
    /// They have a password, and are an account themselves.
    case upgraded
    /// Nobody has the secret, or nobody any more.
    case unknownGuest
    /// The account is gone, or a guest itself.
    case noAccount
}

/// Guests who become part of accounts. Every engine must pass `GuestMergeContract`.
public protocol GuestMergeDirectory: ArchivedGames {
    /// Writes that it is decided, and ends the guest's sessions: their secret signs in nobody any more. Asked again,
    /// the first answer stands.
    func beginMerge(
        ofGuest secret: SecretDigest, into account: PlayerNumber, takesFriends: Bool, receipt: String,
        at now: Timestamp
    ) async throws(StoreError) -> GuestMerging
    /// - Returns: nil when the secret is of no merged guest.
    func guestMerge(_ secret: SecretDigest) async throws(StoreError) -> GuestMerge?
    /// - Returns: nil when they aren't being merged, or it is finished.
    func unfinishedMerge(of guest: PlayerNumber) async throws(StoreError) -> GuestMerge?
    /// In order of guest.
    func unfinishedMerges() async throws(StoreError) -> [GuestMerge]
    /// Gives the account a merged guest's seats in some archived matches, in one transaction. A seat stays the guest's
    /// where the account sits, too, or somebody of `blocks`.
    ///
    /// - Returns: the last match that was looked at, to go on after; nil: there are no more.
    func mergeArchivedSeats(
        of guest: PlayerNumber, into account: PlayerNumber, apartFrom blocks: Set<PlayerNumber>, in game: MatchGame,
        after number: MatchNumber, limit: Int
    ) async throws(StoreError) -> MatchNumber?
    /// The last step, in one transaction: saved games and shares become the account's, notices about the guest speak of
    /// the account, and the guest's erasure begins, as ``ErasureDirectory/beginErasure(of:receipt:at:)``.
    ///
    /// - Returns: the erasure, also when it was begun before; nil: there is no such merge.
    func finishMerge(of guest: PlayerNumber, at now: Timestamp) async throws(StoreError) -> ErasureRecord?
    /// Deletes those that were finished before a moment: their secrets lead nowhere any more.
    func deleteMerges(finishedBefore moment: Timestamp) async throws(StoreError)
}
