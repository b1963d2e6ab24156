public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Declines a challenge; its sender is told (rule 6.3). Declining twice is the same as once.
public struct DeclineChallenge: Sendable {
    private let challenges: Challenges
    public init(_ challenges: Challenges) { self.challenges = challenges }

    public func callAsFunction(_ number: ChallengeNumber, as session: Session) async throws(ChallengeError) {
        let known = try await ReadChallenges(challenges)(number, as: session).challenge
        guard known.receiver == session.player else { throw .notReceiver }
        if known.state == .declined { return }
        try await challenges.keeper.perform { (draft) throws(ChallengeError) in
            let now = draft.time
            guard let challenge = draft.pending.challenges[number], challenge.state(at: now) == .pending else {
                throw .settled(known.state == .pending ? .invalid : known.state)
            }
            draft.challenges.decline(challenge)
        }
    }
}

/// Says whose challenges a player hears of: of one player or of all, on one leaderboard or everywhere. A muted
/// challenge still comes, but nobody tells them, and none goes back from them to those who beat it (rule 6.4).
public struct MuteChallenges: Sendable {
    private let challenges: Challenges
    public init(_ challenges: Challenges) { self.challenges = challenges }

    public func callAsFunction(_ mute: ChallengeMute, isMuted: Bool) async throws(ChallengeError) {
        try await challenges.keeper.perform { (draft) throws(ChallengeError) in
            guard draft.pending.isThere(mute) != isMuted else { return }
            let limit = ChallengeMute.countLimit
            guard !isMuted || draft.pending.muteCount(of: mute.player) < limit else {
                throw .tooManyMutes(limit: limit)
            }
            draft.pending.set(mute, isMuted: isMuted)
            draft.facts.append(.challenge(.mute(mute, isMuted: isMuted)))
        }
    }
}
