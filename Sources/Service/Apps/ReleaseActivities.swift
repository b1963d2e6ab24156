import LaurelDomain
import LaurelScores
import LaurelStorage

extension Apps {
    /// With their app: those that are not archived. There is no way back (rule 3.2).
    func releaseActivities(of app: App, by administrator: Administrator) async throws(AppError) {
        try await activityGate.run { () throws(AppError) in
            for old in catalogue.activities.activities(of: app.number) where !old.isReleased && !old.isArchived {
                var activity = old
                activity.isReleased = true
                let entry = administrator.entry(
                    .activityUpdate, team: app.team, app: app.number, subject: activity.id.text,
                    changes: FieldChanges(from: old, to: activity).text, at: clock.now())
                let released = activity
                try await AppError.translating { () throws(StoreError) in
                    try await directory.putActivity(released, of: app.number, entry)
                }
                catalogue.activities.put(released, of: app.number)
            }
        }
    }
}
