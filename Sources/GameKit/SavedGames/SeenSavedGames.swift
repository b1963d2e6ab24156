import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// Which versions of each name this program has seen: its next save is in their place, and of no others (rule 9.1).
/// What it loaded or saved in an earlier run the device's folder knows; of names that neither knows, the server knows
/// what this device saved last.
final class SeenSavedGames: Sendable {
    private struct State: Sendable {
        var player: String?
        var versions: [String: [SavedGameID]] = [:]
        /// Saved by this program: the server tells of them too.
        var own: Set<SavedGameID> = []

        mutating func belong(to player: String) {
            if self.player != player { self = State(player: player) }
        }

        mutating func add(_ id: SavedGameID, to name: String) -> [SavedGameID] {
            let others = (versions[name] ?? []).filter { $0 != id }
            let all = Array(others.suffix(SaveQuery.basedOnLimit - 1)) + [id]
            versions[name] = all
            return all
        }
    }

    private let state = Mutex(State())

    /// The list of all names. Where versions are in conflict, nobody has chosen yet: what was seen before counts.
    func list(_ records: [SavedGameAnswer], of player: String) {
        state.withLock { state in
            state.belong(to: player)
            var versions: [String: [SavedGameID]] = [:]
            for record in records {
                versions[record.name] = record.isConflicting ? state.versions[record.name] : [record.id]
            }
            state.versions = versions
        }
    }

    /// The game has the data of a version.
    /// - Returns: what it has seen now.
    func loaded(_ id: SavedGameID, _ name: String, of player: String) -> [SavedGameID] {
        state.withLock { state in
            state.belong(to: player)
            return state.add(id, to: name)
        }
    }

    /// The game is saving under this ID: the server may tell of it before it answers, and may have it though its answer
    /// is lost.
    /// - Returns: what the game has seen now; nil: the server knows what this device saved last.
    func saving(_ id: SavedGameID, _ name: String, of player: String) -> [SavedGameID]? {
        state.withLock { state in
            state.belong(to: player)
            state.own.insert(id)
            return state.versions[name] == nil ? nil : state.add(id, to: name)
        }
    }

    /// The game has saved.
    func saved(_ id: SavedGameID, _ name: String, of player: String) {
        state.withLock { state in
            state.belong(to: player)
            state.versions[name] = [id]
        }
    }

    /// As the device's folder remembers it, where this run knows nothing.
    func remember(_ versions: [SavedGameID], _ name: String, of player: String) {
        state.withLock { state in
            state.belong(to: player)
            if state.versions[name] == nil { state.versions[name] = versions }
        }
    }

    /// Nil: nothing is known of the name.
    func versions(of name: String, player: String) -> [SavedGameID]? {
        state.withLock { state in
            state.belong(to: player)
            return state.versions[name]
        }
    }

    func isOwn(_ id: SavedGameID) -> Bool { state.withLock { $0.own.contains(id) } }
}
