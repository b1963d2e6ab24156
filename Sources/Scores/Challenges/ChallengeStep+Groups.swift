package import LaurelDomain
package import LaurelStorage

// Challenges of groups (rules 14.13 to 14.16): what becomes of them is planned with what sets it off.
extension ChallengeStep {
    /// Why one isn't made or joined.
    package enum GroupObstacle: Error, Hashable {
        case refused(GroupChallenge.Refusal)
        case unknown
        case tooManyRunning(limit: Int)
        case tooManyInvited(PlayerNumber, limit: Int)
        /// The server has as many as it can, or all numbers are used up.
        case full
    }

    /// What is to be made.
    package struct GroupDraft {
        let maker: PlayerNumber
        let others: [PlayerNumber]
        let app: AppNumber
        let environment: Environment
        let definition: ChallengeDefinitionID
        let leaderboard: LeaderboardNumber
        let ends: Timestamp
        let triesLimit: Int?

        package init(
            maker: PlayerNumber, others: [PlayerNumber], app: AppNumber, environment: Environment,
            definition: ChallengeDefinitionID, leaderboard: LeaderboardNumber, ends: Timestamp, triesLimit: Int?
        ) {
            self.maker = maker
            self.others = others
            self.app = app
            self.environment = environment
            self.definition = definition
            self.leaderboard = leaderboard
            self.ends = ends
            self.triesLimit = triesLimit
        }
    }

    // MARK: Making and joining

    /// Plans a new one and tells those who are invited.
    package mutating func makeGroup(_ draft: GroupDraft) throws(GroupObstacle) -> GroupChallenge {
        guard let number = pending.groups.nextNumber, !pending.groups.isFull else { throw .full }
        let challenge = GroupChallenge(
            number: number, app: draft.app, environment: draft.environment, definition: draft.definition,
            leaderboard: draft.leaderboard, started: time, ends: draft.ends, triesLimit: draft.triesLimit,
            by: draft.maker, inviting: draft.others)
        try add(challenge, by: draft.maker)
        return challenge
    }

    /// Plans a rematch, once: who asks second gets the first one's, and joins it (rule 14.15).
    ///
    /// - Parameters:
    ///   - ends: nil: after as long a time as the first one's.
    ///   - mayMeet: whether the asker may invite a player.
    /// - Returns: the rematch, and whether it is new.
    package mutating func rematchGroup(
        _ old: GroupChallengeNumber, by asker: PlayerNumber, ends: Timestamp?,
        mayMeet: (PlayerNumber) -> Bool
    ) throws(GroupObstacle) -> (GroupChallenge, isNew: Bool) {
        guard var known = pending.groups.challenges[old] else { throw .unknown }
        if let number = known.rematch, let rematch = pending.groups.challenges[number] {
            guard known[asker]?.state == .joined, rematch[asker] != nil else { throw .refused(.notInvited) }
            return (try joinGroup(number, by: asker), isNew: false)
        }
        guard known.rematch == nil else { throw .refused(.tooLate) }
        guard let number = pending.groups.nextNumber, !pending.groups.isFull else { throw .full }
        let rematch: GroupChallenge
        do throws(GroupChallenge.Refusal) {
            rematch = try known.rematch(number, by: asker, at: time, ends: ends, mayMeet: mayMeet)
        } catch {
            throw .refused(error)
        }
        try add(rematch, by: asker)
        known.rematch = number
        keep(known)
        facts.append(.challenge(.group(.ghost(number, of: old))))
        return (rematch, isNew: true)
    }

    private mutating func add(_ challenge: GroupChallenge, by maker: PlayerNumber) throws(GroupObstacle) {
        try checkRunning(of: maker, challenge)
        let limit = GroupChallenge.invitedLimit
        let others = challenge.participants.map(\.player).filter { $0 != maker }
        for other in others {
            let count = pending.groups.count(
                of: other, .invited, challenge.app, challenge.environment, at: time)
            guard count < limit else { throw .tooManyInvited(other, limit: limit) }
        }
        keep(challenge)
        for other in others { tell(other, .groupChallengeInvited, of: challenge, about: maker) }
    }

