public import LaurelDomain
import LaurelRanking
import LaurelScores
import LaurelStorage

/// What becomes of a request to challenge: planned by the writer, on what was read before.
struct ChallengePlan: Sendable {
    /// Rows of a player's history looked at for a score that is as good; the best one may be further back.
    private static let historyLimit = 1_000

    let request: ChallengeRequest
    /// Of the sender.
    let senderKey: ProgressKey
    let stream: StreamID
    let replay: Blob?
    let mayMessage: @Sendable (PlayerNumber, PlayerNumber, Timestamp) -> Bool

    /// What came of it.
    enum Answer: Sendable {
        /// One for each receiver, and whether it is new.
        case issued([(Challenge, Bool)])
        /// It was sent before.
        case repeated(ChallengeSending)
    }

    var reads: [StoreRead] {
        var reads = request.receivers.map { StoreRead.friendship(senderKey.player, $0, nil) }
        if let identity = request.identity { reads.append(.sending(identity.key, senderKey.player)) }
        if case .achievement = request.goal {
            reads += ([senderKey.player] + request.receivers).map { .progress(progressKey(of: $0)) }
        }
        return reads
    }

    /// Refuses what can't be sent to anyone, whether or not they are friends. Plans nothing.
    func check(_ draft: inout CommitDraft) throws(IssueChallengesError) {
        guard !draft.catalogue.bans.isBanned(senderKey.player, in: stream.team) else { throw .banned }
        _ = try wanted(&draft)
    }

    func issue(_ draft: inout CommitDraft) throws(IssueChallengesError) -> Answer {
        if let sent = try sent(&draft) { return .repeated(sent) }
        guard !draft.catalogue.bans.isBanned(senderKey.player, in: stream.team) else { throw .banned }
        for (item, receiver) in request.receivers.enumerated() {
            let areFriends = try IssueChallengesError.reading { () throws(StoreError) in
                try draft.reads.areFriends(senderKey.player, receiver)
            }
            guard areFriends else { throw .notFriend(item: item) }
        }
        var wanted = try wanted(&draft)
        var issued: [(Challenge, Bool)] = []
        for (item, receiver) in request.receivers.enumerated() {
            wanted.receiver = receiver
            wanted.message = mayMessage(senderKey.player, receiver, draft.time) ? request.message : ""
            issued.append(try issue(wanted, item, &draft))
        }
        if let identity = request.identity {
            let outcomes = issued.map { ChallengeSending.Outcome($0.0.number, isNew: $0.1) }
            draft.challenges.remember(
                ChallengeSending(key: identity.key, body: identity.body, outcomes: outcomes), by: senderKey.player)
        }
        return .issued(issued)
    }

    /// What the same request has sent before.
    private func sent(_ draft: inout CommitDraft) throws(IssueChallengesError) -> ChallengeSending? {
        guard let identity = request.identity else { return nil }
        let sent = try IssueChallengesError.reading { () throws(StoreError) in
            try draft.challenges.sending(identity.key, by: senderKey.player)
        }
        try identity.check(sent)
        return sent
    }

    private func issue(
        _ wanted: ChallengeStep.Draft, _ item: Int, _ draft: inout CommitDraft
    ) throws(IssueChallengesError) -> (Challenge, Bool) {
        do throws(ChallengeStep.Obstacle) {
            let challenge = try draft.challenges.issue(wanted)
            draft.challenges.announce(challenge)
            return (challenge, true)
        } catch {
            switch error {
            case .harder(let old): return (old, false)
            case .tooManyPending(let limit): throw .tooManyPending(item: item, limit: limit)
            case .tooManyToday(let limit): throw .tooManyToday(item: item, limit: limit)
            case .noNumberLeft: throw .broken(reason: "all challenge numbers are used up")
            }
        }
    }

    /// For whichever receiver.
    private func wanted(_ draft: inout CommitDraft) throws(IssueChallengesError) -> ChallengeStep.Draft {
        var wanted = ChallengeStep.Draft(
            sender: senderKey.player, receiver: senderKey.player, app: senderKey.app,
            environment: senderKey.environment,
            goal: .achievement(AchievementNumber(0)), message: request.message, replay: replay)
        switch request.goal {
        case .score(let id, let value, let context):
            guard let leaderboard = draft.catalogue.leaderboard(id, of: senderKey.app) else {
                throw .unknownLeaderboard
            }
            guard !leaderboard.isArchived else { throw .leaderboardArchived }
            guard leaderboard.kind.parts.isEmpty else { throw .combinedLeaderboard }
            let (value, ownContext) = try score(value, on: leaderboard, &draft)
            wanted.goal = .score(leaderboard.number, value: value, context: context ?? ownContext)
            // Where replays are checked, no other than the checked one goes along.
            if replay == nil || leaderboard.replays != nil {
                let replayKey = ScoreReplayKey(
                    player: senderKey.player, leaderboard: leaderboard.number, environment: senderKey.environment)
                wanted.replay = try IssueChallengesError.reading { () throws(StoreError) in
                    try draft.reads.replay(replayKey, value: value)
                }
            }
        case .achievement(let id): wanted.goal = .achievement(try achievement(id, &draft))
        }
        return wanted
    }

    // MARK: Scores

