package import LaurelDomain
package import LaurelStorage

// What the writer does for all that is about challenges: load, expire, settle, issue. Each adds to the batch's facts,
// which are written in the same commit as the rows that set them off.
extension JournalWriter {
    /// Challenges settled for their age at the start of one batch.
    private static let expiredAtOnce = 64

    func loadChallenges() throws(StoreError) {
        let journal = keeper.journal
        let yesterday = keeper.clock.now().advanced(by: -Challenge.rateSpan)
        pending = PendingChallenges(
            pending: try journal.pendingChallenges(), recent: try journal.challenges(issuedAfter: yesterday),
            mutes: try journal.challengeMutes(), lastNumber: try journal.lastChallenge())
    }

    /// Reads the clock for what is planned now.
    func beginBatch() {
        batch.time = readClock()
        pending.forgetIssues(at: batch.time)
        for challenge in pending.expired(at: batch.time, limit: Self.expiredAtOnce) { settle(challenge, .invalid) }
    }

    /// Plans that it is pending no more.
    package func settle(
        _ challenge: Challenge, _ state: ChallengeState, by row: JournalSequence? = nil,
        answer: ChallengeNumber? = nil
    ) {
        pending.remove(challenge)
        let settlement = ChallengeSettlement(challenge.number, state, at: batch.time, by: row, answer: answer)
        batch.facts.append(.challenge(.settled(settlement)))
    }

    /// Plans that a player is told of a challenge.
    package func tell(_ player: PlayerNumber, _ kind: NoticeKind, of challenge: Challenge) {
        let other = player == challenge.sender ? challenge.receiver : challenge.sender
        batch.facts.append(
            .notice(
                NewNotice(
                    to: player, kind, app: challenge.app, environment: challenge.environment, about: other,
                    subject: keeper.ports.ids.id(of: challenge.number), details: details(of: challenge.goal),
                    created: batch.time)))
    }

    /// Ids need no escaping: letters, digits, `.`, `_`, `-`.
    private func details(of goal: ChallengeGoal) -> String {
        switch goal {
        case .score(let number, let value, _):
            guard let leaderboard = keeper.catalogue.leaderboard(number) else { return "" }
            return #"{"leaderboard":"\#(leaderboard.id.text)","value":\#(value)}"#
        case .achievement(let number):
            guard let achievement = keeper.catalogue.achievements.achievement(number) else { return "" }
            return #"{"achievement":"\#(achievement.id.text)"}"#
        }
    }

    /// What is about a leaderboard that takes no more scores, or is gone, is pending no more (rule 6.3).
    func closeChallenges(of facts: [Change.Fact]) {
        for fact in facts {
            switch fact {
            case .leaderboard(let leaderboard) where leaderboard.isArchived: end(.leaderboard(leaderboard.number))
            case .leaderboardRemoved(let number): end(.leaderboard(number))
            default: break
            }
        }
    }

    /// A leaderboard becomes part of a group: so do its challenges (rule 4.1), one for each ordered pair (rule 6.2).
    func moveChallenges(from source: LeaderboardNumber, to target: LeaderboardNumber) {
        var moved: [Challenge] = []
        for challenge in pending.on(.leaderboard(source)) {
            let goal = challenge.moved(to: target).goal
            let place = PendingChallenges.Place(
                receiver: challenge.receiver, subject: goal.subject, environment: challenge.environment)
            let other = pending.at(place).first {
                $0.sender == challenge.sender && $0.state(at: batch.time) == .pending
            }
            if let other, !asksForMore(goal, than: other.goal) {
                settle(challenge, .invalid)
                continue
            }
            if let other { settle(other, .invalid) }
            moved.append(challenge)
        }
        pending.move(moved, from: source, to: target)
        batch.facts.append(.challenge(.moved(from: source, to: target)))
    }

    package func end(_ subject: ChallengeSubject) {
        for challenge in pending.on(subject) { settle(challenge, .invalid) }
    }
}

// MARK: Issue

extension JournalWriter {
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
    package func issue(_ draft: Draft) throws(Obstacle) -> Challenge {
        let place = PendingChallenges.Place(
            receiver: draft.receiver, subject: draft.goal.subject, environment: draft.environment)
        let there = pending.at(place)
        let old = there.first { $0.sender == draft.sender && $0.state(at: batch.time) == .pending }
        if let old, !asksForMore(draft.goal, than: old.goal) { throw .harder(old) }
        guard pending.issuedToday(by: draft.sender, at: place) < Challenge.rateLimit else {
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
            environment: draft.environment, goal: draft.goal, issued: batch.time)
        pending.add(challenge)
        batch.facts.append(.challenge(.issued(challenge, message: draft.message, replay: draft.replay)))
        return challenge
    }

    /// Plans that its receiver hears of a new challenge, unless they muted its sender.
    package func announce(_ challenge: Challenge) {
        if pending.hasMuted(challenge.receiver, challenge.sender, challenge.goal.subject) { return }
        tell(challenge.receiver, .challengeReceived, of: challenge)
    }

    /// Strictly: an equal one asks for the same.
    func asksForMore(_ goal: ChallengeGoal, than other: ChallengeGoal) -> Bool {
        guard case .score(let leaderboard, let value, _) = goal, case .score(_, let otherValue, _) = other,
            let order = keeper.catalogue.leaderboard(leaderboard)?.sortOrder
        else { return false }
        return order.prefers(value, to: otherValue)
    }
}
