import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Achievements, as players see them.
extension AchievementFeature {
    func achievements(
        _ request: Request, _ bundleID: BundleID, of friend: String?, _ language: LanguageTag?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller, isReading: true)
        let languages = request.languages(language)
        let player = caller.player
        let other = try friend.map { id throws(Problem) in try compared(id, caller) }
        return replies.later(request) { () async throws(Problem) in
            let found: AchievementsPage?
            do throws(ProgressError) {
                if let other, let player {
                    found = try await read(
                        of: app, environment, of: other, for: player, friends: friends)
                } else {
                    found = try await read(of: app, environment, for: player)
                }
            } catch {
                throw Problem(from: error)
            }
            guard let page = found else {
                throw Problem(.forbidden, "Only friends can see each other's achievements.", field: "player")
            }
            return answers.json(.ok, answer(page, of: app, environment, for: languages))
        }
    }

    /// A friend is compared with on the player's own pages; no game learns from others' progress.
    private func compared(_ id: String, _ caller: Caller) throws(Problem) -> PlayerNumber {
        let session = try caller.onOwnPages()
        guard let player = players.player(id, of: session.binding) else {
            throw Problem(.unknownPlayer, field: "player")
        }
        return player
    }

    func reportAchievements(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        let body = try ReportsBody(of: request)
        let reports = try AchievementReport.list(body.reports.identified(by: request.repeatKey))
        let eligible = try challenges.ids.eligible(body.challengeIDs)
        let languages = request.languages()
        return replies.later(request) { () async throws(ReportAchievementsError) in
            let reported = try await submit(
                reports, waiting: body.waiting, eligible: eligible, app: app, environment: environment,
                as: session)
            return answers.json(
                .ok, ReportedAchievementsAnswer(reported, of: app, for: languages, challenges.ids))
        }
    }

    func resetAchievements(
        _ request: Request, _ bundleID: BundleID, waiting: Int?, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        return replies.later(request) { () async throws(ProgressError) in
            try await reset(of: app, environment, waiting: waiting, as: session)
            return answers.noContent()
        }
    }

    func challengeablePlayers(
        _ request: Request, _ bundleID: BundleID, _ id: AchievementID, _ ids: [String], _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller)
        let achievement = try catalogue.find(id, of: app)
        let asked = ids.compactMap { players.player($0, of: session.binding) }
        return replies.later(request) { () async throws(ChallengeError) in
            let selected = try await SelectChallengeablePlayers(
                challenges, friends: friends)(
                    asked, with: achievement, environment, by: session.player)
            return answers.json(
                .ok, selected.map { players.id(of: $0, to: session.binding) },
                as: ChallengeablePlayersAnswer.shape)
        }
    }

    // MARK: Answers

    private func answer(
        _ page: AchievementsPage, of app: App, _ environment: Environment, for languages: [LanguageTag]
    ) -> AchievementsAnswer {
        AchievementsAnswer(
            achievements: page.items.map { answer($0, of: app, environment, for: languages) }, points: page.points,
            maximumPoints: page.maximumPoints, playerCount: page.playerCount)
    }

    private func answer(
        _ item: AchievementsPage.Item, of app: App, _ environment: Environment, for languages: [LanguageTag]
    ) -> AchievementAnswer {
        let achievement = item.achievement
        let localization = achievement.localization(for: languages, default: app.defaultLanguage)
        let texts = item.isMasked ? nil : localization
        return AchievementAnswer(
            id: achievement.id, title: texts?.title, descriptionBefore: texts?.descriptionBefore,
            descriptionAfter: texts?.descriptionAfter, points: achievement.points, isHidden: achievement.isHidden,
            isRepeatable: achievement.isRepeatable, isReleased: achievement.isReleased,
            isArchived: achievement.isArchived, rarityPercent: item.rarityPercent,
            progress: item.progress.map { AchievementProgressAnswer($0) },
            image: pictures.picture(of: achievement, isMasked: item.isMasked, in: app, for: languages),
            // It would say what the secret is about.
            activity: item.isMasked
                ? nil
                : catalogue.activity(linkedTo: achievement.id, of: app, in: environment)
                    .map { LinkedActivityAnswer($0, from: .achievement(achievement.id)) })
    }
}

extension AchievementReport {
    static func list(_ bodies: [ReportBody]) throws(Problem) -> [AchievementReport] {
        try bodies.map { (body) throws(Problem) in
            guard let id = body.achievement else { throw Problem(.invalidParameter, field: "achievements") }
            return AchievementReport(achievement: id, percent: body.percent, date: body.date, id: body.reportID)
        }
    }
}

extension ReportedAchievementsAnswer {
    init(_ reported: ReportedAchievements, of app: App, for languages: [LanguageTag], _ ids: ChallengeIDs) {
        let results = reported.results.map { result in
            let localization = result.achievement.localization(for: languages, default: app.defaultLanguage)
            return ReportedAchievementAnswer(
                id: result.achievement.id, progress: result.progress.map { AchievementProgressAnswer($0) },
                banner: result.isEarnedNow
                    ? AchievementBannerAnswer(title: localization.title, points: result.achievement.points) : nil,
                isRepeat: result.isRepeat, challengesCompleted: result.setOff.completed.map { ids.id(of: $0) })
        }
        self.init(results: results, version: Int64(reported.version.rawValue))
    }
}

extension Problem {
    init(from error: ProgressError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: ReportAchievementsError) {
        func field(_ item: Int, _ name: String) -> String { "achievements[\(item)].\(name)" }
        switch error {
        case .noReports:
            self.init(.invalidParameter, "achievements must have at least one report.", field: "achievements")
        case .tooManyReports(let limit):
            self.init(.invalidParameter, "achievements must have at most \(limit) reports.", field: "achievements")
        case .gameCenterDisabled: self.init(.gameCenterDisabled)
        case .notReleased: self.init(.notReleased)
        case .unknownAchievement(let item): self.init(.unknownAchievement, field: field(item, "id"))
        case .archived(let item): self.init(.achievementArchived, field: field(item, "id"))
        case .prereleased(let item):
            self.init(
                .prereleased, "This achievement will be in Production after the game's next release.",
                field: field(item, "id"))
        case .idReused(let item): self.init(.scoreIDReused, field: field(item, "reportID"))
        case .banned: self.init(.banned)
        case .judged(let item):
            self.init(
                .forbidden, "The server reports this achievement when a match is over.", field: field(item, "id"))
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
