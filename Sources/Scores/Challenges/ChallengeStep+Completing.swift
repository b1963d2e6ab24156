import LaurelDomain
import LaurelStorage

// A score or an earned achievement completes challenges: planned with its row, written in its commit.
extension ChallengeStep {
    /// Looks up what ``complete(by:on:app:eligible:replay:)`` needs of a player's row, before anything is planned.
    mutating func expectCompletion(by player: PlayerNumber, _ subject: ChallengeSubject, _ environment: Environment) {
        pending.expectFriends(of: player, subject, environment, &reads)
    }

    /// Plans what a score sets off. Nearly always nothing: one look into a table.
    ///
    /// - Parameters:
    ///   - app: in which a challenge goes back; nil: in that of the challenge.
    ///   - eligible: the challenges that it may complete; nil: all.
    ///   - replay: of this score; it goes along with a challenge that goes back.
    mutating func complete(
        by row: JournalRow, on leaderboard: Leaderboard, app: AppNumber?, eligible: Set<ChallengeNumber>?, replay: Blob?
    ) throws(StoreError) -> SetOff {
        guard let player = row.player else { return .nothing }
        let key = PendingChallenges.Key(
            receiver: player, subject: .leaderboard(leaderboard.number), environment: row.stream.environment)
        var setOff = SetOff()
        for challenge in pending.at(key) where eligible?.contains(challenge.number) ?? true {
            // A held score is accepted some time after it came.
            guard challenge.state(at: time) == .pending,
                challenge.isCompleted(
                    by: row.value, date: row.date, arrival: row.time, order: leaderboard.sortOrder)
            else { continue }
            guard try reads.areFriends(challenge.sender, challenge.receiver, for: challenge.number) else {
                settle(challenge, .invalid)
                continue
            }
            pending.remove(challenge)
            let answer = answer(challenge, row, leaderboard, app ?? challenge.app, replay)
            settle(challenge, .completed, by: row.sequence, answer: answer?.number)
            tellBoth(challenge, score: row.value)
            setOff.completed.append(challenge.number)
            guard let answer else { continue }
            // Behind the completion that set it off: players hear of things in the order in which they happen.
            announce(answer)
            setOff.answers.append(answer.number)
        }
        return setOff
    }

    /// The same for an achievement that was earned.
    mutating func complete(
        by row: JournalRow, _ achievement: AchievementNumber, eligible: Set<ChallengeNumber>?
    ) throws(StoreError) -> SetOff {
        guard let player = row.player else { return .nothing }
        let key = PendingChallenges.Key(
            receiver: player, subject: .achievement(achievement), environment: row.stream.environment)
        var setOff = SetOff()
        for challenge in pending.at(key) where eligible?.contains(challenge.number) ?? true {
            guard row.time < challenge.expires, challenge.isAfterIssue(row.date, arrival: row.time) else { continue }
            guard try reads.areFriends(challenge.sender, challenge.receiver, for: challenge.number) else {
                settle(challenge, .invalid)
                continue
            }
            settle(challenge, .completed, by: row.sequence)
            tellBoth(challenge, score: nil)
            setOff.completed.append(challenge.number)
        }
        return setOff
    }

    private mutating func tellBoth(_ challenge: Challenge, score: Int64?) {
        tell(challenge.receiver, .challengeCompleted, of: challenge, score: score)
        tell(challenge.sender, .challengeCompleted, of: challenge, score: score)
    }

    /// Rule 6.4: a strictly better score goes back as a challenge, unless the sender has one there that asks for
    /// more, does not want to hear of it, or a bound is reached. The game's own bound is that rate.
    private mutating func answer(
        _ challenge: Challenge, _ row: JournalRow, _ leaderboard: Leaderboard, _ app: AppNumber, _ replay: Blob?
    ) -> Challenge? {
        let goal = ChallengeGoal.score(leaderboard.number, value: row.value, context: row.context)
        guard asksForMore(goal, than: challenge.goal),
            !pending.hasMuted(challenge.sender, challenge.receiver, goal.subject)
        else { return nil }
        let key = PendingChallenges.Key(
            receiver: challenge.sender, subject: goal.subject, environment: challenge.environment)
        let isPending = { [time] (other: Challenge) in other.state(at: time) == .pending }
        guard !pending.at(key).contains(where: { isPending($0) && asksForMore($0.goal, than: goal) }) else {
            return nil
        }
        do throws(Obstacle) {
            return try issue(
                Draft(
                    sender: challenge.receiver, receiver: challenge.sender, app: app,
                    environment: challenge.environment, goal: goal, replay: replay))
        } catch {
            return nil
        }
    }
}
