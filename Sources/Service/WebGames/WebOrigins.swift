public import LaurelDomain
public import LaurelStorage
import Synchronization

/// From which origins pages may call which game's routes, in memory.
public final class WebOrigins: Sendable {
    private struct State {
        var ofApp: [AppNumber: [WebOrigin]] = [:]
        /// How many apps have each.
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// In the order in which they were given.
    public func origins(of app: AppNumber) -> [WebOrigin] { state.withLock { $0.ofApp[app, default: []] } }

    /// Whether pages of this origin may call this game's routes. O(*n*), *n* being at most ``WebOrigin/countLimit``.
    public func allows(_ origin: String, for app: AppNumber) -> Bool {
        state.withLock { $0.ofApp[app]?.contains { $0.text == origin } ?? false }
    }

    /// Whether they may call some game's. O(1).
    public func allows(_ origin: String) -> Bool { state.withLock { $0.counts[origin] != nil } }

    public func set(_ origins: [WebOrigin], of app: AppNumber) {
        state.withLock { state in
            for old in state.ofApp[app, default: []] {
                let left = state.counts[old.text, default: 1] - 1
                state.counts[old.text] = left > 0 ? left : nil
            }
            for new in origins { state.counts[new.text, default: 0] += 1 }
            state.ofApp[app] = origins
        }
    }

    /// At the start.
    public func load(from directory: any WebOriginDirectory) async throws(StoreError) {
        for (app, origins) in try await directory.webOrigins() { set(origins, of: app) }
    }
}

/// Says from which origins pages may call a game's routes; at once (rule 3.4).
public struct SetWebOrigins: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// - Parameter origins: at most ``WebOrigin/countLimit``; one that is there twice counts once.
    public func callAsFunction(
        _ origins: [WebOrigin], of bundleID: BundleID, by administrator: Administrator
    ) async throws(AppError) -> [WebOrigin] {
        try await apps.gate.run { () throws(AppError) in
            guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
            var seen: Set<WebOrigin> = []
            let once = origins.filter { seen.insert($0).inserted }
            let old = apps.catalogue.webOrigins.origins(of: app.number)
            guard once != old else { return once }
            var changes = FieldChanges()
            changes.compare("webOrigins", old, once) { $0.map(\.text).joined(separator: ", ") }
            let entry = administrator.entry(
                .appUpdate, team: app.team, app: app.number, subject: bundleID.text, changes: changes.text,
                at: apps.clock.now())
            try await AppError.translating { () throws(StoreError) in
                try await apps.directory.setWebOrigins(once, of: app.number, entry)
            }
            apps.catalogue.webOrigins.set(once, of: app.number)
            return once
        }
    }
}
