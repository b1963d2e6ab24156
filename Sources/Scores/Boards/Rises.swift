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

    /// Something waits: once for all that comes until it is taken.
    package let signals: AsyncStream<Void>
    private let inlet: AsyncStream<Void>.Continuation
    private let waiting = Mutex<[Rise]>([])
    private let isHeard = Atomic<Bool>(false)

    init() { (signals, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Whether anybody listens. Without it the writer spends nothing on this.
    var isWanted: Bool { isHeard.load(ordering: .relaxed) }

    /// From now on they are kept.
    package func listen() { isHeard.store(true, ordering: .relaxed) }

    func add(_ rise: Rise) {
        let isFirst = waiting.withLock { waiting in
            if waiting.count < Self.waitingLimit { waiting.append(rise) }
            return waiting.count == 1
        }
        if isFirst { inlet.yield() }
    }

    /// All that wait, in the order in which they came.
    package func take() -> [Rise] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
