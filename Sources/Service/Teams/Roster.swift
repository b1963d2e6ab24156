public import LaurelDomain
public import LaurelScores
public import LaurelStorage
import Synchronization

/// Teams, members and keys as they are now, in memory, so that every request of a developer is judged without a wait.
///
/// The store is written first and this second, as with the ``Catalogue``.
public final class Roster: Sendable {
    private struct State {
        var teams: [TeamNumber: Team] = [:]
        var numbers: [TeamID: TeamNumber] = [:]
        var members: [TeamNumber: [PlayerNumber: TeamMember]] = [:]
        var ofPlayer: [PlayerNumber: Set<TeamNumber>] = [:]
        var keys: [SecretDigest: DeveloperKey] = [:]
        var twoFactor: Set<PlayerNumber> = []
    }

    private let state = Mutex(State())

    public init(_ records: TeamRecords = TeamRecords()) {
        for team in records.teams { put(team) }
        for member in records.members { put(member) }
        for (digest, key) in records.keys { put(key, digest) }
        state.withLock { $0.twoFactor = records.twoFactor }
    }

    // MARK: Teams

    public func team(_ id: TeamID) -> Team? {
        state.withLock { state in state.numbers[id].flatMap { state.teams[$0] } }
    }

    public func team(_ number: TeamNumber) -> Team? { state.withLock { $0.teams[number] } }

    /// In order of creation.
    public func teams() -> [Team] {
        state.withLock { $0.teams.values.sorted { $0.number.rawValue < $1.number.rawValue } }
    }

    func put(_ team: Team) {
        state.withLock { state in
            state.teams[team.number] = team
            state.numbers[team.id] = team.number
        }
    }

    /// With its members and keys.
    func remove(_ team: Team) {
        state.withLock { state in
            for player in state.members[team.number, default: [:]].keys {
                state.ofPlayer[player]?.remove(team.number)
            }
            state.members[team.number] = nil
            state.keys = state.keys.filter { $0.value.team != team.number }
            state.numbers[team.id] = nil
            state.teams[team.number] = nil
        }
    }

    // MARK: Members

    public func member(_ player: PlayerNumber, of team: TeamNumber) -> TeamMember? {
        state.withLock { $0.members[team]?[player] }
    }

    /// Owners first, then by role, then in order of sign-up.
    public func members(of team: TeamNumber) -> [TeamMember] {
        state.withLock { state in
            state.members[team, default: [:]].values.sorted {
                ($0.role.rawValue, $0.player.rawValue) < ($1.role.rawValue, $1.player.rawValue)
            }
        }
    }

    /// In order of the teams' creation.
    public func memberships(of player: PlayerNumber) -> [TeamMember] {
        state.withLock { state in
            state.ofPlayer[player, default: []].sorted { $0.rawValue < $1.rawValue }
                .compactMap { state.members[$0]?[player] }
        }
    }

    func put(_ member: TeamMember) {
        state.withLock { state in
            state.members[member.team, default: [:]][member.player] = member
            state.ofPlayer[member.player, default: []].insert(member.team)
        }
    }

    /// The keys that they made go too.
    func remove(_ player: PlayerNumber, of team: TeamNumber) {
        state.withLock { state in
            state.members[team]?[player] = nil
            state.ofPlayer[player]?.remove(team)
            state.keys = state.keys.filter { $0.value.team != team || $0.value.maker != player }
        }
    }

    // MARK: Keys

    func key(_ digest: SecretDigest) -> DeveloperKey? { state.withLock { $0.keys[digest] } }

    /// In order of creation.
    public func keys(of team: TeamNumber) -> [DeveloperKey] {
        state.withLock { state in
            state.keys.values.filter { $0.team == team }.sorted { $0.id.rawValue < $1.id.rawValue }
        }
    }

    public func key(_ id: DeveloperKeyID) -> DeveloperKey? {
        state.withLock { state in state.keys.values.first { $0.id == id } }
    }

    func put(_ key: DeveloperKey, _ digest: SecretDigest) { state.withLock { $0.keys[digest] = key } }

    func remove(_ id: DeveloperKeyID) {
        state.withLock { state in state.keys = state.keys.filter { $0.value.id != id } }
    }

    // MARK: Two factors

    public func hasTwoFactor(_ player: PlayerNumber) -> Bool { state.withLock { $0.twoFactor.contains(player) } }

    func setTwoFactor(_ player: PlayerNumber, _ hasOne: Bool) {
        state.withLock { state in
            if hasOne { state.twoFactor.insert(player) } else { state.twoFactor.remove(player) }
        }
    }
}

extension Roster {
    /// No key may do these: one that leaks must not be able to stay.
    static let deniedToKeys: Set<TeamRight> = [.manageMembers, .manageKeys, .manageTeam]

    /// What somebody may do in a team now; nil: they are not in it, and it is nothing that they may know of.
    public func rights(of administrator: Administrator, in team: TeamNumber) -> Set<TeamRight>? {
        if administrator.isAboveTeams { return Set(TeamRight.allCases) }
        switch administrator.actor {
        case .operator: return Set(TeamRight.allCases)
        case .server: return nil
        case .player(let player): return member(player, of: team)?.role.rights
        case .key(let id):
            guard let key = key(id), key.team == team else { return nil }
            var rights = key.role.rights.subtracting(Self.deniedToKeys)
            if let maker = key.maker {
                guard let role = member(maker, of: team)?.role else { return nil }
                rights.formIntersection(role.rights)
            }
            return rights
        }
    }
}
