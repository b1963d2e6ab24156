public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes a link by which others become a player's friends at once (rule 2.1).
public struct InviteFriends: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    /// - Parameters:
    ///   - uses: in ``LaurelDomain/FriendLimits/invitationUses``.
    ///   - days: in ``LaurelDomain/FriendLimits/invitationDays``.
    public func callAsFunction(
        uses: Int, days: Int, by player: PlayerNumber
    ) async throws(FriendInvitationError) -> FriendInvitationMade {
        let uses = uses.clamped(to: FriendLimits.invitationUses)
        let days = days.clamped(to: FriendLimits.invitationDays)
        let now = friends.accounts.clock.now()
        guard !friends.accounts.profiles.isRestricted(player, at: now) else { throw .restricted }
        do throws(TooManyAttempts) {
            try friends.accounts.sending.take(.invitationLink, by: player)
        } catch {
            throw .sentEnough(retryAfter: error.retryAfter)
        }
        let code = ReadableCode.make(friends.accounts.random)
        let invitation = try await FriendInvitationError.translating { () throws(StoreError) in
            try await friends.directory.addFriendInvitation(
                friends.accounts.digest(code), by: player, created: now,
                expires: now.advanced(by: .days(Int64(days))), uses: uses, limit: FriendLimits.invitations)
        }
        guard let invitation else { throw .tooMany(limit: FriendLimits.invitations) }
        return FriendInvitationMade(invitation: invitation, code: code)
    }
}

/// A new link.
public struct FriendInvitationMade: Hashable, Sendable {
    public let invitation: FriendInvitation
    /// Shown once: the store has its digest alone.
    public let code: String
}

/// A player's links that are still good, newest first.
public struct ListFriendInvitations: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(of player: PlayerNumber) async throws(FriendInvitationError) -> [FriendInvitation] {
        try await FriendInvitationError.translating { () throws(StoreError) in
            try await friends.directory.friendInvitations(of: player, at: friends.accounts.clock.now())
        }
    }
}

/// Takes a link back.
public struct RevokeFriendInvitation: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(
        _ id: FriendInvitationID, by player: PlayerNumber
    ) async throws(FriendInvitationError) {
        let wasThere = try await FriendInvitationError.translating { () throws(StoreError) in
            try await friends.directory.removeFriendInvitation(id, of: player)
        }
        guard wasThere else { throw .unknown }
    }
}

/// Says who invites, before anybody follows a link that they were sent.
public struct ViewFriendInvitation: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    /// - Parameter player: nil: who looks is signed out.
    public func callAsFunction(
        _ code: String, by player: PlayerNumber?
    ) async throws(FriendInvitationError) -> FriendInvitation {
        guard let code = ReadableCode.canonical(code) else { throw .unknown }
        let digest = friends.accounts.digest(code)
        let invitation = try await FriendInvitationError.translating { () throws(StoreError) -> FriendInvitation? in
            let now = friends.accounts.clock.now()
            let found = try await friends.directory.friendInvitation(digest, at: now)
            // A link of one who may meet no strangers (any more) is as one that never was.
            guard let found, !friends.accounts.profiles.isRestricted(found.player, at: now) else { return nil }
            if let player, try await friends.graph.isBlocked(player, by: found.player) { return nil }
            return found
        }
        guard let invitation else { throw .unknown }
        return invitation
    }
}

/// Becomes friends with the player who made a link, at once.
public struct AcceptFriendInvitation: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(
        _ code: String, by player: PlayerNumber
    ) async throws(ChangeFriendsError) -> PlayerNumber {
        guard let code = ReadableCode.canonical(code) else { throw .invitationRefused }
        let now = friends.accounts.clock.now()
        let (inviter, isWelcome) = try await friends.relate(player, byInvitation: friends.accounts.digest(code)) {
            (relation, approach) throws(FriendRefusal) in
            try relation.comeByInvitation(at: now, approach)
        }
        guard isWelcome else { throw .invitationRefused }
        return inviter
    }
}

public enum FriendInvitationError: Error, StoreFailure, Hashable, Sendable {
    /// Unknown, expired, used up, taken back, or not for them.
    case unknown
    case tooMany(limit: Int)
    /// A player who may meet no strangers invites none (rule 1.1).
    case restricted
    case sentEnough(retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
