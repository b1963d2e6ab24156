public import LaurelDomain

/// What wrong guesses have used up of one limit, as the store has it.
public struct GuessCount: Hashable, Sendable {
    /// No limit on guessing reaches further ahead: a second factor's is paid off after 50 minutes. A row that expires
    /// later was written while the clock was wrong: server time is made anew by a start, and would let it last until
    /// then.
    public static let longestLife = Timestamp.Span.hours(1)

    /// Of what is limited, such as a player and an address. Under a key, so that the store names neither.
    public let digest: SecretDigest
    /// When the guesses so far will have been paid off. From then on the row says nothing.
    public let expires: Timestamp

    public init(digest: SecretDigest, expires: Timestamp) {
        self.digest = digest
        self.expires = expires
    }
}

/// Wrong guesses, for the next process over the store: limits on guessing are in memory, and begin with these. Every
/// engine must pass `GuessContract`.
///
/// What expires does so at its moment: it counts before, and not then. Nor does it count more than
/// ``GuessCount/longestLife`` before.
public protocol GuessDirectory: Sendable {
    /// Deletes the rows of `digests`, then writes `counts`, over those that are there: all or nothing.
    func noteGuesses(_ counts: [GuessCount], forgetting digests: [SecretDigest]) async throws(StoreError)
    /// All that count, those that expire last first, at most `limit`.
    func guesses(at now: Timestamp, limit: Int) async throws(StoreError) -> [GuessCount]
    /// Deletes what doesn't count: at most `limit` rows that have expired, and all that a wrong clock left.
    func tidyGuesses(at now: Timestamp, limit: Int) async throws(StoreError)
}
