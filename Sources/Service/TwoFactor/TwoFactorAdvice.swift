public import LaurelDomain
public import LaurelScores

/// Who must have a second factor to do their work, besides the members of teams that ask for it.
public enum RequiredTwoFactor: String, CaseIterable, Sendable {
    case nobody
    /// Administrators of the server.
    case administrators
    /// They, and players who own a team with a released app.
    case owners
}

/// What a player should do about a second factor.
public enum TwoFactorAdvice: String, CaseIterable, Hashable, Sendable {
    /// They have one, or need none.
    case none
    case suggested
    /// Without it they cannot do what they are here for.
    case required
}

extension TwoFactor {
    /// O(teams of the player × apps).
    public func advice(for session: Session, _ required: RequiredTwoFactor, _ catalogue: Catalogue) -> TwoFactorAdvice {
        guard !roster.hasTwoFactor(session.player) else { return .none }
        let teams = roster.memberships(of: session.player).filter { isPowerful($0, catalogue) }
        guard session.isAdministrator || !teams.isEmpty else { return .none }
        if session.isAdministrator, required != .nobody { return .required }
        return !teams.isEmpty && required == .owners ? .required : .suggested
    }

    /// Whether somebody is kept from what they ask for until they have a second factor.
    ///
    /// - Parameter team: whose matter it is; nil: the server's.
    public func isMissing(
        for administrator: Administrator, in team: TeamNumber?, _ required: RequiredTwoFactor, _ catalogue: Catalogue
    ) -> Bool {
        guard required != .nobody, case .player(let player) = administrator.actor, !roster.hasTwoFactor(player) else {
            return false
        }
        if administrator.isAboveTeams { return true }
        guard required == .owners, let team, let member = roster.member(player, of: team) else { return false }
        return isPowerful(member, catalogue)
    }

    /// Whether they own a team with a released app: players' scores hang on them.
    private func isPowerful(_ member: TeamMember, _ catalogue: Catalogue) -> Bool {
        member.role == .owner && catalogue.apps().contains { $0.team == member.team && $0.isReleased }
    }
}
