public import LaurelDomain
import LaurelRanking
import LaurelScores
import LaurelStorage

extension Challenges {
    /// The board on which the sender's score is looked for.
    func boards(
        of wish: ChallengeWish, _ app: App, _ environment: Environment
    ) -> (stream: StreamID, keys: [BoardKey])? {
        guard case .score(let id, _, _) = wish.goal,
            let leaderboard = keeper.catalogue.leaderboard(id, of: app.number)
        else { return nil }
        let key = leaderboard.place(at: keeper.now()) ?? leaderboard.chain
        return (StreamID(team: app.team, environment: environment), [key])
    }
}

/// What becomes of a wish to challenge, on the writer's thread.
struct ChallengePlan {
    /// Rows of a player's history looked at for a score that is as good; where the last score counts, the best one
    /// may be further back.
    private static let historyLimit = 1_000

    let wish: ChallengeWish
    /// Of the sender.
    let place: ProgressPlace
    let stream: StreamID
    let replay: Blob?
    let writer: JournalWriter

    /// - Returns: one for each receiver, and whether it is new.
    func issue(_ keeper: ScoreKeeper) throws(IssueChallengesError) -> [(Challenge, Bool)] {
        guard !keeper.catalogue.bans.isBanned(place.player, in: stream.team) else { throw .banned }
        for (item, receiver) in wish.receivers.enumerated() {
            let areFriends = try reading { () throws(StoreError) in
                try keeper.ports.areFriends(place.player, receiver)
            }
            guard areFriends else { throw .notFriend(item: item) }
        }
        var draft = try draft(keeper)
        var issued: [(Challenge, Bool)] = []
        for (item, receiver) in wish.receivers.enumerated() {
            draft.receiver = receiver
            let mayMessage = keeper.ports.mayMessage(place.player, receiver, writer.batch.time)
            draft.message = mayMessage ? wish.message : ""
            issued.append(try issue(draft, item))
        }
        return issued
    }

    private func issue(
        _ draft: ChallengeStep.Draft, _ item: Int
    ) throws(IssueChallengesError) -> (Challenge, Bool) {
        do throws(ChallengeStep.Obstacle) {
            return (try writer.issue(draft), true)
        } catch {
            switch error {
            case .harder(let old): return (old, false)
            case .tooManyPending(let limit): throw .tooManyPending(item: item, limit: limit)
            case .tooManyToday(let limit): throw .tooManyToday(item: item, limit: limit)
            case .noNumberLeft: throw .broken(reason: "all challenge numbers are used up")
            }
        }
    }

    private func draft(_ keeper: ScoreKeeper) throws(IssueChallengesError) -> ChallengeStep.Draft {
        var draft = ChallengeStep.Draft(
            sender: place.player, receiver: place.player, app: place.app, environment: place.environment,
            goal: .achievement(AchievementNumber(0)), message: wish.message, replay: replay)
        switch wish.goal {
        case .score(let id, let value, let context):
            guard let leaderboard = keeper.catalogue.leaderboard(id, of: place.app) else { throw .unknownLeaderboard }
            guard !leaderboard.isArchived else { throw .leaderboardArchived }
            let (value, ownContext) = try score(value, on: leaderboard, keeper)
            draft.goal = .score(leaderboard.number, value: value, context: context ?? ownContext)
            // Where replays are checked, no other than the checked one goes along.
            if replay == nil || leaderboard.replays != nil {
                let place = ScoreReplayPlace(
                    player: place.player, leaderboard: leaderboard.number, environment: place.environment)
                draft.replay = try reading { () throws(StoreError) in
                    try keeper.journal.scoreReplay(place, value: value)
                }
            }
        case .achievement(let id): draft.goal = .achievement(try achievement(id, keeper))
        }
        return draft
    }

    // MARK: Scores

    /// The sender must have submitted one at least that good (rule 6.1).
    private func score(
        _ wanted: Int64?, on leaderboard: Leaderboard, _ keeper: ScoreKeeper
    ) throws(IssueChallengesError) -> (value: Int64, context: Int64) {
        let (entry, latest, removed) = keeper.boards(of: stream).withLock { [time = writer.batch.time] state in
            let board = state.slots[leaderboard.place(at: time) ?? leaderboard.chain]?.board
            return (
                board?.entry(of: place.player, .allTime, at: time).map { ($0.value, $0.context) },
                board?.latestSequence(of: place.player), state.removed
            )
        }
        guard let entry else { throw .noSuchScore }
        guard let wanted, wanted != entry.0 else { return entry }
        if !leaderboard.sortOrder.prefers(wanted, to: entry.0) { return (wanted, 0) }
        guard leaderboard.submissionType == .mostRecent else { throw .noSuchScore }
        var sequence = latest ?? .start
        for _ in 0..<Self.historyLimit where sequence > .start {
            let row = try reading { () throws(StoreError) in try keeper.journal.row(at: sequence, of: stream) }
            guard let row else { break }
            let counts = !removed.contains(row.sequence) && leaderboard.accepts(row.value)
            if counts, !leaderboard.sortOrder.prefers(wanted, to: row.value) {
                return (wanted, row.value == wanted ? row.context : 0)
            }
            sequence = row.previous
        }
        throw .noSuchScore
    }

    // MARK: Achievements

    private func achievement(
        _ id: AchievementID, _ keeper: ScoreKeeper
    ) throws(IssueChallengesError) -> AchievementNumber {
        guard let achievement = keeper.catalogue.achievements.achievement(id, of: place.app) else {
            throw .unknownAchievement
        }
        guard !achievement.isArchived else { throw .achievementArchived }
        guard !achievement.isHidden else { throw .achievementHidden }
        guard try hasEarned(achievement, place.player, keeper) else { throw .achievementNotEarned }
        if !achievement.isRepeatable {
            for (item, receiver) in wish.receivers.enumerated() {
                guard try !hasEarned(achievement, receiver, keeper) else { throw .achievementEarned(item: item) }
            }
        }
        return achievement.number
    }

    private func hasEarned(
        _ achievement: Achievement, _ player: PlayerNumber, _ keeper: ScoreKeeper
    ) throws(IssueChallengesError) -> Bool {
        let place = ProgressPlace(player: player, app: place.app, environment: place.environment)
        return try reading { () throws(StoreError) in
            try keeper.journal.playerAchievements(place).progress[achievement.number]?.isEarned ?? false
        }
    }

    private func reading<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(IssueChallengesError) -> Value {
        do throws(StoreError) { return try body() } catch { throw IssueChallengesError(error) }
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
