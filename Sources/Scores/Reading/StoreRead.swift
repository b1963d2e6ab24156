package import LaurelDomain
package import LaurelStorage

/// One thing that a step needs of the store.
package enum StoreRead: Hashable, Sendable {
    /// A row of a stream's journal.
    case row(StreamID, JournalSequence)
    /// The rows that a run of score ids names for a digest.
    case rows(StreamID, digest: UInt64, run: Int64)
    /// A player's chain from a row on, newest first, at most so many rows.
    case history(StreamID, JournalSequence, limit: Int)
    /// What a row of a player's completed.
    case completions(JournalSequence, PlayerNumber, ChallengeSubject, Environment)
    /// Whether two players are friends. With the challenge between them that it is asked for: what was read for one
    /// says nothing of a later one.
    case friendship(PlayerNumber, PlayerNumber, ChallengeNumber?)
    /// Whether somebody handed in a run before.
    case run(RunKey)
    /// The replay of a player's last score of a value.
    case replay(ScoreReplayKey, value: Int64)
    case progress(ProgressKey)
    case review(ReviewID)
    /// What a sender's request to challenge with this key has sent.
    case sending(ChallengeKey, PlayerNumber)
}

/// What the store said to a ``StoreRead``.
package enum StoreValue: Hashable, Sendable {
    case row(JournalRow?)
    case rows([JournalRow])
    case completions([ChallengeSettlement])
    case answer(Bool)
    case replay(Blob?)
    case progress(PlayerAchievements)
    case review(Review?)
    case sending(ChallengeSending?)
}

/// A value of the store, and since when it has been known.
package struct StoreFinding: Hashable, Sendable {
    let value: StoreValue
    /// ``ReadMarks/turn`` before it was read: what a later turn has changed may not be in it.
    let mark: UInt64
}
