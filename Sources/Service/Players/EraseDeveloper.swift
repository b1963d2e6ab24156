public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Takes everything out that teams know of a player who is being erased: memberships, keys that they made, invitations,
/// their second factor. A team with apps in which they were alone stays without members: it is the business of the
/// server's administrators then. Twice is the same as once.
public struct EraseDeveloper: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    public func callAsFunction(_ player: PlayerNumber) async throws(TeamError) {
        try await teams.gate.run { () throws(TeamError) in
            try await TeamError.translating { () throws(StoreError) in
                try await teams.directory.eraseDeveloper(player)
            }
            for member in teams.roster.memberships(of: player) { teams.roster.remove(player, of: member.team) }
            teams.roster.setTwoFactor(player, false)
        }
    }
}

extension Teams {
    /// Does what takes a player out of their teams for good, with no change of teams beside it.
    ///
    /// - Throws: ``EraseError/soleOwner(of:)`` where nobody else owns a team that they could hand on, or delete.
    func leaving<Value>(
        _ player: PlayerNumber, _ body: () async throws(EraseError) -> Value
    ) async throws(EraseError) -> Value {
        try await gate.run { () throws(EraseError) in
            try demandOwners(beside: player)
            let value = try await body()
            for member in roster.memberships(of: player) { roster.remove(player, of: member.team) }
            return value
        }
    }

    /// - Throws: ``EraseError/soleOwner(of:)``.
    public func demandOwners(beside player: PlayerNumber) throws(EraseError) {
        let held = roster.memberships(of: player).filter(isHeld).compactMap { roster.team($0.team)?.name }
        guard held.isEmpty else { throw .soleOwner(of: held) }
    }

    /// Whether a team has this owner alone, and they could mend that themselves.
    private func isHeld(_ member: TeamMember) -> Bool {
        let others = roster.members(of: member.team).filter { $0.player != member.player }
        guard member.role == .owner, !others.contains(where: { $0.role == .owner }) else { return false }
        let canDelete =
            roster.teams().first?.number != member.team
            && !accounts.catalogue.apps().contains { $0.team == member.team }
        return !others.isEmpty || canDelete
    }
}
