public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Makes a score or an achievement of the player's own public. The same once more is the page that is there.
public struct MakeShare: Sendable {
    private let sharing: Sharing
    public init(_ sharing: Sharing) { self.sharing = sharing }

    public func callAsFunction(_ request: ShareRequest, by player: PlayerNumber) async throws(ShareError) -> Share {
        try sharing.check(request, by: player)
        let subject = try await sharing.subject(of: request, by: player)
        return try await sharing.add(request, subject, by: player)
    }
}

/// Makes an open challenge from the player's own score or achievement: a friend invitation that carries a challenge.
public struct LinkChallenge: Sendable {
    private let sharing: Sharing
    public init(_ sharing: Sharing) { self.sharing = sharing }

    /// - Parameters:
    ///   - message: one line of plain text; empty: none.
    ///   - uses: how many may become friends by it, in ``LaurelDomain/FriendLimits/invitationUses``.
    ///   - days: in ``LaurelDomain/FriendLimits/invitationDays``.
    /// - Returns: the code too, which is shown this once: the store has its digest alone.
    public func callAsFunction(
        _ request: ShareRequest, message: String, uses: Int, days: Int, by player: PlayerNumber
    ) async throws(ShareError) -> (share: Share, code: String) {
        guard PlainText.holds(message, limit: Challenge.messageLimit), message.isEmpty || PlainText.isSeen(message)
        else { throw .message(limit: Challenge.messageLimit) }
        try sharing.check(request, by: player)
        let (accounts, now) = (sharing.accounts, sharing.now())
        // As with a challenge: it goes without (rule 1.1).
        let restrictions = accounts.profiles.restrictions(of: player)
        let text = restrictions.isPersonalizedCommunicationRestricted(at: now) ? "" : message
        let subject = try await sharing.subject(of: request, by: player)
        try sharing.checkChallenge(about: subject)
        do throws(TooManyAttempts) {
            let sendings: [Sending] = text.isEmpty ? [.invitationLink] : [.invitationLink, .message]
            try accounts.sending.take(sendings, count: 1, by: player)
        } catch {
            throw .sentEnough(retryAfter: error.retryAfter)
        }
        let code = ReadableCode.make(accounts.random)
        let days = min(max(days, FriendLimits.invitationDays.lowerBound), FriendLimits.invitationDays.upperBound)
        let uses = min(max(uses, FriendLimits.invitationUses.lowerBound), FriendLimits.invitationUses.upperBound)
        let challenge = ShareChallenge(
            message: text, expires: now.advanced(by: .days(Int64(days))), usesLeft: uses)
        let share = try await sharing.add(request, subject, challenge, code: accounts.digest(code), by: player)
        return (share, code)
    }
}

/// A player's own pages and challenge links, newest first.
public struct ListShares: Sendable {
    private let sharing: Sharing
    public init(_ sharing: Sharing) { self.sharing = sharing }

    public func callAsFunction(of player: PlayerNumber) async throws(ShareError) -> [Share] {
        try await ShareError.translating { () throws(StoreError) in
            try await sharing.directory.shares(of: player, at: sharing.now())
        }
    }
}

/// Takes a page or a challenge link back.
public struct WithdrawShare: Sendable {
    private let sharing: Sharing
    public init(_ sharing: Sharing) { self.sharing = sharing }

    public func callAsFunction(_ id: ShareID, by player: PlayerNumber) async throws(ShareError) {
        let wasThere = try await ShareError.translating { () throws(StoreError) in
            try await sharing.directory.removeShare(id, of: player)
        }
        guard wasThere else { throw .unknownShare }
    }
}

extension Sharing {
    fileprivate func check(_ request: ShareRequest, by player: PlayerNumber) throws(ShareError) {
        guard !accounts.profiles.isRestrictedWithLink(player, at: now()) else { throw .restricted }
        guard !catalogue.bans.isBanned(player, in: request.app.team) else { throw .banned }
    }

    /// A combined leaderboard takes no scores: challenges are on its parts.
    fileprivate func checkChallenge(about subject: ShareSubject) throws(ShareError) {
        guard case .score(let leaderboard, _, _) = subject else { return }
        guard catalogue.target(of: leaderboard)?.kind.parts.isEmpty ?? true else { throw .combinedLeaderboard }
    }

    fileprivate func add(
        _ request: ShareRequest, _ subject: ShareSubject, _ challenge: ShareChallenge? = nil, code: SecretDigest? = nil,
        by player: PlayerNumber
    ) async throws(ShareError) -> Share {
        guard let id = ShareID(bytes: accounts.random.bytes(ShareID.byteCount)) else {
            throw .broken(reason: "couldn't get random bytes for a share")
        }
        let share = Share(
            id: id, player: player, app: request.app.number, environment: request.environment, subject: subject,
            created: now(), challenge: challenge)
        let limits = (shares: ShareLimits.ofPlayer, invitations: FriendLimits.invitations)
        let added = try await ShareError.translating { () throws(StoreError) in
            try await directory.addShare(share, code: code, limits: limits)
        }
        guard let added else { throw .tooMany(shares: limits.shares, invitations: limits.invitations) }
        return added
    }
}
