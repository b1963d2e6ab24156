package import LaurelDomain
package import LaurelRanking
import Synchronization

/// A player went up on a leaderboard.
package struct Rise: Sendable {
    package let stream: StreamID
    package let board: BoardKey
    package let player: PlayerNumber
    /// Nil: it is their first entry.
    package let before: RankKey?
    package let after: RankKey
    /// The row by which they rose.
    package let sequence: JournalSequence
    package let time: Timestamp
}

/// Where the journal's writer leaves who went up, for the notices to their friends. It never waits: what comes while
/// too many wait is forgotten, for a notice more or less is a courtesy and a score is not.
package final class Rises: Sendable {
    /// About 80 bytes each.
    static let waitingLimit = 16_384

    package let waiting: AsyncStream<Rise>
    private let inlet: AsyncStream<Rise>.Continuation
    private let isHeard = Atomic<Bool>(false)

    init() {
        (waiting, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.waitingLimit))
    }

    /// Whether anybody listens. Without it the writer spends nothing on this.
    var isWanted: Bool { isHeard.load(ordering: .relaxed) }

    /// From now on they are kept.
    package func listen() { isHeard.store(true, ordering: .relaxed) }

    func add(_ rise: Rise) { inlet.yield(rise) }
}
