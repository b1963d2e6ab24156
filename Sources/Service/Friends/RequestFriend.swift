public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Whom somebody names.
public enum PlayerNaming: Hashable, Sendable {
    /// By the id that the caller knows.
    case id(String, PlayerIDs.Scope)
    case alias(Alias)
}

/// Asks another player to be friends (rule 2.1).
public struct RequestFriend: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    /// - Parameter message: plain text, at most ``LaurelDomain/FriendLimits/messageLength`` characters; empty: none.
    /// - Returns: whether it waits for an answer, or they are friends now because the other one had asked too.
    public func callAsFunction(
        _ other: PlayerNaming, message: String, by player: PlayerNumber
    ) async throws(ChangeFriendsError) -> (player: PlayerNumber, outcome: FriendRequested) {
        guard PlainText.holds(message, limit: FriendLimits.messageLength) else {
            throw .message(limit: FriendLimits.messageLength)
        }
        let number = try await friends.number(of: other)
        let now = friends.accounts.clock.now()
        var byAlias = false
        if case .alias = other { byAlias = true }
        let approach = friends.accounts.profiles.approach(of: player, to: number, byAlias: byAlias, at: now)
        if !message.isEmpty, approach.mayMessage { try friends.take(.message, by: player) }
        let outcome = try await friends.relate(player, to: number) { (relation) throws(FriendRefusal) in
            try relation.request(message: message, at: now, approach)
        }
        return (number, outcome)
    }
}

/// Says yes to a request.
public struct AcceptFriend: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(
        _ other: PlayerNaming, by player: PlayerNumber
    ) async throws(ChangeFriendsError) -> PlayerNumber {
        let number = try await friends.number(of: other)
        let now = friends.accounts.clock.now()
        let approach = friends.accounts.profiles.approach(of: player, to: number, byAlias: false, at: now)
        try await friends.relate(player, to: number) { (relation) throws(FriendRefusal) in
            try relation.accept(at: now, approach)
        }
        return number
    }
}

/// Says no to the other one's request, or takes the player's own back: there is one of them at most.
public struct EndFriendRequest: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(
        with other: PlayerNaming, by player: PlayerNumber
    ) async throws(ChangeFriendsError) {
        let number = try await friends.number(of: other)
        try await friends.relate(player, to: number) { (relation) throws(FriendRefusal) in
            if relation.sent != nil { try relation.withdraw() } else { try relation.decline() }
        }
    }
}

/// Ends a friendship, for both.
public struct RemoveFriend: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(_ other: PlayerNaming, by player: PlayerNumber) async throws(ChangeFriendsError) {
        let number = try await friends.number(of: other)
        try await friends.relate(player, to: number) { (relation) throws(FriendRefusal) in try relation.remove() }
    }
}

/// Ends friendship and requests with a player and lets none come up again. They are not told, and cannot see it.
public struct BlockPlayer: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(
        _ other: PlayerNaming, by player: PlayerNumber
    ) async throws(ChangeFriendsError) -> PlayerNumber {
        let number = try await friends.number(of: other)
        try await friends.relate(player, to: number) { (relation) throws(FriendRefusal) in try relation.block() }
        return number
    }
}

/// What was ended by the block stays ended.
public struct UnblockPlayer: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(_ other: PlayerNaming, by player: PlayerNumber) async throws(ChangeFriendsError) {
        let number = try await friends.number(of: other)
        try await friends.relate(player, to: number) { (relation) throws(FriendRefusal) in relation.unblock() }
    }
}

extension Friends {
    /// - Throws: ``ChangeFriendsError/sentEnough(retryAfter:)``.
    func take(_ sending: Sending, by player: PlayerNumber) throws(ChangeFriendsError) {
        do throws(TooManyAttempts) {
            try accounts.sending.take(sending, by: player)
        } catch {
            throw .sentEnough(retryAfter: error.retryAfter)
        }
    }

    func number(of naming: PlayerNaming) async throws(ChangeFriendsError) -> PlayerNumber {
        switch naming {
        case .id(let id, let scope):
            guard let number = accounts.ids.player(id, in: scope) else { throw .unknownPlayer }
            return number
        case .alias(let alias):
            let player = try await ChangeFriendsError.translating { () throws(StoreError) in
                try await accounts.directory.player(aliasKey: alias.key)
            }
            guard let player else { throw .unknownPlayer }
            return player.number
        }
    }
}
