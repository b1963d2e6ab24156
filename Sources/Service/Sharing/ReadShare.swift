public import LaurelDomain
import LaurelScores
import LaurelStorage

/// What a shared page may say: nothing of anybody but its owner, and of them the alias alone (rule 1.1).
public struct SharedPage: Sendable {
    public let share: Share
    public let app: App
    public let alias: String
    public let subject: Subject

    public enum Subject: Sendable {
        case score(Leaderboard, value: Int64, rank: Int)
        case achievement(Achievement)
    }
}

/// A run whose log goes with a shared score.
public struct SharedRun: Hashable, Sendable {
    public let verification: Verification
    /// Of the log, in hexadecimal digits.
    public let sha256: String
}

/// Looks at a shared page, for anybody.
///
/// It is there while its owner may show themselves and the game may be played, and while what it shows is still true: a
/// score that was wiped or removed takes its page with it.
public struct ReadShare: Sendable {
    private let sharing: Sharing
    public init(_ sharing: Sharing) { self.sharing = sharing }

    /// - Throws: ``ShareError/unknownShare`` for all that is not to be seen, whatever the reason.
    public func callAsFunction(_ id: ShareID) async throws(ShareError) -> SharedPage {
        let share = try await ShareError.translating { () throws(StoreError) in
            try await sharing.directory.share(id, at: sharing.now())
        }
        guard let share else { throw .unknownShare }
        return try await sharing.page(of: share)
    }

    /// The owner's photo, by its id; nil: there is none, or it is not for everyone.
    public func photo(of page: SharedPage) async throws(ShareError) -> String? {
        let player = page.share.player
        let record = try await ShareError.translating { () throws(StoreError) in
            try await sharing.accounts.directory.profiles([player])[player]
        }
        guard let record, record.profile.privacy.audience == .everyone else { return nil }
        return ProfileView(record).photo?.normal
    }

    /// The run behind a shared score; nil: there is none whose log may be had.
    public func run(behind page: SharedPage) async throws(ShareError) -> SharedRun? {
        guard let (key, value) = page.replayKey else { return nil }
        let stored = try await ShareError.translating { () throws(StoreError) in
            try await sharing.directory.storedReplay(key, value: value)
        }
        // Bytes that only the game understands are for those whom it is sent to.
        guard let stored, let verification = stored.verification else { return nil }
        return SharedRun(verification: verification, sha256: stored.digest.text)
    }

    /// The log of the run behind a shared score, and its SHA-256 in hexadecimal digits.
    ///
    /// - Throws: ``ShareError/unknownShare`` also where there is none: the score came without one that anybody has
    ///   checked, or it is not kept any more.
    public func replay(of id: ShareID) async throws(ShareError) -> (bytes: [UInt8], sha256: String) {
        let page = try await callAsFunction(id)
        guard let (key, value) = page.replayKey else { throw .unknownShare }
        let kept = try await ShareError.translating { () throws(StoreError) in
            try await sharing.directory.replay(key, value: value)
        }
        guard let (stored, log) = kept, stored.verification != nil else { throw .unknownShare }
        return (log.bytes, log.digest.text)
    }
}

extension SharedPage {
    /// Where the replay of its score is kept; nil: it shows no score.
    fileprivate var replayKey: (ScoreReplayKey, value: Int64)? {
        guard case .score(let leaderboard, let value, _) = subject else { return nil }
        let key = ScoreReplayKey(
            player: share.player, leaderboard: leaderboard.number, environment: share.environment)
        return (key, value)
    }
}

extension Sharing {
    func page(of share: Share) async throws(ShareError) -> SharedPage {
        let (now, accounts) = (now(), accounts)
        guard let app = catalogue.app(share.app), app.isGameCenterEnabled, !app.isArchived,
            app.isReleased || share.environment == .sandbox,
            !accounts.profiles.isRestrictedWithLink(share.player, at: now),
            !catalogue.bans.isBanned(share.player, in: app.team),
            let alias = accounts.names.displayName(share.player)
        else { throw .unknownShare }
        var shown = share
        if var challenge = share.challenge,
            accounts.profiles.restrictions(of: share.player).isPersonalizedCommunicationRestricted(at: now)
        {
            challenge.message = ""
            shown = Share(
                id: share.id, player: share.player, app: share.app, environment: share.environment,
                subject: share.subject, created: share.created, challenge: challenge)
        }
        return SharedPage(share: shown, app: app, alias: alias, subject: try await subject(of: share, app))
    }

    private func subject(of share: Share, _ app: App) async throws(ShareError) -> SharedPage.Subject {
        switch share.subject {
        case .score(let number, let value, let rank):
            guard let leaderboard = catalogue.target(of: number), !leaderboard.isHidden else { throw .unknownShare }
            if leaderboard.kind.recurrence != nil {
                guard try await isOnRecord(value, of: share.player, on: leaderboard, app, share.environment) else {
                    throw .unknownShare
                }
            } else {
                let entry: RankedEntry?
                do throws(ShareError) {
                    entry = try await self.entry(of: share.player, on: leaderboard, app, share.environment)
                } catch {
                    throw error == .unknownLeaderboard ? .unknownShare : error
                }
                guard isThere(value, entry, on: leaderboard) else { throw .unknownShare }
            }
            return .score(leaderboard, value: value, rank: rank)
        case .achievement(let number):
            guard let achievement = catalogue.achievements.achievement(number), !achievement.isHidden,
                try await hasEarned(number, share.player, app, share.environment)
            else { throw .unknownShare }
            return .achievement(achievement)
        }
    }

    /// Whether a score that counted was ever of this value: the occurrence that it was made in may be over, and its
    /// entries with it. Of a player with very many scores only the last ones are looked through.
    private func isOnRecord(
        _ value: Int64, of player: PlayerNumber, on leaderboard: Leaderboard, _ app: App, _ environment: Environment
    ) async throws(ShareError) -> Bool {
        let inspect = InspectScores(keeper)
        var last: JournalSequence?
        for _ in 0..<10 {
            let scores: [InspectedScore]
            do throws(InspectScoresError) {
                scores = try await inspect(
                    of: player, on: leaderboard, of: app, environment, before: last, limit: ModerationLimits.page)
            } catch {
                switch error {
                case .unknownScore: throw .unknownShare
                case .unavailable: throw .unavailable
                case .broken(let reason): throw .broken(reason: reason)
                }
            }
            if scores.contains(where: { $0.value == value && $0.state == .counted }) { return true }
            guard scores.count == ModerationLimits.page else { return false }
            last = scores.last?.sequence
        }
        return true
    }

    /// Where the best score counts, one that beats the player's entry is no more. Where the last one does, it may
    /// well have been better.
    private func isThere(
        _ value: Int64, _ entry: RankedEntry?, on leaderboard: Leaderboard
    ) -> Bool {
        guard let entry else { return false }
        return leaderboard.submissionType != .best || !leaderboard.sortOrder.prefers(value, to: entry.value)
    }
}
