import LaurelDomain
import LaurelScores

/// What has to be done so that an app's achievements are as a file says. Those that it does not name stay.
enum AchievementPlan {
    /// - Parameter wanted: nil: the file says nothing about achievements.
    /// - Throws: the first thing in the file that cannot be done.
    static func changes(
        _ wanted: [AchievementConfiguration]?, _ language: LanguageTag, _ present: [Achievement]
    ) throws(ConfigurationRefusal) -> [ConfigurationChange] {
        let wanted = wanted ?? []
        let known = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<AchievementID> = []
        var changes: [ConfigurationChange] = []
        for achievement in wanted {
            guard seen.insert(achievement.id).inserted else { throw .achievementTwice(achievement.id) }
            guard achievement.localizations.contains(where: { $0.language == language }) else {
                throw .achievement(achievement.id, .missingLanguage(language))
            }
            // Before they are added up: what comes from App Store Connect can be any number.
            guard (0...Achievement.pointsLimit).contains(achievement.points) else {
                throw .achievement(achievement.id, .pointsOutOfRange(limit: Achievement.pointsLimit))
            }
            let old = known[achievement.id]
            if let old {
                do { try AchievementRules.checkFrozen(old, released(achievement)) } catch {
                    throw .achievement(old.id, error)
                }
            }
            guard let old else {
                changes.append(.createAchievement(achievement))
                continue
            }
            if AchievementConfiguration(old) != achievement { changes.append(.changeAchievement(achievement)) }
        }
        let others = present.filter { !seen.contains($0.id) }
        for other in others where !other.localizations.contains(where: { $0.language == language }) {
            throw .achievement(other.id, .missingLanguage(language))
        }
        try checkLimits(wanted, others)
        // Points are given up before they are given out, so that no step on the way has too many.
        return changes.sorted { rank($0, known) < rank($1, known) }
    }

    private static func released(_ wanted: AchievementConfiguration) -> AchievementFields {
        var fields = AchievementFields(wanted)
        fields.isReleased = true
        return fields
    }

    private static func checkLimits(
        _ wanted: [AchievementConfiguration], _ others: [Achievement]
    ) throws(ConfigurationRefusal) {
        let limit = Achievement.countLimit
        guard wanted.count + others.count <= limit else { throw .tooManyAchievements(limit: limit) }
        let points = wanted.reduce(0) { $0 + $1.points } + others.reduce(0) { $0 + $1.points }
        guard points <= Achievement.pointsOfAppLimit else {
            throw .tooManyPoints(limit: Achievement.pointsOfAppLimit)
        }
    }

    /// How many points a step adds.
    private static func rank(_ change: ConfigurationChange, _ known: [AchievementID: Achievement]) -> Int {
        switch change {
        case .changeAchievement(let wanted): min(0, wanted.points - (known[wanted.id]?.points ?? 0))
        default: 0
        }
    }
}
