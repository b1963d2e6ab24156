public import LaurelDomain
public import LaurelStorage
import Synchronization

/// What comes with scores for the sake of challenges.
public struct ScoreAttachments: Sendable {
    /// The challenges that these scores may complete (rule 6.3); nil: all.
    public var eligible: Set<ChallengeNumber>?
    /// Replays by the place of their score in the call.
    public var replays: [Int: Blob]

    public init(eligible: Set<ChallengeNumber>? = nil, replays: [Int: Blob] = [:]) {
        self.eligible = eligible
        self.replays = replays
    }

    var replayBytes: Int { replays.values.reduce(0) { $0 + $1.bytes.count } }
}

/// The bytes of replays that wait for the writer: they have a room of their own, since few calls could fill memory.
final class ReplayRoom: Sendable {
    static let bytesLimit = 67_108_864

    private let bytes = Atomic(0)

    /// - Returns: `completion`, which gives the room back when it is called.
    /// - Throws: when there is no room.
    func holding<Value: Sendable>(
        _ count: Int, _ completion: @escaping @Sendable (Result<Value, SubmitScoresError>) -> Void
    ) throws(SubmitScoresError) -> @Sendable (Result<Value, SubmitScoresError>) -> Void {
        guard count > 0 else { return completion }
        guard bytes.add(count, ordering: .relaxed).newValue <= Self.bytesLimit else {
            bytes.subtract(count, ordering: .relaxed)
            throw .unavailable
        }
        return { [self] result in
            bytes.subtract(count, ordering: .relaxed)
            completion(result)
        }
    }
}
