public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// A player's friends by name.
///
/// The player's own pages see all of them. A game sees them once the player let it, and of them those who let it
/// themselves (rule 2.2); friends leaderboards and challenges need no such consent.
public struct ListFriends: Sendable {
    /// Friends on one page.
    public static let pageLimit = 100
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    /// - Parameter first: from 1.
    public func callAsFunction(
        of player: PlayerNumber, for binding: Binding, first: Int, count: Int
    ) async throws(ListFriendsError) -> FriendsList {
        let all = try await list(of: player, binding)
        let named = all.map { (name: friends.accounts.names.displayName($0)?.lowercased() ?? "", number: $0) }
            .sorted { ($0.name, $0.number) < ($1.name, $1.number) }
        let count = min(max(count, 1), Self.pageLimit)
        return FriendsList(
            friends: named.dropFirst(max(first, 1) - 1).prefix(count).map(\.number), total: named.count)
    }

    /// All of them, in order of number: for what needs no consent.
    public func all(of player: PlayerNumber) async throws(ListFriendsError) -> [PlayerNumber] {
        try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.graph.friends(of: player)
        }
    }

    private func list(of player: PlayerNumber, _ binding: Binding) async throws(ListFriendsError) -> [PlayerNumber] {
        guard case .game(let app, _) = binding else { return try await all(of: player) }
        let consent = try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.friendListConsent(of: player, to: app)
        }
        let (profiles, now) = (friends.accounts.profiles, friends.accounts.clock.now())
        guard !profiles.isRestricted(player, at: now) else { throw .noConsent(.restricted) }
        guard consent == .authorized else { throw .noConsent(consent) }
        let consenting = try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.friends(of: player, consentingTo: app)
        }
        return consenting.filter { !profiles.isRestricted($0, at: now) }
    }
}

public struct FriendsList: Hashable, Sendable {
    public let friends: [PlayerNumber]
    public let total: Int
}

public enum ListFriendsError: Error, StoreFailure, Hashable, Sendable {
    /// The player did not let the game see it; never `authorized`.
    case noConsent(FriendListConsent)
    case unavailable
    case broken(reason: String)
}

/// Requests that wait for an answer.
public struct ListFriendRequests: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    /// - Returns: without messages that a restriction made later keeps back (rule 1.1).
    public func callAsFunction(of player: PlayerNumber) async throws(ListFriendsError) -> FriendRequests {
        let requests = try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.friendRequests(of: player)
        }
        let (profiles, now) = (friends.accounts.profiles, friends.accounts.clock.now())
        func readable(_ row: FriendRequests.Row) -> FriendRequests.Row {
            guard !profiles.mayMessage(player, row.player, at: now) else { return row }
            return FriendRequests.Row(player: row.player, message: "", created: row.created)
        }
        return FriendRequests(received: requests.received.map(readable), sent: requests.sent.map(readable))
    }
}

/// Those whom a player blocks.
public struct ListBlockedPlayers: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(by player: PlayerNumber) async throws(ListFriendsError) -> [PlayerNumber] {
        try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.blocked(by: player)
        }
    }
}

/// Whether a game may see a player's friends.
public struct ReadFriendListConsent: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(
        of player: PlayerNumber, to app: App
    ) async throws(ListFriendsError) -> FriendListConsent {
        guard !friends.accounts.profiles.isRestricted(player, at: friends.accounts.clock.now()) else {
            return .restricted
        }
        return try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.friendListConsent(of: player, to: app.number)
        }
    }
}

/// The player decides it, never the game.
public struct SetFriendListConsent: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(
        isAuthorized: Bool, of player: PlayerNumber, to app: App
    ) async throws(ListFriendsError) -> FriendListConsent {
        let isRestricted = friends.accounts.profiles.isRestricted(player, at: friends.accounts.clock.now())
        guard !isAuthorized || !isRestricted else { throw .noConsent(.restricted) }
        let consent: FriendListConsent = isAuthorized ? .authorized : .denied
        try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.setFriendListConsent(consent, of: player, to: app.number)
        }
        return isRestricted ? .restricted : consent
    }
}

extension ListFriends {
    /// Players in the store's pages.
    public func players(_ numbers: [PlayerNumber]) async throws(ListFriendsError) -> [PlayerNumber: Player] {
        var players: [PlayerNumber: Player] = [:]
        for start in stride(from: 0, to: numbers.count, by: LoadPlayers.countLimit) {
            let part = Array(numbers[start..<min(start + LoadPlayers.countLimit, numbers.count)])
            let found = try await ListFriendsError.translating { () throws(StoreError) in
                try await friends.accounts.directory.players(part)
            }
            for player in found { players[player.number] = player }
        }
        return players
    }
}
