public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Says from which origins pages may call a game's routes, and to which pages sign-ins return; at once (rule 3.4).
public struct SetWebOrigins: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// - Parameter origins: at most ``WebAddress/countLimit``; one that is there twice counts once.
    public func callAsFunction(
        _ origins: [WebAddress], of bundleID: BundleID, by administrator: Administrator
    ) async throws(AppError) -> [WebAddress] {
        try await apps.gate.run { () throws(AppError) in
            guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
            let old = apps.catalogue.webOrigins.origins(of: app.number)
            var seen: Set<WebAddress> = []
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
    private static func keeping(_ old: [WebAddress], _ new: [WebAddress]) -> [WebAddress] {
        new.map { address in
            var address = address
            let wasOpen = old.contains { $0 == address && $0.takesAnyPage }
            address.takesAnyPage = wasOpen && !new.contains { $0.isPage && $0.origin == address.origin }
            return address
        }
    }
}
