package import LaurelDomain
package import LaurelStorage

/// What one batch does to challenges (rules 6.1 to 6.4): it is handed what is pending and what is published, and leaves
/// facts, which are written in the commit of the rows that set them off.
///
/// A value that reads no store: who is whose friend was read before, and is in ``reads``.
package struct ChallengeStep {
    package var pending: PendingChallenges
    let time: Timestamp
    let catalogue: Catalogue
    package let ids: ChallengeIDs
    package var reads: StoreReads
    /// What is to be written.
    package internal(set) var facts: [Change.Fact] = []

    package init(
        _ pending: PendingChallenges, at time: Timestamp, catalogue: Catalogue, ids: ChallengeIDs,
        reads: StoreReads = StoreReads()
    ) {
        self.pending = pending
        self.time = time
        self.catalogue = catalogue
        self.ids = ids
        self.reads = reads
    }

    /// Plans that it is pending no more.
    package mutating func settle(
        _ challenge: Challenge, _ state: ChallengeState, by row: JournalSequence? = nil,
        answer: ChallengeNumber? = nil
    ) {
        pending.remove(challenge)
        let settlement = ChallengeSettlement(challenge.number, state, at: time, by: row, answer: answer)
        facts.append(.challenge(.settled(settlement)))
    }

    /// By its receiver; its sender hears of it.
    package mutating func decline(_ challenge: Challenge) {
        settle(challenge, .declined)
        tell(challenge.sender, .challengeDeclined, of: challenge)
    }

    /// Plans that a player is told of a challenge.
    ///
    /// - Parameter score: with which it was completed; nil: it is not, or asks for no score.
    mutating func tell(_ player: PlayerNumber, _ kind: NoticeKind, of challenge: Challenge, score: Int64? = nil) {
        let other = player == challenge.sender ? challenge.receiver : challenge.sender
        facts.append(
            .notice(
                NewNotice(
                    to: player, kind, app: challenge.app, environment: challenge.environment, about: other,
                    subject: ids.id(of: challenge.number),
                    details: details(
                        of: challenge.goal,
                        kind == .challengeCompleted
                            ? Completion(score: score, isWinner: player == challenge.receiver) : nil),
                    created: time)))
    }

    /// How it was completed, as one of the two is told.
    private struct Completion {
        /// Nil: by an achievement.
        let score: Int64?
        /// Whether it was this one.
        let isWinner: Bool
    }

    /// Ids need no escaping: letters, digits, `.`, `_`, `-`.
    private func details(of goal: ChallengeGoal, _ completion: Completion?) -> String {
        let result = completion.map { completion in
            (completion.score.map { #","score":\#($0)"# } ?? "") + #","isWinner":\#(completion.isWinner)"#
        }
        switch goal {
        case .score(let number, let value, _):
            guard let leaderboard = catalogue.leaderboard(number) else { return "" }
            return #"{"leaderboard":"\#(leaderboard.id.text)","value":\#(value)\#(result ?? "")}"#
        case .achievement(let number):
            guard let achievement = catalogue.achievements.achievement(number) else { return "" }
            return #"{"achievement":"\#(achievement.id.text)"\#(result ?? "")}"#
        }
    }

    /// A leaderboard becomes part of a group: so do its challenges (rule 4.1), one for each ordered pair (rule 6.2).
    mutating func move(from source: LeaderboardNumber, to target: LeaderboardNumber) {
        var moved: [Challenge] = []
        for challenge in pending.on(.leaderboard(source)) {
            let goal = challenge.moved(to: target).goal
            let key = PendingChallenges.Key(
                receiver: challenge.receiver, subject: goal.subject, environment: challenge.environment)
            let other = pending.at(key).first {
                $0.sender == challenge.sender && $0.state(at: time) == .pending
            }
            if let other, !asksForMore(goal, than: other.goal) {
                settle(challenge, .invalid)
                continue
            }
            if let other { settle(other, .invalid) }
            moved.append(challenge)
        }
        pending.move(moved, from: source, to: target)
        moveGroups(from: source, to: target)
        facts.append(.challenge(.moved(from: source, to: target)))
    }

    package mutating func end(_ subject: ChallengeSubject) {
        for challenge in pending.on(subject) { settle(challenge, .invalid) }
        guard case .leaderboard(let leaderboard) = subject else { return }
        cancelGroups { $0.leaderboard == leaderboard }
    }
}
