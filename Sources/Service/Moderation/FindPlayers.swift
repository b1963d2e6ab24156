public import LaurelDomain
public import LaurelScores
import LaurelMatches
import LaurelStorage

/// Finds players for a moderator: by the beginning of an alias, or by an id that the team sees.
public struct FindPlayers: Sendable {
    private let moderation: Moderation
    public init(_ moderation: Moderation) { self.moderation = moderation }

    /// So many of those whose alias begins so are looked at in search of a game's: who finds none types more of it.
    private static let lookedAtLimit = 5_000
    /// Of them at a time.
    private static let lookedAtOnce = 500

    /// - Parameters:
    ///   - text: as typed.
    ///   - app: whose players are found. Who stands above teams finds all.
    ///   - scopes: in which ids are understood.
    /// - Returns: at most ``ModerationLimits/page``.
    public func callAsFunction(
        _ text: String, of app: App, ids scopes: [PlayerIDs.Scope], by administrator: Administrator
    ) async throws(ModerationError) -> [Player] {
        for scope in scopes {
            guard let number = moderation.accounts.ids.player(text, in: scope) else { continue }
            return try await ModerationError.translating { () throws(StoreError) in
                try await moderation.directory.players([number])
            }
        }
        // Anybody can found a team, and nobody's alias is theirs to know who never played there.
        return try await find(beginning: text) { player in administrator.isAboveTeams || plays(player, app) }
    }

    private func plays(_ player: PlayerNumber, _ app: App) -> Bool {
        let keeper = moderation.keeper
        return Environment.allCases.contains { environment in
            keeper.tally.plays(player, .init(app: app.number, environment: environment))
                || keeper.matches.read(MatchGame(app: app.number, environment: environment)) {
                    !$0.numbers(of: player).isEmpty
                }
        }
    }

    /// One player, by such an id or by their alias.
    /// - Returns: nil when there is none. An id that was made here is taken as it is.
    public func one(_ text: String, ids scopes: [PlayerIDs.Scope]) async throws(ModerationError) -> PlayerNumber? {
        for scope in scopes {
            if let number = moderation.accounts.ids.player(text, in: scope) { return number }
        }
        let alias: Alias
        do throws(Alias.Invalid) { alias = try Alias(known: text) } catch { return nil }
        return try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.player(aliasKey: alias.key)?.number
        }
    }

    private func find(
        beginning text: String, where isShown: (PlayerNumber) -> Bool
    ) async throws(ModerationError) -> [Player] {
        // As an alias's key is made: the beginning of an alias need not be one.
        let prefix = text.lowercased()
        var found: [Player] = []
        var (last, count) = ("", 0)
        while count < Self.lookedAtLimit {
            let after = last
            let page = try await ModerationError.translating { () throws(StoreError) in
                try await moderation.directory.players(
                    aliasKeyPrefix: prefix, beyond: after, limit: Self.lookedAtOnce)
            }
            for player in page where isShown(player.number) {
                found.append(player)
                if found.count == ModerationLimits.page { return found }
            }
            guard page.count == Self.lookedAtOnce, let end = page.last else { break }
            last = end.alias.key
            count += page.count
        }
        return found
    }
}
