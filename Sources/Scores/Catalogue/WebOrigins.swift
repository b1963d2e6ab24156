public import LaurelDomain
public import LaurelStorage
import Synchronization

/// From which origins pages may call which game's routes, and to which pages sign-ins return, in memory.
public final class WebOrigins: Sendable {
    private struct State {
        var ofApp: [AppNumber: [WebAddress]] = [:]
        /// How many apps have each.
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// In the order in which they were given.
    public func origins(of app: AppNumber) -> [WebAddress] { state.withLock { $0.ofApp[app, default: []] } }

    /// Whether pages of this origin may call this game's routes. O(*n*), *n* being at most ``WebAddress/countLimit``.
    public func allows(_ origin: String, for app: AppNumber) -> Bool {
        state.withLock { $0.ofApp[app]?.contains { $0.origin.text == origin } ?? false }
    }

    /// Whether a sign-in on behalf of this origin may return to this address. O(*n*), as above.
    public func allows(redirect: String, from origin: String, for app: AppNumber) -> Bool {
        state.withLock {
            $0.ofApp[app]?.contains { $0.origin.text == origin && $0.takes(redirect: redirect) } ?? false
        }
    }

    /// Whether they may call some game's. O(1).
    public func allows(_ origin: String) -> Bool { state.withLock { $0.counts[origin] != nil } }

    public func set(_ origins: [WebAddress], of app: AppNumber) {
        state.withLock { state in
            for old in state.ofApp[app, default: []] {
                let left = state.counts[old.origin.text, default: 1] - 1
                state.counts[old.origin.text] = left > 0 ? left : nil
            }
            for new in origins { state.counts[new.origin.text, default: 0] += 1 }
            state.ofApp[app] = origins
        }
    }

    /// At the start.
    public func load(from directory: any WebOriginDirectory) async throws(StoreError) {
        for (app, origins) in try await directory.webOrigins() { set(origins, of: app) }
    }
}
