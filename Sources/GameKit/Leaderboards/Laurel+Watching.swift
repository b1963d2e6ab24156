import LaurelDomain
import LaurelWire
import Synchronization

// Leaderboards that are shown live. Ours, not Apple's: a game that builds against Apple's GameKit leaves it out.
extension Laurel {
    /// Reports changes to a leaderboard's entries, for as long as you keep it.
    public final class LeaderboardWatch: Sendable {
        private let id: UInt64
        private let center: Laurel

        fileprivate init(_ id: UInt64, in center: Laurel) {
            self.id = id
            self.center = center
        }

        deinit {
            center.watches.remove(id)
            center.listenIfWanted()
        }
    }

    /// Watches a leaderboard over the event stream, without polling.
    ///
    /// - Parameter changed: called on the main thread when the connection opens and after each change, so load the
    ///   entries then. Called again after the game was in the background or the connection was lost.
    @preconcurrency public static func watch(
        leaderboardID: String, changed: @escaping @MainActor () -> Void
    ) -> LeaderboardWatch {
        let center = current
        let told = { MainActor.assumeIsolated { changed() } }
        let watch = LeaderboardWatch(center.watches.add(leaderboardID, told), in: center)
        center.listenIfWanted()
        return watch
    }
}

/// What the game watches.
final class LeaderboardWatches: Sendable {
    private struct Watch: Sendable {
        let leaderboard: String
        let changed: MainThreadOnly<() -> Void>
    }

    private struct State: Sendable {
        var nextID: UInt64 = 0
        var watches: [UInt64: Watch] = [:]
    }

    private let state = Mutex(State())

    func add(_ leaderboard: String, _ changed: @escaping () -> Void) -> UInt64 {
        let changed = MainThreadOnly(changed)
        return state.withLock { state in
            state.nextID += 1
            state.watches[state.nextID] = Watch(leaderboard: leaderboard, changed: changed)
            return state.nextID
        }
    }

    func remove(_ id: UInt64) { state.set(\.watches[id], nil) }

    var isEmpty: Bool { state.withLock(\.watches.isEmpty) }

    /// Each once, as far as the server takes so many. What can be no leaderboard is left out: loading it says so.
    func leaderboards(of game: BundleID) -> [LeaderboardName] {
        let ids = state.withLock { Set($0.watches.values.map(\.leaderboard)) }
        let names = ids.sorted().compactMap { LeaderboardName("\(game.text)/\($0)") }
        return Array(names.prefix(eventLeaderboardsLimit))
    }

    func changed(_ leaderboard: String, in center: Laurel) {
        let changed = state.withLock { $0.watches.values.filter { $0.leaderboard == leaderboard }.map(\.changed) }
        for watcher in changed { center.tell { watcher.value() } }
    }
}
