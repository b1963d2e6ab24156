import LaurelDomain
import LaurelWire
import LaurelService

/// Refuses texts that hold a word of the operator's list: what a player sends to another one, and what developers write
/// for players, in every language of it.
struct WordChecks: Sendable {
    let filter: WordFilter

    func check(_ text: String?, field: String) throws(Problem) {
        if let text, !filter.allows(text) { throw Problem(.textRefused, field: field) }
    }

    /// - Parameter path: what the fields are members of, as in `leaderboards[1].`; empty: the body itself.
    func check(_ leaderboard: LeaderboardSettings, in path: String = "") throws(Problem) {
        for (field, text) in leaderboard.texts { try check(text, field: path + field) }
        for (index, localization) in leaderboard.localizations.enumerated() {
            let path = "\(path)localizations[\(index)]."
            try check(localization.name, field: path + "name")
            try check(localization.description, field: path + "description")
            try check(localization.suffixSingular, field: path + "suffixSingular")
            try check(localization.suffixPlural, field: path + "suffixPlural")
        }
    }

    func check(_ localizations: [AchievementLocalization], in path: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            let path = "\(path)localizations[\(index)]."
            try check(localization.title, field: path + "title")
            try check(localization.descriptionBefore, field: path + "descriptionBefore")
            try check(localization.descriptionAfter, field: path + "descriptionAfter")
        }
    }

    func check(_ localizations: [SetLocalization], in path: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            try check(localization.name, field: "\(path)localizations[\(index)].name")
        }
    }

    func check(_ activity: ActivityDefinition, in path: String = "") throws(Problem) {
        try check(activity.referenceName, field: path + "referenceName")
        try check(activity.localizations, in: path)
    }

    func check(_ definition: ChallengeDefinition, in path: String = "") throws(Problem) {
        try check(definition.referenceName, field: path + "referenceName")
        try check(definition.localizations, in: path)
    }

    func check(_ localizations: [ActivityLocalization], in path: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            let path = "\(path)localizations[\(index)]."
            try check(localization.title, field: path + "title")
            try check(localization.details, field: path + "details")
        }
    }

    /// An app as players see it.
    func check(app name: String?, _ localizations: [AppLocalization]?) throws(Problem) {
        try check(name, field: "name")
        for (index, localization) in (localizations ?? []).enumerated() {
            try check(localization.name, field: "localizations[\(index)].name")
            try check(localization.subtitle, field: "localizations[\(index)].subtitle")
            try check(localization.description, field: "localizations[\(index)].description")
        }
    }

    /// An app with all that belongs to it.
    func check(_ wanted: AppConfiguration) throws(Problem) {
        try check(app: wanted.description.name, wanted.description.localizations)
        for (index, leaderboard) in wanted.leaderboards.enumerated() {
            try check(leaderboard.settings, in: "leaderboards[\(index)].")
        }
        for (index, set) in (wanted.sets ?? []).enumerated() {
            let path = "sets[\(index)]."
            try check(set.referenceName, field: path + "referenceName")
            try check(set.localizations, in: path)
        }
        for (index, activity) in (wanted.activities ?? []).enumerated() {
            try check(activity, in: "activities[\(index)].")
        }
        for (index, definition) in (wanted.challengeDefinitions ?? []).enumerated() {
            try check(definition, in: "challengeDefinitions[\(index)].")
        }
        for (index, achievement) in (wanted.achievements ?? []).enumerated() {
            let path = "achievements[\(index)]."
            try check(achievement.referenceName, field: path + "referenceName")
            try check(achievement.localizations, in: path)
        }
    }
}
