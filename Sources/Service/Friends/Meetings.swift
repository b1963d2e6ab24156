import LaurelDomain
import LaurelScores
import LaurelStorage

/// Who may be brought together: in matches, in parties and in challenges of groups.
struct Meetings: Sendable {
    private let keeper: ScoreKeeper
    private let graph: FriendGraph
    private let profiles: PlayerProfiles
    private let names: PlayerNames

    init(_ keeper: ScoreKeeper, _ accounts: Accounts, friends graph: FriendGraph) {
        self.keeper = keeper
        self.graph = graph
        profiles = accounts.profiles
        names = accounts.names
    }

    /// Whether a player is there to be invited into a team's games: they exist, and aren't kept out (rule 4.12). Nobody
    /// learns which.
    func isThere(_ player: PlayerNumber, in team: TeamNumber) -> Bool {
        names.displayName(player) != nil && !keeper.catalogue.bans.isBanned(player, in: team)
    }

    /// Who of some players may meet whom (rule 11.4), as it is known now.
    ///
    /// - Parameters:
    ///   - players: at least one of any two who are asked about.
    ///   - isByCode: they meet by a party's code: guests may (rules 1.11, 14.10).
    func circle(of players: [PlayerNumber], isByCode: Bool = false) async throws(StoreError) -> MatchCircle {
        var relations: [PlayerNumber: MatchCircle.Relations] = [:]
        for player in players {
            let friends = try await graph.friends(of: player)
            let blocks = try await graph.apart(from: player)
            relations[player] = MatchCircle.Relations(friends: Set(friends), blocks: blocks)
        }
        return MatchCircle(relations) { [profiles, keeper] in
            isByCode
                ? profiles.isRestrictedWithLink($0, at: keeper.now()) : profiles.isRestricted($0, at: keeper.now())
        }
    }
}
