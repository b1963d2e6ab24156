import LaurelDomain
import Synchronization

/// Which event each player of this device heard last in this run: also where the device's folder can't be written.
final class HeardEvents: Sendable {
    private struct State {
        /// By player.
        var last: [String: NoticeID] = [:]
        /// The last notice whose banner was shown, while nobody in the game listened.
        var shown: [String: NoticeID] = [:]
    }

    private let state = Mutex(State())

    /// Nil: none in this run.
    func last(of player: String) -> NoticeID? { state.withLock { $0.last[player] } }

    /// - Returns: what was the last one before.
    func hear(_ id: NoticeID, by player: String) -> NoticeID? {
        state.withLock { state in
            let before = state.last[player]
            state.last[player] = max(before ?? id, id)
            return before
        }
    }

    /// What came after `before` wasn't told after all.
    func goBack(to before: NoticeID?, of player: String) {
        state.withLock { state in
            guard let last = state.last[player] else { return }
            state.last[player] = before.map { min($0, last) }
        }
    }

    func show(_ id: NoticeID, to player: String) {
        state.withLock { state in state.shown[player] = max(state.shown[player] ?? id, id) }
    }

    /// - Returns: whether the player saw it before the game was told.
    func wasShown(_ id: NoticeID, to player: String) -> Bool {
        state.withLock { state in state.shown[player].map { id <= $0 } ?? false }
    }
}
