package import LaurelDomain
import LaurelStorage

/// A ban made or ended: all entries of a player are hidden, or come back, in one commit (rule 4.12). A journal's row
/// says when they are kept out of its stream and when they are not any more; two bans of different scopes are one time
/// out.
package struct BanStep: WriterStep {
    package enum Change: Sendable {
        case ban(Ban)
        case lift(PlayerNumber, Ban.Scope)
    }

    let change: Change
    let audit: NewAuditEntry

    package init(_ change: Change, audit: NewAuditEntry) {
        self.change = change
        self.audit = audit
    }

    /// Making what is there, or ending what is not, changes nothing.
    package func plan(_ draft: inout CommitDraft) throws(BanPlayerError) {
        let bans = draft.catalogue.bans
        switch change {
        case .ban(let ban):
            guard bans.ban(of: ban.player, ban.scope) == nil else { return }
            guard bans.list(ban.scope).count < ModerationLimits.bans else {
                throw .tooMany(limit: ModerationLimits.bans)
            }
            draft.facts += [.ban(ban), .audit(audit)]
            let rows = rows(.ban, of: ban.player, ban.scope, &draft)
            draft.effects.append(.banned(ban, rows))
            do throws(StoreError) {
                try draft.leaveMatches(ban.player, isErased: false, in: ban.scope.team)
            } catch {
                throw BanPlayerError(error)
            }
            draft.challenges.leaveGroups(ban.player, in: ban.scope.team)
        case .lift(let player, let scope):
            guard bans.ban(of: player, scope) != nil else { return }
            draft.facts += [.banLifted(player, scope), .audit(audit)]
            let rows = rows(.unban, of: player, scope, &draft)
            draft.effects.append(.banLifted(player, scope, rows))
        }
    }

    /// One for each stream in which it makes a difference.
    private func rows(
        _ kind: JournalRow.Kind, of player: PlayerNumber, _ scope: Ban.Scope, _ draft: inout CommitDraft
    ) -> [JournalRow] {
        let bans = draft.catalogue.bans
        let concerned = draft.published.streamsInUse.filter { stream in
            switch scope {
            case .server: bans.ban(of: player, .team(stream.team)) == nil
            case .team(let team): stream.team == team && !bans.isBannedEverywhere(player)
            }
        }
        let rows = concerned.map { stream in
            JournalRow(
                stream: stream, sequence: draft.next(in: stream), time: draft.time, kind: kind, leaderboard: .all,
                player: player)
        }
        for row in rows { draft.append(row) }
        return rows
    }
}

extension Ban.Scope {
    /// Nil: the whole server.
    package var team: TeamNumber? { if case .team(let team) = self { team } else { nil } }
}

public enum BanPlayerError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    /// An administrator is not kept out of the server that they administer.
    case isAdministrator
    case tooMany(limit: Int)
    case unavailable
    case broken(reason: String)
}
