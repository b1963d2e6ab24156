public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Players by the ids that the caller knows them by, or by number.
public struct LoadPlayers: Sendable {
    /// Ids in one call.
    public static let countLimit = 100
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter scope: which ids the caller sees.
    /// - Returns: those that exist, in the order asked for, none twice.
    public func callAsFunction(
        ids: [String], in scope: PlayerIDs.Scope
    ) async throws(LoadPlayersError) -> [(id: String, player: Player)] {
        guard ids.count <= Self.countLimit else { throw .tooMany(limit: Self.countLimit) }
        let numbers = ids.compactMap { accounts.ids.player($0, in: scope) }
        return try await self(numbers).map { (accounts.ids.id(of: $0.number, in: scope), $0) }
    }

    /// - Returns: those that exist, in the order asked for, none twice.
    public func callAsFunction(_ numbers: [PlayerNumber]) async throws(LoadPlayersError) -> [Player] {
        guard numbers.count <= Self.countLimit else { throw .tooMany(limit: Self.countLimit) }
        guard !numbers.isEmpty else { return [] }
        let players = try await LoadPlayersError.translating { () throws(StoreError) in
            try await accounts.directory.players(numbers)
        }
        var byNumber = Dictionary(players.map { ($0.number, $0) }) { first, _ in first }
        return numbers.compactMap { byNumber.removeValue(forKey: $0) }
    }

    /// By alias, as the operator names a player.
    public func callAsFunction(alias: Alias) async throws(LoadPlayersError) -> Player? {
        try await LoadPlayersError.translating { () throws(StoreError) in
            try await accounts.directory.player(aliasKey: alias.key)
        }
    }
}

public enum LoadPlayersError: Error, StoreFailure, Hashable, Sendable {
    case tooMany(limit: Int)
    case unavailable
    case broken(reason: String)
}

/// Fills the table of names at start.
public struct LoadNames: Sendable {
    /// Names in one page: a few hundred kilobytes.
    public static let pageLimit = 50_000
    private let accounts: Accounts
    private let pageLimit: Int

    public init(_ accounts: Accounts, pageLimit: Int = LoadNames.pageLimit) {
        self.accounts = accounts
        self.pageLimit = max(pageLimit, 1)
    }

    public func callAsFunction() async throws(LoadPlayersError) {
        try await loadProfiles()
        try await loadGuests()
        var last: PlayerNumber?
        while true {
            let after = last
            let page = try await LoadPlayersError.translating { () throws(StoreError) in
                try await accounts.directory.displayNames(after: after, limit: pageLimit)
            }
            guard let end = page.players.last else { return }
            accounts.names.put(page)
            last = end
        }
    }

    private func loadGuests() async throws(LoadPlayersError) {
        var last: PlayerNumber?
        while true {
            let after = last
            let page = try await LoadPlayersError.translating { () throws(StoreError) in
                try await accounts.directory.guests(after: after, limit: pageLimit)
            }
            guard let end = page.last else { return }
            for player in page { accounts.profiles.setGuest(true, player) }
            last = end
        }
    }

    private func loadProfiles() async throws(LoadPlayersError) {
        var last: PlayerNumber?
        while true {
            let after = last
            let page = try await LoadPlayersError.translating { () throws(StoreError) in
                try await accounts.directory.profiles(after: after, limit: pageLimit)
            }
            guard let end = page.last?.player else { return }
            for (player, profile) in page { accounts.profiles.put(profile, of: player) }
            last = end
        }
    }
}
