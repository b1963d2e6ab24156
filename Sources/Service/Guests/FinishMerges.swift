public import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage

/// Does what follows from decided merges (rule 1.13), at a start, and once a minute: each step can be done again.
///
/// 1. The guest's rows are closed: what is there is all.
/// 2. Blocks and friends become the account's; a block wins. Not where a game alone asked for it.
/// 3. Challenges between the two end, others move.
/// 4. Seats in matches (archived ones too), scores and progress become the account's. A seat beside somebody whom one
///    of the two blocks, or who blocks one of them, goes with the guest.
/// 5. The rest moves and the guest's erasure begins, in one transaction; ``FinishErasures`` ends it.
public struct FinishMerges: Sendable {
    /// How long a merged guest's secret leads to the account: as long as a session lasts.
    public static let secretLimit = ActiveSessions.idleLimit
    private let accounts: Accounts
    private let friends: Friends
    private let challenges: Challenges
    private let erasures: FinishErasures

    public init(_ accounts: Accounts, _ friends: Friends, _ challenges: Challenges, erasures: FinishErasures) {
        self.accounts = accounts
        self.friends = friends
        self.challenges = challenges
        self.erasures = erasures
    }

    /// Tries all, and forgets secrets that are too old. One that can't be finished keeps no other waiting.
    /// - Throws: why the first of those wasn't.
    public func callAsFunction() async throws(MergeGuestError) {
        let moment = accounts.leastNow.advanced(by: -Self.secretLimit)
        let unfinished = try await MergeGuestError.translating { () throws(StoreError) in
            try await accounts.directory.deleteMerges(finishedBefore: moment)
            return try await accounts.directory.unfinishedMerges()
        }
        var failure: MergeGuestError?
        for merge in unfinished {
            do throws(MergeGuestError) { try await self(merge.guest) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// One at a time: of two that read the same rows, one would read what the other one's erasure has emptied.
    func callAsFunction(_ guest: PlayerNumber) async throws(MergeGuestError) {
        try await challenges.keeper.merges.run { () async throws(MergeGuestError) in
            let merge = try await MergeGuestError.translating { () throws(StoreError) in
                try await accounts.directory.unfinishedMerge(of: guest)
            }
            // Another call has finished it.
            if let merge { try await finish(merge) }
        }
    }

    private func finish(_ merge: GuestMerge) async throws(MergeGuestError) {
        let keeper = challenges.keeper
        // After a start nobody else has ended them here.
        accounts.sessions.end(of: merge.guest)
        try await MergeGuestError.translating { () throws(StoreError) in try await keeper.close(merge.guest) }
        // At once: what a match that ends now awards the guest goes to nobody.
        try await mergeMatches(merge)
        let known = try await mergeFriends(merge)
        try await keeper.perform { (draft) throws(MergeGuestError) in
            draft.challenges.merge(merge.guest, into: merge.account, keepsPending: merge.takesFriends)
        }
        try await mergeScores(merge)
        try await mergeProgress(merge)
        let erasure = try await MergeGuestError.translating { () throws(StoreError) in
            try await accounts.directory.finishMerge(of: merge.guest, at: accounts.clock.now())
        }
        for friend in known { friends.graph.ended(merge.guest, friend) }
        guard let erasure else { return }
        do throws(StoreError) { _ = try await erasures.finish(erasure) } catch {
            // It is begun, and finished by the next round of erasures.
        }
    }

    /// - Returns: whose lists have the guest.
    private func mergeFriends(_ merge: GuestMerge) async throws(MergeGuestError) -> [PlayerNumber] {
        let (guest, account) = (merge.guest, merge.account)
        let (known, blocked, blockers) = try await MergeGuestError.translating { () throws(StoreError) in
            (
                try await friends.directory.friends(of: guest), try await friends.directory.blocked(by: guest),
                try await friends.directory.blockers(of: guest)
            )
        }
        guard merge.takesFriends else { return known }
        for other in blocked { try await relate(account, to: other) { $0.takeBlock() } }
        for other in blockers { try await relate(other, to: account) { $0.takeBlock() } }
        let now = accounts.clock.now()
        for other in known { try await relate(account, to: other) { _ = $0.takeFriend(at: now) } }
        return known
    }

    private func relate(
        _ player: PlayerNumber, to other: PlayerNumber, _ rule: @escaping @Sendable (inout Relation) -> Void
    ) async throws(MergeGuestError) {
        guard player != other else { return }
        do throws(ChangeFriendsError) {
            try await friends.relate(player, to: other) { (relation) throws(FriendRefusal) in rule(&relation) }
        } catch {
            switch error {
            // Erased meanwhile.
            case .unknownPlayer: return
            case .broken(let reason): throw .broken(reason: reason)
            case .unavailable: throw .unavailable
            case .refused, .invitationRefused, .message, .sentEnough:
                throw .broken(reason: "a merge of friends was refused: \(error)")
            }
        }
    }

    private func mergeMatches(_ merge: GuestMerge) async throws(MergeGuestError) {
        let keeper = challenges.keeper
        let blocks = try await blocks(of: [merge.guest, merge.account])
        for game in keeper.matches.games {
            guard keeper.matches.read(game, { !$0.numbers(of: merge.guest).isEmpty }) else { continue }
            try await keeper.perform { (draft) throws(MergeGuestError) in
                do throws(StoreError) {
                    try draft.mergeMatches(of: merge.guest, into: merge.account, apartFrom: blocks, in: game)
                } catch {
                    throw MergeGuestError(error)
                }
            }
        }
        // After the others: one of them may have been archived meanwhile.
        let archived = try await MergeGuestError.translating { () throws(StoreError) in
            try await accounts.directory.archivedGames(of: merge.guest)
        }
        for game in archived { try await mergeArchived(merge, apartFrom: blocks, in: game) }
    }

    /// Archived matches that one transaction looks at.
    private static let archivedLimit = 128

    private func mergeArchived(
        _ merge: GuestMerge, apartFrom blocks: Set<PlayerNumber>, in game: MatchGame
    ) async throws(MergeGuestError) {
        var last: MatchNumber? = MatchNumber(0)
        while let after = last {
            last = try await MergeGuestError.translating { () throws(StoreError) in
                try await accounts.directory.mergeArchivedSeats(
                    of: merge.guest, into: merge.account, apartFrom: blocks, in: game, after: after,
                    limit: Self.archivedLimit)
            }
        }
    }

    /// Whom they block, and who blocks them.
    private func blocks(of players: [PlayerNumber]) async throws(MergeGuestError) -> Set<PlayerNumber> {
        var blocks: Set<PlayerNumber> = []
        for player in players {
            let found = try await MergeGuestError.translating { () throws(StoreError) in
                try await friends.directory.apart(from: player)
            }
            blocks.formUnion(found)
        }
        return blocks
    }

    private func mergeScores(_ merge: GuestMerge) async throws(MergeGuestError) {
        do throws(SubmitScoresError) {
            try await challenges.keeper.mergeScores(of: merge.guest, into: merge.account) { () throws(StoreError) in
                try await accounts.directory.unfinishedMerge(of: merge.guest) != nil
            }
        } catch {
            switch error {
            // It waits for the end of the ban.
            case .banned: throw .banned
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            default: throw .broken(reason: "a guest's score was refused: \(error)")
            }
        }
    }

    private func mergeProgress(_ merge: GuestMerge) async throws(MergeGuestError) {
        for app in accounts.catalogue.apps() {
            for environment in Environment.allCases {
                let game = AchievementTally.Game(app: app.number, environment: environment)
                guard challenges.keeper.tally.plays(merge.guest, game) else { continue }
                do throws(MergeProgressError) {
                    try await challenges.keeper.perform(
                        MergeProgressStep(of: merge.guest, into: merge.account, in: game))
                } catch {
                    switch error {
                    case .unavailable: throw .unavailable
                    case .broken(let reason): throw .broken(reason: reason)
                    }
                }
            }
        }
    }
}
