public import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage

/// Joins a challenge of a group, declines or leaves it, or asks for a rematch (rules 14.13, 14.15).
public struct AnswerGroupChallenge: Sendable {
    private let groups: GroupChallenges
    public init(_ groups: GroupChallenges) { self.groups = groups }

    /// Joining twice is the same as once.
    public func join(
        _ number: GroupChallengeNumber, as session: Session
    ) async throws(GroupChallengeError) -> GroupChallengeDetails {
        let player = session.player
        let known = try await ReadGroupChallenges(groups)(number, as: session).challenge
        let circle = try await groups.circle(of: [player])
        try await groups.keeper.perform { (draft) throws(GroupChallengeError) in
            try draft.checkBan(of: player, in: known.app)
            try draft.pending.groups.challenges[number]?.checkMeeting(player, circle)
            do throws(ChallengeStep.GroupObstacle) {
                let challenge = try draft.challenges.joinGroup(number, by: player)
                draft.resolveInvitation(of: player, to: challenge)
            } catch {
                throw error == .unknown ? .refused(.over) : GroupChallengeError(error)
            }
        }
        return try await ReadGroupChallenges(groups)(number, as: session)
    }

    /// Declines, or leaves for good. Of one that is over nothing changes.
    public func leave(_ number: GroupChallengeNumber, as session: Session) async throws(GroupChallengeError) {
        let player = session.player
        _ = try await ReadGroupChallenges(groups)(number, as: session)
        try await groups.keeper.perform { (draft) throws(GroupChallengeError) in
            guard let challenge = draft.pending.groups.challenges[number] else { return }
            draft.challenges.leaveGroup(number, by: player)
            draft.resolveInvitation(of: player, to: challenge)
        }
    }

    /// - Returns: the rematch. Who asks second joins the first one's.
    public func rematch(
        _ number: GroupChallengeNumber, as session: Session
    ) async throws(GroupChallengeError) -> GroupChallengeDetails {
        let player = session.player
        let known = try await ReadGroupChallenges(groups)(number, as: session).challenge
        guard let app = groups.keeper.catalogue.app(known.app) else { throw .unknownDefinition }
        let others = known.participants.map(\.player).filter { $0 != player }
        if known.rematch == nil { try groups.send(others.count, by: player) }
        let circle = try await groups.circle(of: [player])
        let rematch = try await groups.keeper.perform { (draft) throws(GroupChallengeError) in
            try draft.checkBan(of: player, in: known.app)
            let (_, leaderboard) = try draft.offered(known.definition, of: app, in: known.environment)
            // The definition may name another leaderboard by now, and a rematch is on the old one.
            guard draft.catalogue.target(of: known.leaderboard)?.number == leaderboard.number else {
                throw .unknownDefinition
            }
            // Who asks second joins the first one's.
            let groups = draft.pending.groups.challenges
            if let there = groups[number]?.rematch.flatMap({ groups[$0] }) {
                try there.checkMeeting(player, circle)
            }
            let bans = draft.catalogue.bans
            let ends = known.rematch == nil ? try draft.occurrenceEnd(on: leaderboard) : nil
            do throws(ChallengeStep.GroupObstacle) {
                let (challenge, isNew) = try draft.challenges.rematchGroup(number, by: player, ends: ends) {
                    circle.mayMeet(player, $0) && !bans.isBanned($0, in: app.team)
                }
                if !isNew { draft.resolveInvitation(of: player, to: challenge) }
                return challenge.number
            } catch {
                throw error == .unknown ? .refused(.tooLate) : GroupChallengeError(error)
            }
        }
        return try await ReadGroupChallenges(groups)(rematch, as: session)
    }
}

extension GroupChallenge {
    /// Whether somebody who isn't in it yet may be, with those who are (rule 11.4).
    fileprivate func checkMeeting(_ player: PlayerNumber, _ circle: MatchCircle) throws(GroupChallengeError) {
        guard joined.allSatisfy({ $0 == player || circle.mayMeet(player, $0) }) else {
            throw .refused(.cannotMeet)
        }
    }
}

extension CommitDraft {
    fileprivate func checkBan(of player: PlayerNumber, in app: AppNumber) throws(GroupChallengeError) {
        guard let app = catalogue.app(app) else { throw .unknownChallenge }
        guard !catalogue.bans.isBanned(player, in: app.team) else { throw .banned }
    }

    /// It asks for no answer any more.
    fileprivate mutating func resolveInvitation(of player: PlayerNumber, to challenge: GroupChallenge) {
        facts.append(
            .noticesResolved(
                ResolvedNotices(
                    of: player, [.groupChallengeInvited], app: challenge.app, environment: challenge.environment,
                    subject: GroupChallengeIDs(challenges.ids).id(of: challenge.number))))
        effects.append(.noticesResolved(player))
    }
}
