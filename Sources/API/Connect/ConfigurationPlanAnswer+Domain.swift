import LaurelDomain
import LaurelService
import LaurelWire

extension ConfigurationPlanAnswer {
    init(_ plan: ConfigurationPlan, _ difference: ConfigurationDifference, of bundleID: BundleID, isPlan: Bool) {
        self.init(
            isPlan: isPlan, changes: plan.changes.map(\.sentence), steps: plan.changes.map(\.step),
            changedFields: difference.fields, untouched: plan.untouched,
            uploads: plan.uploads.map {
                ImageUploadAnswer(
                    slot: $0.slot, image: $0.image, target: Route.images(.set(bundleID, $0.slot)).target)
            })
    }
}

extension ConfigurationChange {
    /// For the person who reads the plan.
    fileprivate var sentence: String {
        switch self {
        case .createApp(let id, _): "create app \(id.text)"
        case .createLeaderboard(let leaderboard): "create leaderboard \(leaderboard.id.text)"
        case .changeLeaderboard(_, let leaderboard): "change leaderboard \(leaderboard.id.text)"
        case .createSet(let set): "create set \(set.id.text)"
        case .changeSet(let set): "change set \(set.id.text)"
        case .createActivity(let activity): "create activity \(activity.id.text)"
        case .changeActivity(let activity): "change activity \(activity.id.text)"
        case .createChallengeDefinition(let definition): "create challenge definition \(definition.id.text)"
        case .changeChallengeDefinition(let definition): "change challenge definition \(definition.id.text)"
        case .setWebOrigins(let origins): "web origins: " + origins.map(\.text).joined(separator: ", ")
        case .setOrder(.some, nil): "order leaderboards"
        case .setOrder(nil, _): "order achievements"
        case .setOrder(.some, .some): "order leaderboards and achievements"
        case .setPolicy(nil, _): "set the app's moderation"
        case .setPolicy(let id?, _): "set the moderation of leaderboard \(id.text)"
        case .changeApp(let change): "change app: " + change.words.joined(separator: ", ")
        case .createAchievement(let achievement): "create achievement \(achievement.id.text)"
        case .changeAchievement(let achievement): "change achievement \(achievement.id.text)"
        }
    }

    /// For a page, which says it in its reader's language.
    fileprivate var step: ConfigurationPlanAnswer.Step {
        switch self {
        case .createApp(let id, _): .init(kind: .createApp, id: id.text)
        case .createLeaderboard(let leaderboard): .init(kind: .createLeaderboard, id: leaderboard.id.text)
        case .changeLeaderboard(_, let leaderboard): .init(kind: .changeLeaderboard, id: leaderboard.id.text)
        case .createSet(let set): .init(kind: .createSet, id: set.id.text)
        case .changeSet(let set): .init(kind: .changeSet, id: set.id.text)
        case .createActivity(let activity): .init(kind: .createActivity, id: activity.id.text)
        case .changeActivity(let activity): .init(kind: .changeActivity, id: activity.id.text)
        case .createChallengeDefinition(let definition):
            .init(kind: .createChallengeDefinition, id: definition.id.text)
        case .changeChallengeDefinition(let definition):
            .init(kind: .changeChallengeDefinition, id: definition.id.text)
        case .setWebOrigins(let origins): .init(kind: .webOrigins, values: origins.map(\.text))
        case .setOrder(.some, nil): .init(kind: .orderLeaderboards)
        case .setOrder(nil, _): .init(kind: .orderAchievements)
        case .setOrder(.some, .some): .init(kind: .orderBoth)
        case .setPolicy(let id, _): .init(kind: .policy, id: id?.text)
        case .changeApp(let change): .init(kind: .changeApp, values: change.parts.map(\.word))
        case .createAchievement(let achievement): .init(kind: .createAchievement, id: achievement.id.text)
        case .changeAchievement(let achievement): .init(kind: .changeAchievement, id: achievement.id.text)
        }
    }
}

extension AppChange {
    fileprivate var words: [String] { parts.map(\.phrase) }

    /// What changes: in words of a sentence, and as a page knows it.
    fileprivate var parts: [(phrase: String, word: String)] {
        var parts: [(phrase: String, word: String)] = []
        if name != nil { parts.append(("name", "name")) }
        if sku != nil { parts.append(("sku", "sku")) }
        if defaultLanguage != nil { parts.append(("default language", "default-language")) }
        if link != .stays { parts.append(("link", "link")) }
        if let isGameCenterEnabled {
            parts.append(
                isGameCenterEnabled
                    ? ("enable Game Center", "game-center-on") : ("disable Game Center", "game-center-off"))
        }
        if let allowsGuests {
            parts.append(allowsGuests ? ("allow guests", "guests-on") : ("allow no guests", "guests-off"))
        }
        if let hasDesktopGame {
            parts.append(hasDesktopGame ? ("desktop game", "desktop-on") : ("no desktop game", "desktop-off"))
        }
        if let isArchived { parts.append(isArchived ? ("archive", "archive") : ("unarchive", "unarchive")) }
        if localizations != nil { parts.append(("localizations", "localizations")) }
        if releases { parts.append(("release", "release")) }
        return parts
    }
}
