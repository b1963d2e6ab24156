public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes, changes and removes achievements, in effect when the call returns (rules 3.3 to 3.6, 5.1).
public struct ConfigureAchievement: Sendable {
    /// Characters of a reference name, a title or a description.
    public static let textLimit = 255
    public static let languagesLimit = 100

    private let keeper: ScoreKeeper
    var catalogue: Catalogue { keeper.catalogue }
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    public func create(
        _ new: NewAchievement, of app: App, by administrator: Administrator = .operator
    ) async throws(ConfigureAchievementError) -> Achievement {
        try await keeper.perform { (draft) throws(ConfigureAchievementError) in
            let others = keeper.catalogue.achievements.achievements(of: app.number)
            guard !others.contains(where: { $0.id == new.id }) else { throw .idTaken }
            let limit = Achievement.countLimit
            guard others.count < limit else { throw .tooManyAchievements(limit: limit) }
            try AchievementRules.check(new.fields, of: app, beside: others)
            guard draft.lastAchievement < .max else { throw .broken(reason: "all achievement numbers are used up") }
            let number = AchievementNumber(draft.lastAchievement + 1)
            return put(new.fields.achievement(number, app.number, new.id), from: nil, app, &draft, administrator)
        }
    }

    /// - Parameter change: called once, on the writer's thread, with the fields as they are then.
    public func update(
        _ number: AchievementNumber, of app: App, by administrator: Administrator = .operator,
        _ change: @escaping @Sendable (inout AchievementFields) -> Void
    ) async throws(ConfigureAchievementError) -> Achievement {
        try await keeper.perform { (draft) throws(ConfigureAchievementError) in
            let old = try achievement(number, of: app)
            var fields = AchievementFields(old)
            change(&fields)
            let others = keeper.catalogue.achievements.achievements(of: app.number).filter { $0.number != number }
            try AchievementRules.check(fields, of: app, beside: others)
            try AchievementRules.checkFrozen(old, fields)
            let new = fields.achievement(number, app.number, old.id)
            if new.isArchived, !old.isArchived { draft.challenges.end(.achievement(number)) }
            guard new != old else { return old }
            return put(new, from: old, app, &draft, administrator)
        }
    }

    /// Releases all achievements of an app, as its release does.
    public func releaseAll(
        of app: App, by administrator: Administrator = .operator
    ) async throws(ConfigureAchievementError) {
        try await keeper.perform { (draft) throws(ConfigureAchievementError) in
            let prereleased = keeper.catalogue.achievements.achievements(of: app.number).filter { !$0.isReleased }
            for old in prereleased {
                var achievement = old
                achievement.isReleased = true
                _ = put(achievement, from: old, app, &draft, administrator)
            }
        }
    }

    /// Only a prereleased one can go, and all progress with it.
    public func remove(
        _ number: AchievementNumber, of app: App, by administrator: Administrator = .operator
    ) async throws(ConfigureAchievementError) {
        try await keeper.perform { (draft) throws(ConfigureAchievementError) in
            let old = try achievement(number, of: app)
            guard !old.isReleased else { throw .cannotRemoveReleased }
            draft.record(.achievementDelete, of: app, subject: old.id.text, changes: "", by: administrator)
            draft.challenges.end(.achievement(number))
            draft.facts.append(.achievement(.removed(number)))
            draft.effects.append(.achievementRemoved(number))
        }
    }

    private func achievement(
        _ number: AchievementNumber, of app: App
    ) throws(ConfigureAchievementError) -> Achievement {
        guard let achievement = keeper.catalogue.achievements.achievement(number), achievement.app == app.number
        else { throw .unknownAchievement }
        return achievement
    }

    private func put(
        _ achievement: Achievement, from old: Achievement?, _ app: App, _ draft: inout CommitDraft,
        _ administrator: Administrator
    ) -> Achievement {
        let action: AuditAction =
            if let old { !old.isReleased && achievement.isReleased ? .achievementRelease : .achievementUpdate } else {
                .achievementCreate
            }
        let changes = old.map { FieldChanges(from: $0, to: achievement).text } ?? "points \(achievement.points)"
        draft.record(action, of: app, subject: achievement.id.text, changes: changes, by: administrator)
        draft.facts.append(.achievement(.defined(achievement)))
        draft.effects.append(.defined(achievement))
        return achievement
    }
}

extension FieldChanges {
    init(from old: Achievement, to new: Achievement) {
        self.init()
        compare("referenceName", old.referenceName, new.referenceName)
        compare("points", old.points, new.points)
        compare("isHidden", old.isHidden, new.isHidden)
        compare("isRepeatable", old.isRepeatable, new.isRepeatable)
        compare("isReleased", old.isReleased, new.isReleased)
        compare("isArchived", old.isArchived, new.isArchived)
        compare("localizations", old.localizations, new.localizations) { localizations in
            localizations.map { "\($0.language.text) \($0.title)" }.joined(separator: ", ")
        }
    }
}
