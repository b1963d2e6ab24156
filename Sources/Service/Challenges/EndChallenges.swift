public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Ends challenges when what they rest on goes (rule 6.3). Leaderboards and achievements that are archived or removed
/// do so by themselves, in the commit that says so.
public struct EndChallenges: Sendable {
    /// Challenges looked at under one turn of the writer, or read at once.
    private static let sliceCount = 512

    private let challenges: Challenges
    private var keeper: ScoreKeeper { challenges.keeper }
    public init(_ challenges: Challenges) { self.challenges = challenges }

    /// Two players are friends no more, or one blocks the other: to be given to `FriendGraph.onEnd`. Returns at once.
    public func friendshipEnded(_ player: PlayerNumber, _ other: PlayerNumber) {
        let step = InlineStep { (draft: inout CommitDraft) throws(ChallengeError) in
            for challenge in draft.pending.of(player) where challenge.sender == other || challenge.receiver == other {
                draft.challenges.settle(challenge, .invalid)
            }
            draft.challenges.endGroupInvitations(between: player, other)
            draft.effects.append(.parted(player, other))
        }
        // A turn that is lost is made up for by ``reconcile()``; and who is no friend completes nothing meanwhile.
        keeper.sendOwn(step) { _ in }
    }

    /// The game is gone, or plays no more.
    public func appEnded(_ app: AppNumber) async throws(ChallengeError) { try await keeper.endChallenges(of: app) }

    /// Takes all of a player's challenges, mutes, replays and progress with achievements out of the store.
    public func playerErased(_ player: PlayerNumber) async throws(ChallengeError) {
        let keys = keeper.catalogue.apps().flatMap { app in
            Environment.allCases.map { ProgressKey(player: player, app: app.number, environment: $0) }
        }
        let stored = try await groupChallenges(of: player)
        try await keeper.perform(reading: keys.map { .progress($0) }) { (draft) throws(ChallengeError) in
            for key in keys {
                let progress = try ChallengeError.reading { () throws(StoreError) in try draft.reads.progress(key) }
                for earned in progress.progress.values where earned.isEarned {
                    draft.effects.append(.counted(-1, earned.achievement, key.environment))
                }
            }
            for challenge in draft.pending.of(player) { draft.pending.remove(challenge) }
            draft.challenges.forgetInGroups(player, stored: stored)
            draft.facts += [.challenge(.erased(player)), .achievement(.erased(player))]
            draft.facts += draft.tally.pages(leftBy: player).map { .achievement(.players($0)) }
            draft.effects.append(.forgotten(player))
        }
    }

    /// The player's challenges of groups that have a replay: the store has also those that are over long since.
    private func groupChallenges(of player: PlayerNumber) async throws(ChallengeError) -> [GroupChallenge] {
        var found: [GroupChallenge] = []
        for environment in Environment.allCases {
            var query = GroupChallengeQuery(player: player, environment: environment, limit: Self.sliceCount)
            query.includesLeft = true
            var count = query.limit
            while count == query.limit {
                let page = try await ChallengeError.translating { [query] () throws(StoreError) in
                    try await challenges.directory.groupChallenges(query)
                }
                found += page.filter { $0.replay != nil }.map(\.challenge)
                query.before = page.last?.challenge.number
                count = page.count
            }
        }
        return found
    }

    /// Ends challenges between players who are friends no more, or in games that were put away: once after the start,
    /// for what a crash cut off between that end and this.
    public func reconcile() async throws(ChallengeError) {
        try await keeper.perform { (draft) throws(ChallengeError) in
            let catalogue = draft.catalogue
            draft.challenges.cancelGroups { catalogue.app($0.app)?.isArchived != false }
        }
        var rest = try await keeper.perform { (draft) throws(ChallengeError) in
            draft.pending.challenges.values.sorted { $0.number < $1.number }
        }[...]
        while !rest.isEmpty {
            let slice = Array(rest.prefix(Self.sliceCount))
            rest = rest.dropFirst(slice.count)
            let reads = slice.map { StoreRead.friendship($0.sender, $0.receiver, $0.number) }
            try await keeper.perform(reading: reads) { (draft) throws(ChallengeError) in
                for challenge in slice.compactMap({ draft.pending.challenges[$0.number] }) {
                    let areFriends = try ChallengeError.reading { () throws(StoreError) in
                        try draft.reads.areFriends(challenge.sender, challenge.receiver, for: challenge.number)
                    }
                    let isOver = !areFriends || draft.catalogue.app(challenge.app)?.isArchived != false
                    if isOver { draft.challenges.settle(challenge, .invalid) }
                }
            }
        }
    }
}

extension ScoreKeeper {
    /// Ends those of a game.
    func endChallenges(of app: AppNumber) async throws(ChallengeError) {
        try await perform { (draft) throws(ChallengeError) in
            for challenge in draft.pending.challenges.values.sorted(by: { $0.number < $1.number })
            where challenge.app == app {
                draft.challenges.settle(challenge, .invalid)
            }
            draft.challenges.cancelGroups { $0.app == app }
        }
    }
}
