public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Finds players for a moderator: by the beginning of an alias, or by an id that the team sees.
public struct FindPlayers: Sendable {
    private let moderation: Moderation
    public init(_ moderation: Moderation) { self.moderation = moderation }

    /// - Parameters:
    ///   - text: as typed.
    ///   - scopes: in which ids are understood.
    /// - Returns: at most ``ModerationLimits/page``.
    public func callAsFunction(
        _ text: String, ids scopes: [PlayerIDs.Scope], by administrator: Administrator
    ) async throws(ModerationError) -> [Player] {
        for scope in scopes {
            guard let number = moderation.accounts.ids.player(text, in: scope) else { continue }
            return try await ModerationError.translating { () throws(StoreError) in
                try await moderation.directory.players([number])
            }
        }
        return try await find(beginning: text)
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

    private func find(beginning text: String) async throws(ModerationError) -> [Player] {
        // As an alias's key is made: the beginning of an alias need not be one.
        let prefix = text.lowercased()
        return try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.players(aliasKeyPrefix: prefix, limit: ModerationLimits.page)
        }
    }
}
