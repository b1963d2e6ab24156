import LaurelClient
import Synchronization

/// What is known of players, by id: entries and challenges name a player in passing, without all that ``GKPlayer``
/// tells. It is as one player sees them: real names and photos are for friends (rule 1.1).
final class PlayerRoster: Sendable {
    /// As many players are kept in memory; then those that were learnt first go.
    static let limit = 5_000

    private struct State: Sendable {
        /// Who sees them so.
        var viewer: String?
        var records: [String: PlayerRecord] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())

    func record(_ id: String) -> PlayerRecord? { state.withLock { $0.records[id] } }

    /// Forgets what another player was shown.
    func belong(to viewer: String) {
        state.withLock { if $0.viewer != viewer { $0 = State(viewer: viewer) } }
    }

    /// - Parameter viewer: who asked for them. Where somebody else is signed in by now, they aren't learnt.
    func learn(_ records: [PlayerRecord], seenBy viewer: String) {
        state.withLock { state in
            guard state.viewer == viewer else { return }
            for record in records {
                if state.records.updateValue(record, forKey: record.id) == nil { state.order.append(record.id) }
            }
            let excess = state.order.count - Self.limit
            guard excess > 0 else { return }
            for id in state.order.prefix(excess) { state.records[id] = nil }
            state.order.removeFirst(excess)
        }
    }

    /// What is known of them may be old.
    func forget(_ ids: [String]) {
        state.withLock { state in
            let gone = Set(ids)
            state.order.removeAll { gone.contains($0) }
            for id in gone { state.records[id] = nil }
        }
    }

    /// Of these ids, those of whom too little is known.
    func unknown(_ ids: [String]) -> [String] {
        state.withLock { state in
            var seen: Set<String> = []
            return ids.filter { id in
                guard seen.insert(id).inserted else { return false }
                guard let record = state.records[id] else { return true }
                return record.alias == nil || record.teamPlayerID == nil
            }
        }
    }
}

extension Laurel {
    /// Players for these records, with everything that ``GKPlayer`` tells: what is not known yet is asked for, in one
    /// request. When that fails the players are there with the names that they came with.
    func players(_ records: [PlayerRecord]) async -> [GKPlayer] {
        let unknown = roster.unknown(records.map(\.id))
        if !unknown.isEmpty {
            do throws(GKError) {
                let (found, viewer) = try await asPlayer { (client, session) throws(ClientError) in
                    (try await client.players(ids: unknown), session.player.id)
                }
                roster.learn(found, seenBy: viewer)
            } catch {
                world.log("Couldn't load player names: \(error.localizedDescription)")
            }
        }
        return records.map { player($0) }
    }

    /// - Returns: the local player's own object if it's them.
    func player(_ record: PlayerRecord) -> GKPlayer {
        if record.id == session?.player.id { return localPlayer }
        return GKPlayer(roster.record(record.id) ?? record, in: self)
    }
}
