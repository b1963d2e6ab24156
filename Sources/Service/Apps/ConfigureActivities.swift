package import LaurelDomain
package import LaurelScores
package import LaurelStorage

/// Makes, changes and removes the activities of an app, at once (rules 3.4, 14.1).
package struct ConfigureActivities: ConfiguresItems {
    package static let countLimit = ActivityDefinition.countLimit
    package static let actions = ItemActions(
        create: .activityCreate, update: .activityUpdate, delete: .activityDelete)

    package let apps: Apps
    package var gate: SerialGate { apps.activityGate }
    package init(_ apps: Apps) { self.apps = apps }

    package func items(of app: App) -> [ActivityDefinition] { apps.catalogue.activities.activities(of: app.number) }

    package func checked(
        _ wanted: ActivityDefinition, replacing old: ActivityDefinition?, of app: App, isImported: Bool
    ) throws(ActivityRefusal) -> ActivityDefinition {
        var activity = wanted.inOrder()
        activity.isReleased = old?.isReleased ?? false
        // Achievements of an import may be made after it.
        guard !isImported else { return activity }
        let boards = Set(apps.catalogue.leaderboards(of: app.number).map(\.id))
        let medals = Set(apps.catalogue.achievements.achievements(of: app.number).map(\.id))
        try wanted.check(app.defaultLanguage, leaderboards: boards, achievements: medals)
        return activity
    }

    /// One that was never released. Links to a released one are out in the world.
    package func checkRemoval(of activity: ActivityDefinition, from app: App) throws(ActivityRefusal) {
        guard !activity.isReleased else { throw .cannotRemoveReleased }
    }

    package func changes(from old: ActivityDefinition?, to new: ActivityDefinition) -> FieldChanges {
        FieldChanges(from: old, to: new)
    }

    package func store(
        _ activity: ActivityDefinition, of app: App, _ entry: NewAuditEntry
    ) async throws(StoreError) {
        try await apps.directory.putActivity(activity, of: app.number, entry)
        apps.catalogue.activities.put(activity, of: app.number)
    }

    package func discard(_ id: ActivityID, of app: App, _ entry: NewAuditEntry) async throws(StoreError) {
        _ = try await apps.directory.removeActivity(id, of: app.number, entry)
        apps.catalogue.activities.remove(id, of: app.number)
    }
}

extension ActivityID: ConfiguredID {}
extension ActivityDefinition: ReleasedItem {}
extension ActivityRefusal: ConfiguredRefusal {}
package typealias ConfigureActivityError = ConfigureItemError<ActivityRefusal>

/// Fills the catalogue with activities at start.
public struct LoadActivities: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    public func callAsFunction() async throws(AppError) {
        try await AppError.translating { () throws(StoreError) in
            for known in try await apps.directory.activities() {
                apps.catalogue.activities.put(known.activity, of: known.app)
            }
        }
    }
}
