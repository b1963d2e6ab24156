import LaurelDomain
import LaurelScores
import LaurelWire

/// The pictures that players see: the developer's, or the server's own where there is none (rule 3.6).
struct Pictures: Sendable {
    let catalogue: Catalogue
    let placeholders: Placeholders

    func icon(of app: App) -> IconAnswer {
        if let icon = catalogue.images.image(at: .icon, of: app.number) {
            return IconAnswer(smallID: icon.smallID ?? icon.id, normalID: icon.id, isPlaceholder: false)
        }
        let id = placeholders.id(.icon)
        return IconAnswer(smallID: id, normalID: id, isPlaceholder: true)
    }

    func screenshots(of app: App) -> [String] {
        (1...ImageLimits.screenshots).compactMap {
            catalogue.images.image(at: .screenshot($0), of: app.number)?.id
        }
    }

    func picture(of leaderboard: Leaderboard, in app: App, for languages: [LanguageTag]) -> PictureAnswer {
        picture(.leaderboard, leaderboard.app, leaderboard.localizations.map(\.language), app, languages) {
            .leaderboard(leaderboard.id, $0)
        }
    }

    /// - Parameter isMasked: what is hidden before it is earned does not show its picture either.
    func picture(
        of achievement: Achievement, isMasked: Bool, in app: App, for languages: [LanguageTag]
    ) -> PictureAnswer {
        let localized = isMasked ? [] : achievement.localizations.map(\.language)
        return picture(.achievement, app.number, localized, app, languages) { .achievement(achievement.id, $0) }
    }

    func picture(of set: LeaderboardSet, in app: App, for languages: [LanguageTag]) -> PictureAnswer {
        picture(.set, app.number, set.localizations.map(\.language), app, languages) { .set(set.id, $0) }
    }

    func picture(of activity: ActivityDefinition, in app: App, for languages: [LanguageTag]) -> PictureAnswer {
        picture(.activity, app.number, activity.localizations.map(\.language), app, languages) {
            .activity(activity.id, $0)
        }
    }

    func picture(of definition: ChallengeDefinition, in app: App, for languages: [LanguageTag]) -> PictureAnswer {
        picture(.challengeDefinition, app.number, definition.localizations.map(\.language), app, languages) {
            .challengeDefinition(definition.id, $0)
        }
    }

    private func picture(
        _ kind: ImageKind, _ owner: AppNumber, _ localized: [LanguageTag], _ app: App, _ languages: [LanguageTag],
        _ slot: (LanguageTag) -> ImageSlot
    ) -> PictureAnswer {
        let id = catalogue.images.picture(
            of: owner, in: localized, for: languages, default: app.defaultLanguage, slot)
        return PictureAnswer(id: id ?? placeholders.id(kind), isPlaceholder: id == nil)
    }
}
