import LaurelClient
import LaurelDomain
import Synchronization

// Replays, which are Laurel's own and not in Apple's GameKit: the moves of a run, in the game's own coding. One goes
// with a score, so that a server can check it, and with a challenge, so that its receiver plays against the moves.

extension GKScore {
    /// The replay that led to this score, sent with the score and with its challenges. Nil for none.
    ///
    /// - Range: at most 256 KiB; a longer one is left out.
    public var replay: Data? {
        get { state.withLock(\.replay) }
        set { state.withLock { $0.replay = newValue.flatMap { $0.count <= Challenge.replayBytesLimit ? $0 : nil } } }
    }
}

extension GKChallenge {
    /// Whether the sender attached a replay.
    public var hasReplay: Bool { record.replay != nil }

    /// Loads the replay that the sender attached. The handler gets an error if there's none any more.
    @preconcurrency public func loadReplay(completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        let id = challengeID
        center.answer(completionHandler) { (center) throws(GKError) in
            guard let id else { throw GKError(.challengeInvalid) }
            return try await center.asPlayer { (client, _) throws(ClientError) in
                Data(try await client.replay(of: id))
            }
        }
    }
}
