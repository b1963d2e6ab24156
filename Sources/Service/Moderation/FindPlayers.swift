public import LaurelDomain
import Storage

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
        // As an alias's key is made: the beginning of an alias need not be one.
        let prefix = text.lowercased()
        return try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.players(aliasKeyPrefix: prefix, limit: ModerationLimits.page)
        }
    }
}
