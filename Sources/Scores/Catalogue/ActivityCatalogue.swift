public import LaurelDomain
import Synchronization

/// Activities of games as they are now, in memory. The store is written first and this second.
public final class ActivityCatalogue: Sendable {
    private let activities = Mutex<[AppNumber: [ActivityDefinition]]>([:])

    private let images: ImageCatalogue

    /// - Parameter images: those of activities that go, go too.
    init(_ images: ImageCatalogue) { self.images = images }

    /// In order of creation, as their developer wrote them.
    public func activities(of app: AppNumber) -> [ActivityDefinition] { activities.withLock { $0[app, default: []] } }

    /// O(activities of the app).
    public func activity(_ id: ActivityID, of app: AppNumber) -> ActivityDefinition? {
        activities.withLock { activities in activities[app]?.first { $0.id == id } }
    }

    package func put(_ activity: ActivityDefinition, of app: AppNumber) {
        activities.withLock { activities in
            var list = activities[app, default: []]
            if let index = list.firstIndex(where: { $0.id == activity.id }) {
                list[index] = activity
            } else {
                list.append(activity)
            }
            activities[app] = list
        }
        images.keep(activity.localizations.map(\.language), .activity, activity.id.text, of: app)
    }

    package func remove(_ id: ActivityID, of app: AppNumber) {
        activities.withLock { $0[app]?.removeAll { $0.id == id } }
        images.keep([], .activity, id.text, of: app)
    }
}

extension Catalogue {
    /// The activities that players see, in order of creation.
    public func shownActivities(of app: App, in environment: Environment) -> [ActivityDefinition] {
        activities.activities(of: app.number).filter {
            !$0.isArchived && app.shows($0.isReleased, in: environment)
        }
    }

    /// The activity that a leaderboard links to: the first one, where several say so.
    public func activity(
        linkedTo leaderboard: LeaderboardID, of app: App, in environment: Environment
    ) -> ActivityDefinition? {
        shownActivities(of: app, in: environment).first { $0.leaderboards.contains(leaderboard) }
    }

    public func activity(
        linkedTo achievement: AchievementID, of app: App, in environment: Environment
    ) -> ActivityDefinition? {
        shownActivities(of: app, in: environment).first { $0.achievements.contains(achievement) }
    }
}
