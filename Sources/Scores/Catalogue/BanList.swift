public import LaurelDomain
import Synchronization

/// Who is kept out, in memory: every request and every score asks.
///
/// The store is the truth; the journal's writer fills this at a start and changes it after each commit.
public final class BanList: Sendable {
    private let bans = Mutex<[PlayerNumber: [Ban]]>([:])
    /// So that a server without bans takes no lock.
    private let playerCount = Atomic(0)

    public init() {}

    /// Whether no score of theirs is taken in this team's games. O(1).
    public func isBanned(_ player: PlayerNumber, in team: TeamNumber) -> Bool {
        guard playerCount.load(ordering: .acquiring) > 0 else { return false }
        return bans.withLock { bans in
            bans[player, default: []].contains { $0.scope == .server || $0.scope == .team(team) }
        }
    }

    /// Whether they may not sign in either. O(1).
    public func isBannedEverywhere(_ player: PlayerNumber) -> Bool { ban(of: player, .server) != nil }

    public func ban(of player: PlayerNumber, _ scope: Ban.Scope) -> Ban? {
        guard playerCount.load(ordering: .acquiring) > 0 else { return nil }
        return bans.withLock { $0[player, default: []].first { $0.scope == scope } }
    }

    /// Those of a scope, by player. O(*n* log *n*).
    public func list(_ scope: Ban.Scope) -> [Ban] {
        let all = bans.withLock { $0.values.flatMap { $0 } }
        return all.filter { $0.scope == scope }.sorted { $0.player < $1.player }
    }

    // MARK: The writer's side

    func replaceAll(_ list: [Ban]) {
        bans.withLock { bans in
            bans = Dictionary(grouping: list, by: \.player)
            playerCount.store(bans.count, ordering: .releasing)
        }
    }

    package func put(_ ban: Ban) {
        bans.withLock { bans in
            guard !bans[ban.player, default: []].contains(where: { $0.scope == ban.scope }) else { return }
            bans[ban.player, default: []].append(ban)
            playerCount.store(bans.count, ordering: .releasing)
        }
    }

    func remove(_ player: PlayerNumber, _ scope: Ban.Scope) {
        bans.withLock { bans in
            let left = bans[player, default: []].filter { $0.scope != scope }
            bans[player] = left.isEmpty ? nil : left
            playerCount.store(bans.count, ordering: .releasing)
        }
    }
}
