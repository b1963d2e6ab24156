public import LaurelDomain
import LaurelStorage

/// Takes everything out that teams know of a player who is being erased: memberships, keys that he made, invitations,
/// his second factor. A team that he alone owned stays without an owner: an administrator of the server makes one.
/// Twice is the same as once.
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
