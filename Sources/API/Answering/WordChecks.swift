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

    /// - Parameter place: what the fields are members of, as in `leaderboards[1].`; empty: of the body itself.
    func check(_ localizations: [LeaderboardLocalization], in place: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            let place = "\(place)localizations[\(index)]."
            try check(localization.name, field: place + "name")
            try check(localization.description, field: place + "description")
            try check(localization.suffixSingular, field: place + "suffixSingular")
            try check(localization.suffixPlural, field: place + "suffixPlural")
        }
    }

    func check(_ localizations: [AchievementLocalization], in place: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            let place = "\(place)localizations[\(index)]."
            try check(localization.title, field: place + "title")
            try check(localization.descriptionBefore, field: place + "descriptionBefore")
            try check(localization.descriptionAfter, field: place + "descriptionAfter")
        }
    }

    func check(_ localizations: [SetLocalization], in place: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            try check(localization.name, field: "\(place)localizations[\(index)].name")
        }
    }

    /// An app as players see it.
    func check(app name: String?, _ localizations: [AppLocalization]?) throws(Problem) {
        try check(name, field: "name")
        for (place, localization) in (localizations ?? []).enumerated() {
            try check(localization.name, field: "localizations[\(place)].name")
            try check(localization.subtitle, field: "localizations[\(place)].subtitle")
            try check(localization.description, field: "localizations[\(place)].description")
        }
    }

    /// An app with all that belongs to it.
    func check(_ wanted: AppConfiguration) throws(Problem) {
        try check(app: wanted.description.name, wanted.description.localizations)
        for (index, leaderboard) in wanted.leaderboards.enumerated() {
            let place = "leaderboards[\(index)]."
            try check(leaderboard.referenceName, field: place + "referenceName")
            try check(leaderboard.localizations, in: place)
        }
        for (index, set) in (wanted.sets ?? []).enumerated() {
            let place = "sets[\(index)]."
            try check(set.referenceName, field: place + "referenceName")
            try check(set.localizations, in: place)
        }
        for (index, achievement) in (wanted.achievements ?? []).enumerated() {
            let place = "achievements[\(index)]."
            try check(achievement.referenceName, field: place + "referenceName")
            try check(achievement.localizations, in: place)
        }
    }
}
