import LaurelDomain

/// The part of a ``ConfigurationPlan`` that activities are. Those that the file does not name stay.
enum ActivityPlan {
    /// - Parameters:
    ///   - wanted: nil: the file says nothing about activities.
    ///   - leaderboards, achievements: that the app has after the import.
    /// - Throws: the first thing in the file that cannot be done.
    static func changes(
        _ wanted: [ActivityDefinition]?, _ language: LanguageTag, _ present: [ActivityDefinition],
        leaderboards: Set<LeaderboardID>, achievements: Set<AchievementID>
    ) throws(ConfigurationRefusal) -> [ConfigurationChange] {
        let known = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<ActivityID> = []
        var changes: [ConfigurationChange] = []
        for activity in wanted ?? [] {
            guard seen.insert(activity.id).inserted else { throw .activity(activity.id, .idTwice) }
            do throws(ActivityRefusal) {
                try activity.check(language, leaderboards: leaderboards, achievements: achievements)
            } catch {
                throw .activity(activity.id, error)
            }
            guard let old = known[activity.id] else {
                changes.append(.createActivity(activity))
                continue
            }
            var ordered = activity.inOrder()
            ordered.isReleased = old.isReleased
            if ordered != old { changes.append(.changeActivity(activity)) }
        }
        for other in present where !seen.contains(other.id) {
            guard other.localizations.contains(where: { $0.language == language }) else {
                throw .activity(other.id, .missingLanguage(language))
            }
        }
        let limit = ActivityDefinition.countLimit
        if let last = wanted?.last, seen.union(known.keys).count > limit {
            throw .activity(last.id, .tooMany(limit: limit))
        }
        return changes
    }
}
