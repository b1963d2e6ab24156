import LaurelDomain
import LaurelService
import LaurelWire

extension ConfigurationPlanAnswer {
    init(_ plan: ConfigurationPlan, _ difference: ConfigurationDifference, of bundleID: BundleID, isPlan: Bool) {
        self.init(
            isPlan: isPlan, changes: plan.changes.map(\.sentence), changedFields: difference.fields,
            untouched: plan.untouched,
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
}

extension AppChange {
    fileprivate var words: [String] {
        var words: [String] = []
        if name != nil { words.append("name") }
        if sku != nil { words.append("sku") }
        if defaultLanguage != nil { words.append("default language") }
        if link != .stays { words.append("link") }
        if let isGameCenterEnabled { words.append(isGameCenterEnabled ? "enable Game Center" : "disable Game Center") }
        if let allowsGuests { words.append(allowsGuests ? "allow guests" : "allow no guests") }
        if let isArchived { words.append(isArchived ? "archive" : "unarchive") }
        if localizations != nil { words.append("localizations") }
        if releases { words.append("release") }
        return words
    }
}
