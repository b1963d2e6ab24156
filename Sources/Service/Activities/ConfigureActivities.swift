public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes, changes and removes the activities of an app, at once (rules 3.4, 14.1).
public struct ConfigureActivities: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    public func create(
        _ wanted: ActivityDefinition, of app: App, by administrator: Administrator
    ) async throws(ConfigureActivityError) -> ActivityDefinition {
        try await apps.activityGate.run { () throws(ConfigureActivityError) in
            let activities = apps.catalogue.activities.activities(of: app.number)
            guard !activities.contains(where: { $0.id == wanted.id }) else { throw .refused(.idTaken) }
            guard activities.count < ActivityDefinition.countLimit else {
                throw .refused(.tooManyActivities(limit: ActivityDefinition.countLimit))
            }
            return try await write(wanted, of: app, by: administrator, checks: true)
        }
    }

    /// - Parameter change: called once, with the activity as it is then.
    public func update(
        _ id: ActivityID, of app: App, by administrator: Administrator,
        _ change: @escaping @Sendable (inout ActivityDefinition) -> Void
    ) async throws(ConfigureActivityError) -> ActivityDefinition {
        try await apps.activityGate.run { () throws(ConfigureActivityError) in
            guard var activity = apps.catalogue.activities.activity(id, of: app.number) else { throw .unknownActivity }
            change(&activity)
            return try await write(activity, of: app, by: administrator, checks: true)
        }
    }

    /// One that was never released. Links to a released one are out in the world.
    public func remove(
        _ id: ActivityID, of app: App, by administrator: Administrator
    ) async throws(ConfigureActivityError) {
        try await apps.activityGate.run { () throws(ConfigureActivityError) in
            guard let activity = apps.catalogue.activities.activity(id, of: app.number) else { throw .unknownActivity }
            guard !activity.isReleased else { throw .refused(.cannotRemoveReleased) }
            let entry = administrator.entry(
                .activityDelete, team: app.team, app: app.number, subject: id.text, at: apps.clock.now())
            _ = try await ConfigureActivityError.translating { () throws(StoreError) in
                try await apps.directory.removeActivity(id, of: app.number, entry)
            }
            apps.catalogue.activities.remove(id, of: app.number)
        }
    }

    /// For an import, which has checked it: its achievements may be made after it.
    func bring(
        _ wanted: ActivityDefinition, to app: App, by administrator: Administrator
    ) async throws(ConfigureActivityError) {
        _ = try await apps.activityGate.run { () throws(ConfigureActivityError) in
            var wanted = wanted
            wanted.isReleased = apps.catalogue.activities.activity(wanted.id, of: app.number)?.isReleased ?? false
            return try await write(wanted, of: app, by: administrator, checks: false)
        }
    }

    private func write(
        _ wanted: ActivityDefinition, of app: App, by administrator: Administrator, checks: Bool
    ) async throws(ConfigureActivityError) -> ActivityDefinition {
        let wanted = wanted.inOrder()
        if checks {
            let boards = Set(apps.catalogue.leaderboards(of: app.number).map(\.id))
            let medals = Set(apps.catalogue.achievements.achievements(of: app.number).map(\.id))
            do throws(ActivityRefusal) {
                try wanted.check(app.defaultLanguage, leaderboards: boards, achievements: medals)
            } catch {
                throw .refused(error)
            }
        }
        let old = apps.catalogue.activities.activity(wanted.id, of: app.number)
        guard wanted != old else { return wanted }
        let entry = administrator.entry(
            old == nil ? .activityCreate : .activityUpdate, team: app.team, app: app.number, subject: wanted.id.text,
            changes: FieldChanges(from: old, to: wanted).text, at: apps.clock.now())
        try await ConfigureActivityError.translating { () throws(StoreError) in
            try await apps.directory.putActivity(wanted, of: app.number, entry)
        }
        apps.catalogue.activities.put(wanted, of: app.number)
        return wanted
    }
}

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

public enum ConfigureActivityError: Error, StoreFailure, Hashable, Sendable {
    case unknownActivity
    case refused(ActivityRefusal)
    case unavailable
    case broken(reason: String)
}

extension AppError {
    init(_ error: ConfigureActivityError, _ id: ActivityID) {
        switch error {
        case .refused(let refusal): self = .activity(id, refusal)
        // Somebody removed it meanwhile.
        case .unknownActivity, .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}
