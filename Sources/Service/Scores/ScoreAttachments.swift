public import LaurelDomain
public import LaurelStorage

/// What comes with scores for the sake of challenges.
public struct ScoreAttachments: Sendable {
    /// The challenges that these scores may complete (rule 6.3); nil: all.
    public var eligible: Set<ChallengeNumber>?
    /// Replays by the index of their score in the call.
    public var replays: [Int: Blob]

    public init(eligible: Set<ChallengeNumber>? = nil, replays: [Int: Blob] = [:]) {
        self.eligible = eligible
        self.replays = replays
    }

    var replayBytes: Int { replays.values.reduce(0) { $0 + $1.bytes.count } }
}