    /// The sender must have submitted one at least that good (rule 6.1).
    private func score(
        _ wanted: Int64?, on leaderboard: Leaderboard, _ draft: inout CommitDraft
    ) throws(IssueChallengesError) -> (value: Int64, context: Int64) {
        let entry = try entry(on: leaderboard, &draft)
        guard let wanted else {
            guard let entry else { throw .noSuchScore }
            return entry
        }
        if let entry {
            if wanted == entry.value { return entry }
            if !leaderboard.sortOrder.prefers(wanted, to: entry.value) { return (wanted, 0) }
        }
        return try earlierScore(wanted, on: leaderboard, &draft)
    }

    /// The sender's, on the board that players see now. Nil: they have none there.
    private func entry(
        on leaderboard: Leaderboard, _ draft: inout CommitDraft
    ) throws(IssueChallengesError) -> (value: Int64, context: Int64)? {
        let time = draft.time
        var key = leaderboard.chain
        if let recurrence = leaderboard.kind.recurrence {
            // Between two occurrences players see the one that is over.
            guard let latest = recurrence.latest(at: time), latest.isReadable(at: time) else { return nil }
            key = BoardKey(leaderboard.number, occurrence: latest.number)
        }
        try IssueChallengesError.reading { () throws(StoreError) in try draft.require([key], in: stream) }
        return draft.boards(of: stream).withLock { state in
            state.slots[key]?.board.entry(of: senderKey.player, .allTime, at: time)
                .map { (value: $0.value, context: $0.context) }
        }
    }

    /// A score that is no entry any more: where the last one counts, or of an occurrence that can still be read. A
    /// challenge that waited behind its score (rule 8.1) may come when the next occurrence runs.
    private func earlierScore(
        _ wanted: Int64, on leaderboard: Leaderboard, _ draft: inout CommitDraft
    ) throws(IssueChallengesError) -> (value: Int64, context: Int64) {
        let (recurrence, chain, time) = (leaderboard.kind.recurrence, leaderboard.chain, draft.time)
        guard recurrence != nil || leaderboard.submissionType == .mostRecent else { throw .noSuchScore }
        try IssueChallengesError.reading { () throws(StoreError) in try draft.require([chain], in: stream) }
        let (latest, removed) = draft.boards(of: stream).withLock { state in
            (state.slots[chain]?.board.latestSequence(of: senderKey.player), state.removed)
        }
        guard let latest else { throw .noSuchScore }
        let rows = try IssueChallengesError.reading { () throws(StoreError) in
            try draft.reads.history(from: latest, of: stream, limit: Self.historyLimit)
        }
        for row in rows where !removed.contains(row.sequence) && leaderboard.accepts(row.value) {
            if let recurrence {
                guard let occurrence = recurrence.running(at: row.date), occurrence.isReadable(at: time) else {
                    continue
                }
            }
            if !leaderboard.sortOrder.prefers(wanted, to: row.value) {
                return (wanted, row.value == wanted ? row.context : 0)
            }
        }
        throw .noSuchScore
    }

    // MARK: Achievements

    private func achievement(
        _ id: AchievementID, _ draft: inout CommitDraft
    ) throws(IssueChallengesError) -> AchievementNumber {
        guard let achievement = draft.catalogue.achievements.achievement(id, of: senderKey.app) else {
            throw .unknownAchievement
        }
        guard !achievement.isArchived else { throw .achievementArchived }
        guard !achievement.isHidden else { throw .achievementHidden }
        guard try hasEarned(achievement, senderKey.player, &draft) else { throw .achievementNotEarned }
        if !achievement.isRepeatable {
            for (item, receiver) in request.receivers.enumerated() {
                guard try !hasEarned(achievement, receiver, &draft) else { throw .achievementEarned(item: item) }
            }
        }
        return achievement.number
    }

    private func hasEarned(
        _ achievement: Achievement, _ player: PlayerNumber, _ draft: inout CommitDraft
    ) throws(IssueChallengesError) -> Bool {
        try IssueChallengesError.reading { () throws(StoreError) in
            try draft.reads.progress(progressKey(of: player)).progress[achievement.number]?.isEarned ?? false
        }
    }

    private func progressKey(of player: PlayerNumber) -> ProgressKey {
        ProgressKey(player: player, app: senderKey.app, environment: senderKey.environment)
    }
}

/// Of some players, those whom a player may challenge with an achievement (rule 6.1, `selectChallengeablePlayers`).
public struct SelectChallengeablePlayers: Sendable {
    private let challenges: Challenges
    private let friends: FriendGraph

    public init(_ challenges: Challenges, friends: FriendGraph) {
        self.challenges = challenges
        self.friends = friends
    }

    /// - Returns: in the order in which they came; none when the player themselves may challenge nobody with it.
    public func callAsFunction(
        _ players: [PlayerNumber], with achievement: Achievement, _ environment: Environment, by sender: PlayerNumber
    ) async throws(ChallengeError) -> [PlayerNumber] {
        guard !achievement.isHidden, !achievement.isArchived else { return [] }
        return try await ChallengeError.translating { () throws(StoreError) in
            let earners = try await challenges.directory.earners(
                of: achievement.number, in: achievement.app, environment, among: players + [sender])
            guard earners.contains(sender) else { return [] }
            var selected: [PlayerNumber] = []
            for player in players where achievement.isRepeatable || !earners.contains(player) {
                if try await friends.areFriends(sender, player) { selected.append(player) }
            }
            return selected
        }
    }
}