    private func checkRunning(of player: PlayerNumber, _ challenge: GroupChallenge) throws(GroupObstacle) {
        let limit = GroupChallenge.runningLimit
        let count = pending.groups.count(of: player, .joined, challenge.app, challenge.environment, at: time)
        guard count < limit else { throw .tooManyRunning(limit: limit) }
    }

    /// The others who joined hear of it. Joining twice is the same as once.
    package mutating func joinGroup(
        _ number: GroupChallengeNumber, by player: PlayerNumber
    ) throws(GroupObstacle) -> GroupChallenge {
        guard var challenge = pending.groups.challenges[number] else { throw .unknown }
        guard challenge[player]?.state != .joined else { return challenge }
        do throws(GroupChallenge.Refusal) { try challenge.join(player, at: time) } catch { throw .refused(error) }
        try checkRunning(of: player, challenge)
        keep(challenge)
        for other in challenge.joined where other != player {
            tell(other, .groupChallengeJoined, of: challenge, about: player)
        }
        return challenge
    }

    /// Declines, or leaves.
    package mutating func leaveGroup(_ number: GroupChallengeNumber, by player: PlayerNumber) {
        guard var challenge = pending.groups.challenges[number], challenge.stage.isOpen else { return }
        let old = challenge
        challenge.leave(player)
        guard challenge != old else { return }
        keep(challenge)
        noteLeader(old, challenge)
    }

    // MARK: Tries

    /// Counts a score as a try of each challenge in which it is one (rule 14.13), in the score's own commit.
    ///
    /// - Parameter replay: of this score.
    package mutating func tryGroups(_ row: JournalRow, on leaderboard: Leaderboard, replay: Blob?) {
        guard let player = row.player, !row.flags.contains(.isImported) else { return }
        let counting = pending.groups.counting(player, leaderboard.number, row.stream.environment)
        guard !counting.isEmpty else { return }
        // Rule 14.16.
        let requires = leaderboard.replays?.requires ?? .none
        guard requires == .none || row.flags.contains(.isVerified) else { return }
        let attempt = GroupChallenge.Try(sequence: row.sequence, value: row.value, date: row.date)
        for var challenge in counting {
            // One that was held and is accepted now.
            guard time < challenge.ends.advanced(by: GroupChallenge.lateSpan),
                let recorded = challenge.record(attempt, by: player, arrival: row.time, order: leaderboard.sortOrder)
            else { continue }
            keepTries(of: player, challenge)
            if recorded.leads { lead(challenge, replay: replay) }
            for other in recorded.overtaken {
                tell(other, .groupChallengeOvertaken, of: challenge, about: player, ["score": attempt.value])
            }
        }
    }

    /// A moderator took a score out, or brought it back. What leads then may be another one.
    mutating func turnTries(_ score: JournalRow, on leaderboard: Leaderboard, isOut: Bool) {
        guard let player = score.player else { return }
        for var challenge in pending.groups.counting(player, leaderboard.number, score.stream.environment) {
            let leader = challenge.standings(leaderboard.sortOrder).first?.best?.sequence
            guard challenge.turn(score.sequence, of: player, isOut: isOut) else { continue }
            keepTries(of: player, challenge)
            if challenge.standings(leaderboard.sortOrder).first?.best?.sequence != leader {
                lead(challenge, replay: keptReplay(leading: challenge, leaderboard.sortOrder))
            }
        }
    }

    /// The run that leads is another one. A rematch that was made already has it as its ghost.
    private mutating func lead(_ challenge: GroupChallenge, replay: Blob?) {
        facts.append(.challenge(.group(.led(challenge.number, replay: replay))))
        if let rematch = challenge.rematch {
            facts.append(.challenge(.group(.ghost(rematch, of: challenge.number))))
        }
    }

