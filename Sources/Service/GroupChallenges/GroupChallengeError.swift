public import LaurelDomain
public import LaurelScores

/// Why a challenge of a group is neither shown nor changed. `item` is the index of the player who stands in the way.
public enum GroupChallengeError: Error, StoreFailure, Hashable, Sendable {
    /// Or it is none of the caller's business.
    case unknownChallenge
    case unknownDefinition
    case gameCenterDisabled
    case notReleased
    case noPlayers
    case tooManyPlayers(limit: Int)
    case playerTwice(item: Int)
    case oneself(item: Int)
    /// Or there is no such player, or one blocks the other: nobody learns which.
    case notFriend(item: Int)
    /// With another one of them.
    case cannotMeet(item: Int)
    /// The definition doesn't offer it.
    case duration
    /// The definition isn't repeatable: each has one try.
    case tries
    case betweenOccurrences(next: Timestamp?)
    case refused(GroupChallenge.Refusal)
    case tooManyRunning(limit: Int)
    /// Nil: one who was in the challenge before.
    case tooManyInvited(item: Int?, limit: Int)
    case sentEnough(retryAfter: Timestamp.Span)
    case full
    /// The player is kept out of this game (rule 4.12).
    case banned
    case noGhost
    case unavailable
    case broken(reason: String)

    /// - Parameter players: who were invited, in order.
    init(_ obstacle: ChallengeStep.GroupObstacle, inviting players: [PlayerNumber] = []) {
        switch obstacle {
        case .refused(let refusal): self = .refused(refusal)
        case .unknown: self = .unknownChallenge
        case .tooManyRunning(let limit): self = .tooManyRunning(limit: limit)
        case .tooManyInvited(let player, let limit):
            self = .tooManyInvited(item: players.firstIndex(of: player), limit: limit)
        case .full: self = .full
        }
    }
}
