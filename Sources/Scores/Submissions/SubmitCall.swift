package import LaurelDomain
package import LaurelStorage

/// Scores that one player sends at once.
package struct SubmitCall: Sendable {
    package struct Item: Sendable {
        /// Nil: the default one.
        package let leaderboard: LeaderboardNumber?
        package let score: Score
        package var replay: Blob?
        /// Where its leaderboard checks replays: what it was found to be.
        package var run: Result<CheckedRun, SubmitScoresError>?
        /// The row of the guest whose score it was (rule 1.13).
        var source: JournalRow?

        package init(
            leaderboard: LeaderboardNumber?, score: Score, replay: Blob? = nil,
            run: Result<CheckedRun, SubmitScoresError>? = nil
        ) {
            self.leaderboard = leaderboard
            self.score = score
            self.replay = replay
            self.run = run
        }
    }

    /// Where scores come from.
    package enum Origin: Hashable, Sendable {
        /// One on which the player has made them.
        case device
        /// The game's developer has brought them, and vouches for their dates. They set nothing off.
        ///
        /// - isTrial: they are only judged.
        case elsewhere(isTrial: Bool)
    }

    package var items: [Item]
    /// Of the items' IDs with the player, made on the caller's thread: the writer has everybody's scores to count.
    /// Nil: an item has no ID, or is a guest's score, whose ID the writer chooses.
    let digests: [UInt64?]
    /// Whether an ID may come twice: a digest does. Hardly ever; then each score is compared with all before it.
    let hasTwins: Bool
    /// Where they waited.
    var queue: DeviceQueue { DeviceQueue(device: device, app: app, environment: stream.environment) }
    package let origin: Origin
    package let app: AppNumber
    package let stream: StreamID
    package let player: PlayerNumber
    package let device: DeviceNumber
    package let waiting: Int?
    /// The challenges that these scores may complete; nil: all.
    package var eligible: Set<ChallengeNumber>?
    /// From the rules of a judged match (rule 12.40): if the leaderboard refuses it, it is left out.
    var isOfJudge = false
    /// What was read of the store for it: nearly always nothing.
    var known: [StoreRead: StoreFinding] = [:]
    package internal(set) var completion: @Sendable (Result<SubmittedScores, SubmitScoresError>) -> Void

    package init(
        items: [Item], app: AppNumber, stream: StreamID, player: PlayerNumber, device: DeviceNumber, waiting: Int?,
        eligible: Set<ChallengeNumber>? = nil, origin: Origin = .device,
        completion: @escaping @Sendable (Result<SubmittedScores, SubmitScoresError>) -> Void
    ) {
        let digests = items.map { item -> UInt64? in
            item.source == nil ? item.score.id.map { ScoreIDs.digest($0, of: player) } : nil
        }
        self.items = items
        self.digests = digests
        hasTwins = Self.hasTwins(digests)
        self.app = app
        self.stream = stream
        self.player = player
        self.device = device
        self.waiting = waiting
        self.eligible = eligible
        self.origin = origin
        self.completion = completion
    }

    private static func hasTwins(_ digests: [UInt64?]) -> Bool {
        guard digests.count > 1 else { return false }
        var seen = DigestTable(capacity: digests.count)
        return digests.contains { digest in digest.map { seen.insert(1, for: $0) != nil } ?? false }
    }
}
