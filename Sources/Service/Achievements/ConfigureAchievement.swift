public import LaurelDomain
import Storage

/// Makes, changes and removes achievements, in effect when the call returns (rules 3.3 to 3.6, 5.1).
public struct ConfigureAchievement: Sendable {
    /// Characters of a reference name, a title or a description.
    public static let textLimit = 255
    public static let languagesLimit = 100

    private let keeper: ScoreKeeper
    var catalogue: Catalogue { keeper.catalogue }
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    public func create(
        _ new: NewAchievement, of app: App
    ) async throws(ConfigureAchievementError) -> Achievement {
        try await keeper.perform { (writer) throws(ConfigureAchievementError) -> @Sendable () -> Achievement in
            let others = keeper.catalogue.achievements.achievements(of: app.number)
            guard !others.contains(where: { $0.id == new.id }) else { throw .idTaken }
            let limit = Achievement.countLimit
            guard others.count < limit else { throw .tooManyAchievements(limit: limit) }
            try AchievementRules.check(new.fields, of: app, beside: others)
            guard writer.lastAchievement < .max else { throw .broken(reason: "no achievement's number is left") }
            let number = AchievementNumber(writer.lastAchievement + 1)
            return put(new.fields.achievement(number, app.number, new.id), writer)
        }
    }

    /// - Parameter change: called once, on the writer's thread, with the fields as they are then.
    public func update(
        _ number: AchievementNumber, of app: App, _ change: @escaping @Sendable (inout AchievementFields) -> Void
    ) async throws(ConfigureAchievementError) -> Achievement {
        try await keeper.perform { (writer) throws(ConfigureAchievementError) -> @Sendable () -> Achievement in
            let old = try achievement(number, of: app)
            var fields = AchievementFields(old)
            change(&fields)
            let others = keeper.catalogue.achievements.achievements(of: app.number).filter { $0.number != number }
            try AchievementRules.check(fields, of: app, beside: others)
            try AchievementRules.checkFrozen(old, fields)
            let new = fields.achievement(number, app.number, old.id)
            if new.isArchived, !old.isArchived { writer.end(.achievement(number)) }
            guard new != old else { return { old } }
            return put(new, writer)
        }
    }

    /// Releases all achievements of an app, as its release does.
    public func releaseAll(of app: App) async throws(ConfigureAchievementError) {
        try await keeper.perform { (writer) throws(ConfigureAchievementError) -> @Sendable () -> Void in
            var released = keeper.catalogue.achievements.achievements(of: app.number).filter { !$0.isReleased }
            for index in released.indices { released[index].isReleased = true }
            let puts = released.map { put($0, writer) }
            return { for put in puts { _ = put() } }
        }
    }

    /// Only a prereleased one can go, and all progress with it.
    public func remove(_ number: AchievementNumber, of app: App) async throws(ConfigureAchievementError) {
        try await keeper.perform { (writer) throws(ConfigureAchievementError) -> @Sendable () -> Void in
            guard try !achievement(number, of: app).isReleased else { throw .cannotRemoveReleased }
            writer.end(.achievement(number))
            writer.batch.facts.append(.achievement(.removed(number)))
            return { [keeper] in
                keeper.catalogue.achievements.remove(number)
                keeper.tally.forget(number)
            }
        }
    }

    private func achievement(
        _ number: AchievementNumber, of app: App
    ) throws(ConfigureAchievementError) -> Achievement {
        guard let achievement = keeper.catalogue.achievements.achievement(number), achievement.app == app.number
        else { throw .unknownAchievement }
        return achievement
    }

    /// - Returns: what to do when it is durable.
    private func put(_ achievement: Achievement, _ writer: JournalWriter) -> @Sendable () -> Achievement {
        writer.lastAchievement = max(writer.lastAchievement, achievement.number.rawValue)
        writer.batch.facts.append(.achievement(.defined(achievement)))
        return { [keeper] in
            keeper.catalogue.achievements.put(achievement)
            return achievement
        }
    }
}
