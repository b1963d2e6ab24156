public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Ends challenges when what they rest on goes (rule 6.3). Leaderboards and achievements that are archived or removed
/// do so by themselves, in the commit that says so.
public struct EndChallenges: Sendable {
    /// Challenges looked at under one turn of the writer.
    private static let sliceCount = 512

    private let keeper: ScoreKeeper
    public init(_ challenges: Challenges) { keeper = challenges.keeper }
    init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// Two players are friends no more, or one blocks the other: to be given to `FriendGraph.onEnd`. Returns at once.
    public func friendshipEnded(_ player: PlayerNumber, _ other: PlayerNumber) {
        let task = WriterTask(
            plan: { writer in
                for challenge in writer.pending.of(player)
                where challenge.sender == other || challenge.receiver == other {
                    writer.settle(challenge, .invalid)
                }
                return {}
            }, refuse: { _ in })
        // A turn that is lost is made up for by ``reconcile()``; and who is no friend completes nothing meanwhile.
        keeper.queue.addOwn(.perform(task))
    }

    /// The game is gone, or plays no more.
    public func appEnded(_ app: AppNumber) async throws(ChallengeError) {
        try await keeper.perform { (writer) throws(ChallengeError) -> @Sendable () -> Void in
            for challenge in writer.pending.challenges.values.sorted(by: { $0.number < $1.number })
            where challenge.app == app {
                writer.settle(challenge, .invalid)
            }
            return {}
        }
    }

    /// Takes all of a player's challenges, mutes, replays and progress with achievements out of the store.
    public func playerErased(_ player: PlayerNumber) async throws(ChallengeError) {
        try await keeper.perform { [keeper] (writer) throws(ChallengeError) -> @Sendable () -> Void in
            var earned: [(AchievementNumber, Environment)] = []
            for app in keeper.catalogue.apps() {
                for environment in Environment.allCases {
                    let place = ProgressPlace(player: player, app: app.number, environment: environment)
                    do throws(StoreError) {
                        let progress = try keeper.journal.playerAchievements(place).progress.values
                        earned += progress.filter(\.isEarned).map { ($0.achievement, environment) }
                    } catch {
                        throw ChallengeError(error)
                    }
                }
            }
            for challenge in writer.pending.of(player) { writer.pending.remove(challenge) }
            writer.batch.facts += [.challenge(.erased(player)), .achievement(.erased(player))]
            writer.batch.facts += keeper.tally.pages(leftBy: player).map { .achievement(.players($0)) }
            return { [earned] in
                for (achievement, environment) in earned { keeper.tally.count(-1, achievement, environment) }
                keeper.tally.forget(player)
            }
        }
    }

    /// Ends challenges between players who are friends no more, or in games that were put away: once after the start,
    /// for what a crash cut off between that end and this.
    public func reconcile() async throws(ChallengeError) {
        var rest = try await keeper.perform { (writer) throws(ChallengeError) -> @Sendable () -> [ChallengeNumber] in
            let numbers = writer.pending.challenges.keys.sorted()
            return { numbers }
        }[...]
        while !rest.isEmpty {
            let slice = Array(rest.prefix(Self.sliceCount))
            rest = rest.dropFirst(slice.count)
            try await keeper.perform { [keeper] (writer) throws(ChallengeError) -> @Sendable () -> Void in
                do throws(StoreError) {
                    for challenge in slice.compactMap({ writer.pending.challenges[$0] }) {
                        let areFriends = try keeper.ports.areFriends(challenge.sender, challenge.receiver)
                        let isOver = !areFriends || keeper.catalogue.app(challenge.app)?.isArchived != false
                        if isOver { writer.settle(challenge, .invalid) }
                    }
                } catch {
                    writer.discardPlan()
                    throw ChallengeError(error)
                }
                return {}
            }
        }
    }
}