    /// Who led may be gone: what was kept of their run goes, too, and the next one's takes its place (rule 14.16).
    private mutating func noteLeader(_ old: GroupChallenge, _ new: GroupChallenge) {
        // Nobody can say any more who led on a leaderboard that is gone.
        guard let order = catalogue.target(of: new.leaderboard)?.sortOrder else { return lead(new, replay: nil) }
        let leaders = [old, new].map { $0.standings(order).first?.best?.sequence }
        if leaders[0] != leaders[1] { lead(new, replay: keptReplay(leading: new, order)) }
    }

    /// The replay of the try that leads, as it is kept with the player's scores. Nil: it isn't any more, or there was
    /// none.
    private mutating func keptReplay(leading challenge: GroupChallenge, _ order: SortOrder) -> Blob? {
        guard let leader = challenge.standings(order).first, let best = leader.best else { return nil }
        let key = ScoreReplayKey(
            player: leader.player, leaderboard: challenge.leaderboard, environment: challenge.environment)
        do throws(StoreError) { return try reads.replay(key, value: best.value) } catch {
            // It is noted as missing: the step is planned again once it was read.
            return nil
        }
    }

    /// A guest's score became the account's: the same try, with another row.
    mutating func renumberTries(
        _ old: JournalSequence, to row: JournalRow, on leaderboard: LeaderboardNumber
    ) {
        guard let player = row.player else { return }
        for var challenge in pending.groups.counting(player, leaderboard, row.stream.environment)
        where challenge.renumber(old, of: player, to: row.sequence) {
            keepTries(of: player, challenge)
        }
    }

    private mutating func keep(_ challenge: GroupChallenge) {
        pending.put(challenge)
        facts.append(.challenge(.group(.kept(challenge))))
    }

    private mutating func keepTries(of player: PlayerNumber, _ challenge: GroupChallenge) {
        guard let participant = challenge[player] else { return }
        pending.put(challenge)
        facts.append(.challenge(.group(.tried(challenge.number, participant))))
    }

    // MARK: Time, and ends

    /// Does what time did by now.
    ///
    /// - Returns: how many were due.
    mutating func advanceGroups(limit: Int) -> Int {
        let due = pending.dueGroups(at: time, limit: limit)
        for number in due {
            guard var challenge = pending.groups.challenges[number] else { continue }
            let old = challenge
            let moments = challenge.advance(to: time)
            guard challenge != old else { continue }
            keep(challenge)
            for moment in moments {
                switch moment {
                case .endNears: tellStandings(.groupChallengeEnding, of: challenge)
                case .ended: tellStandings(.groupChallengeEnded, of: challenge)
                case .closed: break
                }
            }
        }
        return due.count
    }

    /// What they compete on, or where, is gone.
    package mutating func cancelGroups(where isOver: (GroupChallenge) -> Bool) {
        guard !pending.groups.isEmpty else { return }
        for var challenge in pending.groups.all(where: { $0.stage.isOpen && isOver($0) }) {
            if challenge.cancel(at: time) { keep(challenge) }
        }
    }

    /// A player is kept out of a team's games, or of all: they leave what they joined, and what they're invited to.
    package mutating func leaveGroups(_ player: PlayerNumber, in team: TeamNumber?) {
        for challenge in pending.groups.of(player)
        where team == nil || catalogue.app(challenge.app)?.team == team {
            leaveGroup(challenge.number, by: player)
        }
    }

    /// The player's invitations from the other one are gone, and the other way round. Who plays already stays.
    package mutating func endGroupInvitations(between player: PlayerNumber, _ other: PlayerNumber) {
        for var challenge in pending.groups.of(player) where challenge.stage.isOpen {
            guard let maker = challenge.participants.first(where: { $0.seat == 0 })?.player, challenge[other] != nil
            else { continue }
            let invited = maker == player ? other : maker == other ? player : nil
            guard let invited, challenge[invited]?.state == .invited else { continue }
            challenge.remove(invited)
            keep(challenge)
        }
    }

    /// Test data goes: the player's part in them.
    mutating func removeFromGroups(_ player: PlayerNumber, where isMeant: (GroupChallenge) -> Bool) {
        for old in pending.groups.of(player) where isMeant(old) {
            var challenge = old
            challenge.remove(player)
            keep(challenge)
            noteLeader(old, challenge)
        }
    }

