package import LaurelDomain
package import LaurelStorage

// A challenge issued, within the bounds of rule 6.2.
extension ChallengeStep {
    /// Why one receiver gets none, or does not get another one.
    package enum Obstacle: Error, Hashable {
        /// The same sender's challenge, which asks for as much or more.
        case harder(Challenge)
        case tooManyPending(limit: Int)
        case tooManyToday(limit: Int)
        case noNumberLeft
    }

    /// What is to be issued.
    package struct Draft {
        let sender: PlayerNumber
        package var receiver: PlayerNumber
        let app: AppNumber
        let environment: Environment
        package var goal: ChallengeGoal
        package var message: String
        package var replay: Blob?

        package init(
            sender: PlayerNumber, receiver: PlayerNumber, app: AppNumber, environment: Environment,
            goal: ChallengeGoal, message: String = "", replay: Blob? = nil
        ) {
            self.sender = sender
            self.receiver = receiver
            self.app = app
            self.environment = environment
            self.goal = goal
            self.message = message
            self.replay = replay
        }
    }

    /// Plans a challenge within the bounds of rule 6.2: one for each ordered pair and subject, the harder one wins. Its
    /// receiver hears of it by ``announce(_:)``.
    package mutating func issue(_ draft: Draft) throws(Obstacle) -> Challenge {
        let key = PendingChallenges.Key(
            receiver: draft.receiver, subject: draft.goal.subject, environment: draft.environment)
        let there = pending.at(key)
        let old = there.first { $0.sender == draft.sender && $0.state(at: time) == .pending }
        if let old, !asksForMore(draft.goal, than: old.goal) { throw .harder(old) }
        guard pending.issuedToday(by: draft.sender, at: key) < Challenge.rateLimit else {
            throw .tooManyToday(limit: Challenge.rateLimit)
        }
        guard there.count - (old == nil ? 0 : 1) < Challenge.pendingLimit else {
            throw .tooManyPending(limit: Challenge.pendingLimit)
        }
        for player in [draft.sender, draft.receiver] {
            let count = pending.of(player).count { ($0.sender == player) == (draft.sender == player) }
            guard count < Challenge.pendingOfPlayerLimit else {
                throw .tooManyPending(limit: Challenge.pendingOfPlayerLimit)
            }
        }
        guard let number = pending.nextNumber() else { throw .noNumberLeft }
        if let old { settle(old, .invalid) }
        let challenge = Challenge(
            number: number, sender: draft.sender, receiver: draft.receiver, app: draft.app,
            environment: draft.environment, goal: draft.goal, issued: time)
        pending.add(challenge)
        facts.append(.challenge(.issued(challenge, message: draft.message, replay: draft.replay)))
        return challenge
    }

    /// What a request with this key has sent before, in this commit or an earlier one. Nil: nothing.
    package mutating func sending(
        _ key: ChallengeKey, by sender: PlayerNumber
    ) throws(StoreError) -> ChallengeSending? {
        if let planned = pending.sending(key, by: sender) { return planned }
        return try reads.sending(key, by: sender)
    }

    /// Plans that a request is known when it comes again. One that sent nothing new isn't: no row would have it.
    package mutating func remember(_ sending: ChallengeSending, by sender: PlayerNumber) {
        guard sending.outcomes.contains(where: \.isNew) else { return }
        pending.put(sending, by: sender)
        facts.append(.challenge(.sent(sending, by: sender)))
    }

    /// Plans that its receiver hears of a new challenge, unless they muted its sender.
    package mutating func announce(_ challenge: Challenge) {
        if pending.hasMuted(challenge.receiver, challenge.sender, challenge.goal.subject) { return }
        tell(challenge.receiver, .challengeReceived, of: challenge)
    }

    /// Strictly: an equal one asks for the same.
    func asksForMore(_ goal: ChallengeGoal, than other: ChallengeGoal) -> Bool {
        guard case .score(let leaderboard, let value, _) = goal, case .score(_, let otherValue, _) = other,
            let order = catalogue.leaderboard(leaderboard)?.sortOrder
        else { return false }
        return order.prefers(value, to: otherValue)
    }
}
