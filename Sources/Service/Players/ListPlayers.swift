public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Players in order of sign-up, for the operator.
public struct ListPlayers: Sendable {
    public static let pageLimit = 100
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameters:
    ///   - prefix: of the alias; capitals do not matter; nil: all.
    ///   - after: the id of the last player of the page before.
    /// - Returns: a page, and whether another follows.
    public func callAsFunction(
        prefix: String?, after: String?, by administrator: Administrator
    ) async throws(LoadPlayersError) -> (players: [Player], hasMore: Bool) {
        let last = after.flatMap { accounts.ids.player($0, in: .player) }
        let key = prefix.map { $0.lowercased() } ?? ""
        let found = try await LoadPlayersError.translating { () throws(StoreError) in
            try await accounts.directory.players(aliasKeyPrefix: key, after: last, limit: Self.pageLimit + 1)
        }
        return (Array(found.prefix(Self.pageLimit)), found.count > Self.pageLimit)
    }
}