    /// From memory; the fact that erases a player takes their rows. What was kept of their run goes also where a
    /// challenge is over so long that it is in the store alone.
    ///
    /// - Parameter stored: the player's that have a replay.
    package mutating func forgetInGroups(_ player: PlayerNumber, stored: [GroupChallenge]) {
        for old in pending.groups.of(player) {
            var challenge = old
            challenge.remove(player)
            pending.put(challenge)
            noteLeader(old, challenge)
        }
        for old in stored where pending.groups.challenges[old.number] == nil {
            var challenge = old
            challenge.remove(player)
            noteLeader(old, challenge)
        }
    }

    /// A guest becomes part of an account; the fact that merges them does the same in the store.
    ///
    /// - Parameter keepsInvitations: false: a game asked for it, and could have had the guest invited by whomever it
    ///   likes.
    mutating func mergeGroups(_ guest: PlayerNumber, into account: PlayerNumber, keepsInvitations: Bool) {
        for old in pending.groups.of(guest) {
            var challenge = old
            if !keepsInvitations, challenge[guest]?.state == .invited {
                challenge.remove(guest)
                keep(challenge)
                continue
            }
            let isNew = challenge[account] == nil
            challenge.merge(guest, into: account)
            if isNew {
                pending.put(challenge)
            } else {
                keep(challenge)
                noteLeader(old, challenge)
            }
        }
    }

    /// A leaderboard became part of a group of leaderboards.
    mutating func moveGroups(from source: LeaderboardNumber, to target: LeaderboardNumber) {
        guard !pending.groups.isEmpty else { return }
        for var challenge in pending.groups.all(where: { $0.leaderboard == source }) {
            challenge.leaderboard = target
            pending.put(challenge)
        }
    }

    // MARK: Being told

    /// All who joined hear who is first, and with what: their own position and number of players beside it.
    private mutating func tellStandings(_ kind: NoticeKind, of challenge: GroupChallenge) {
        let standings = challenge.standings(catalogue.target(of: challenge.leaderboard)?.sortOrder ?? .highToLow)
        let first = standings.first { $0.rank == 1 }
        for standing in standings {
            // Of somebody whom the player muted, only what the own part is.
            let isMuted =
                first.map { pending.hasMuted(standing.player, $0.player, .leaderboard(challenge.leaderboard)) } ?? true
            let isFirst = standing.player == first?.player
            tell(
                standing.player, kind, of: challenge, about: isFirst || isMuted ? nil : first?.player,
                [
                    "rank": standing.rank.map(Int64.init), "players": Int64(standings.count),
                    "score": isFirst || !isMuted ? first?.best?.value : nil,
                ])
        }
    }

    /// - Parameter numbers: what else is told; nil: that isn't.
    private mutating func tell(
        _ player: PlayerNumber, _ kind: NoticeKind, of challenge: GroupChallenge, about other: PlayerNumber?,
        _ numbers: KeyValuePairs<String, Int64?> = [:]
    ) {
        if let other, pending.hasMuted(player, other, .leaderboard(challenge.leaderboard)) { return }
        facts.append(
            .notice(
                NewNotice(
                    to: player, kind, app: challenge.app, environment: challenge.environment, about: other,
                    subject: GroupChallengeIDs(ids).id(of: challenge.number), details: details(of: challenge, numbers),
                    created: time)))
    }

    /// IDs need no escaping: letters, digits, spaces, `.`, `_`, `-`.
    private func details(of challenge: GroupChallenge, _ numbers: KeyValuePairs<String, Int64?>) -> String {
        let leaderboard = catalogue.leaderboard(challenge.leaderboard).map { #","leaderboard":"\#($0.id.text)""# }
        let rest = numbers.compactMap { name, number in number.map { #","\#(name)":\#($0)"# } }.joined()
        return #"{"definition":"\#(challenge.definition.text)"\#(leaderboard ?? "")\#(rest)}"#
    }
}
