public import LaurelDomain
public import LaurelStorage
import Synchronization

/// From which origins pages may call which game's routes, and to which pages sign-ins return, in memory.
public final class WebOrigins: Sendable {
    private struct State {
        var ofApp: [AppNumber: [WebPlace]] = [:]
        /// How many apps have each.
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// In the order in which they were given.
    public func origins(of app: AppNumber) -> [WebPlace] { state.withLock { $0.ofApp[app, default: []] } }

    /// Whether pages of this origin may call this game's routes. O(*n*), *n* being at most ``WebPlace/countLimit``.
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

    public func set(_ origins: [WebPlace], of app: AppNumber) {
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

/// Says from which origins pages may call a game's routes, and to which pages sign-ins return; at once (rule 3.4).
public struct SetWebOrigins: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// - Parameter origins: at most ``WebPlace/countLimit``; one that is there twice counts once.
    public func callAsFunction(
        _ origins: [WebPlace], of bundleID: BundleID, by administrator: Administrator
    ) async throws(AppError) -> [WebPlace] {
        try await apps.gate.run { () throws(AppError) in
            guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
            let old = apps.catalogue.webOrigins.origins(of: app.number)
            var seen: Set<WebPlace> = []
            let once = Self.keeping(old, origins.filter { seen.insert($0).inserted })
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

    /// An origin that takes any page goes on with it until a page of it is registered.
    private static func keeping(_ old: [WebPlace], _ new: [WebPlace]) -> [WebPlace] {
        new.map { place in
            var place = place
            let wasOpen = old.contains { $0 == place && $0.takesAnyPage }
            place.takesAnyPage = wasOpen && !new.contains { $0.isPage && $0.origin == place.origin }
            return place
        }
    }
}
