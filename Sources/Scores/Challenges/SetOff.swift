public import LaurelDomain
import LaurelStorage

/// What a score or a report did to challenges (rules 4.10, 6.3, 6.4).
public struct SetOff: Hashable, Sendable {
    /// The player's challenges that are completed by it.
    public var completed: [ChallengeNumber]
    /// Challenges that went back to those who had sent them.
    public var answers: [ChallengeNumber]

    public static let nothing = SetOff()

    public init(completed: [ChallengeNumber] = [], answers: [ChallengeNumber] = []) {
        self.completed = completed
        self.answers = answers
    }

    init(_ settlements: [ChallengeSettlement]) {
        completed = settlements.map(\.number)
        answers = settlements.compactMap(\.answer)
    }
}
