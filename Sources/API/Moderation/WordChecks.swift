import LaurelDomain
import LaurelWire
import LaurelService

// What developers write and players read is judged by the operator's list of words, in every language of it.
extension APIHandler {
    /// - Parameter place: what the fields are members of, as in `leaderboards[1].`; empty: of the body itself.
    func checkWords(_ localizations: [LeaderboardLocalization], in place: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            let place = "\(place)localizations[\(index)]."
            try checkWords(localization.name, field: place + "name")
            try checkWords(localization.description, field: place + "description")
            try checkWords(localization.suffixSingular, field: place + "suffixSingular")
            try checkWords(localization.suffixPlural, field: place + "suffixPlural")
        }
    }

    func checkWords(_ localizations: [AchievementLocalization], in place: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            let place = "\(place)localizations[\(index)]."
            try checkWords(localization.title, field: place + "title")
            try checkWords(localization.descriptionBefore, field: place + "descriptionBefore")
            try checkWords(localization.descriptionAfter, field: place + "descriptionAfter")
        }
    }

    func checkWords(_ localizations: [SetLocalization], in place: String = "") throws(Problem) {
        for (index, localization) in localizations.enumerated() {
            try checkWords(localization.name, field: "\(place)localizations[\(index)].name")
        }
    }

    /// An app with all that belongs to it.
    func checkWords(of wanted: AppConfiguration) throws(Problem) {
        try checkWords(of: wanted.description.name, wanted.description.localizations)
        for (index, leaderboard) in wanted.leaderboards.enumerated() {
            let place = "leaderboards[\(index)]."
            try checkWords(leaderboard.referenceName, field: place + "referenceName")
            try checkWords(leaderboard.localizations, in: place)
        }
        for (index, set) in (wanted.sets ?? []).enumerated() {
            let place = "sets[\(index)]."
            try checkWords(set.referenceName, field: place + "referenceName")
            try checkWords(set.localizations, in: place)
        }
        for (index, achievement) in (wanted.achievements ?? []).enumerated() {
            let place = "achievements[\(index)]."
            try checkWords(achievement.referenceName, field: place + "referenceName")
            try checkWords(achievement.localizations, in: place)
        }
    }
}
