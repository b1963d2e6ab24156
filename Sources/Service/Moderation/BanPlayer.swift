public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Keeps a player out: all their entries are hidden on all leaderboards at once, and no score of theirs is taken. On
/// the whole server they cannot sign in either, and their sessions end.
public struct BanPlayer: Sendable {
    private let moderation: Moderation
    public init(_ moderation: Moderation) { self.moderation = moderation }

    /// Banning who is banned changes nothing.
    public func callAsFunction(
        _ player: PlayerNumber, _ scope: Ban.Scope, reason: String, by administrator: Administrator
    ) async throws(BanPlayerError) -> Ban {
        let known = try await BanPlayerError.translating { () throws(StoreError) in
            try await moderation.directory.player(player)
        }
        guard let known else { throw .unknownPlayer }
        // Somebody who could ban the last administrator could lock everybody out.
        if known.isAdministrator, scope == .server { throw .isAdministrator }
        let now = moderation.keeper.now()
        let ban = Ban(player: player, scope: scope, reason: reason, author: administrator.player, created: now)
        let audit = administrator.entry(.playerBan, team: scope.team, player: player, changes: reason, at: now)
        try await moderation.keeper.perform(BanStep(.ban(ban), audit: audit))
        if scope == .server {
            do throws(EndSessionsError) { try await EndSessions(moderation.accounts)(of: player) } catch {
                // Nothing is taken from these sessions all the same: each use of one looks at the bans.
                moderation.keeper.log(.backgroundFailed(.broken(reason: "sessions of a banned player: \(error)")))
            }
        }
        return moderation.catalogue.bans.ban(of: player, scope) ?? ban
    }

    /// Ends it: their entries are back where they belong. Ending what is not there changes nothing.
    public func lift(
        _ player: PlayerNumber, _ scope: Ban.Scope, by administrator: Administrator
    ) async throws(BanPlayerError) {
        let audit = administrator.entry(
            .playerUnban, team: scope.team, player: player, at: moderation.keeper.now())
        try await moderation.keeper.perform(BanStep(.lift(player, scope), audit: audit))
    }
}
