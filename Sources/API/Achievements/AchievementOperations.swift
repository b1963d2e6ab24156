import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Achievements, as players see them.
extension APIHandler {
    func achievements(
        _ request: Request, _ bundleID: BundleID, of friend: String?, _ language: LanguageTag?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try place(bundleID, environment, caller, isReading: true)
        let wishes = languages(language, request)
        let player = caller.player
        let other = try friend.map { id throws(Problem) in try compared(id, caller) }
        return later(request) { [self] () async throws(Problem) in
            let found: AchievementsPage?
            do throws(ProgressError) {
                if let other, let player {
                    found = try await services.readAchievements(
                        of: app, environment, of: other, for: player, friends: services.friends.graph)
                } else {
                    found = try await services.readAchievements(of: app, environment, for: player)
                }
            } catch {
                throw Problem(from: error)
            }
            guard let page = found else {
                throw Problem(.forbidden, "Only friends can see each other's achievements.", field: "player")
            }
            return answers.json(capacity: 4_096) { writer in
                writer.value(page, of: app, for: wishes) { item in
                    picture(of: item.achievement, isMasked: item.isMasked, in: app, for: wishes)
                }
            }
        }
    }

    /// A friend is compared with on the player's own pages; no game learns from others' progress.
    private func compared(_ id: String, _ caller: Caller) throws(Problem) -> PlayerNumber {
        let session = try caller.own()
        guard let player = services.accounts.ids.player(id, in: PlayerIDs.Scope(session.binding)) else {
            throw Problem(.unknownPlayer, field: "player")
        }
        return player
    }

    func reportAchievements(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try place(bundleID, environment, caller)
        let body = try ReportsBody(of: request)
        var reports: [AchievementReport] = []
        for report in body.reports {
            guard let id = report.achievement else { throw Problem(.invalidParameter, field: "achievements") }
            reports.append(
                AchievementReport(
                    achievement: id, percent: report.percent, date: report.date, id: report.reportID))
        }
        let eligible = try eligibleChallenges(body.challengeIDs)
        let wishes = languages(nil, request)
        return later(request) { [self, reports] () async throws(Problem) in
            do throws(ReportAchievementsError) {
                let reported = try await services.reportAchievements(
                    reports, waiting: body.waiting, eligible: eligible, app: app, environment: environment,
                    as: session)
                return answers.json(capacity: 1_024) { $0.value(reported, of: app, for: wishes, services.challengeIDs) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func resetAchievements(
        _ request: Request, _ bundleID: BundleID, waiting: Int?, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, environment) = try place(bundleID, environment, caller)
        return later(request) { [self] () async throws(Problem) in
            do throws(ProgressError) {
                try await services.resetAchievements(of: app, environment, waiting: waiting, as: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func find(_ id: AchievementID, of app: App) throws(Problem) -> Achievement {
        guard let achievement = services.catalogue.achievements.achievement(id, of: app.number) else {
            throw Problem.unknown(id)
        }
        return achievement
    }

    /// - Returns: nil: every challenge may be completed.
    func eligibleChallenges(_ ids: [ChallengeID]?) throws(Problem) -> Set<ChallengeNumber>? {
        guard let ids else { return nil }
        var eligible: Set<ChallengeNumber> = []
        for (place, id) in ids.enumerated() {
            guard let number = services.challengeIDs.challenge(id.text) else {
                throw Problem(
                    .invalidParameter, "This isn't a challenge ID from this server.", field: "challengeIDs[\(place)]")
            }
            eligible.insert(number)
        }
        return eligible
    }
}

extension JSONWriter {
    fileprivate mutating func value(
        _ page: AchievementsPage, of app: App, for wishes: [LanguageTag],
        _ picture: (AchievementsPage.Item) -> PictureAnswer
    ) {
        beginObject()
        key("achievements")
        beginArray()
        for item in page.items {
            let achievement = item.achievement
            let localization = achievement.localization(for: wishes, default: app.defaultLanguage)
            beginObject()
            field("id", achievement.id.text)
            field("title", item.isMasked ? nil : localization.title)
            field("descriptionBefore", item.isMasked ? nil : localization.descriptionBefore)
            field("descriptionAfter", item.isMasked ? nil : localization.descriptionAfter)
            field("points", achievement.points)
            field("isHidden", achievement.isHidden)
            field("isRepeatable", achievement.isRepeatable)
            field("isReleased", achievement.isReleased)
            field("isArchived", achievement.isArchived)
            field("rarityPercent", item.rarityPercent)
            field("progress", item.progress)
            field("image", picture(item))
            endObject()
        }
        endArray()
        field("points", page.points)
        field("maximumPoints", page.maximumPoints)
        field("playerCount", page.playerCount)
        endObject()
    }

    fileprivate mutating func value(
        _ reported: ReportedAchievements, of app: App, for wishes: [LanguageTag], _ ids: ChallengeIDs
    ) {
        beginObject()
        key("results")
        beginArray()
        for result in reported.results {
            beginObject()
            field("id", result.achievement.id.text)
            field("progress", result.progress)
            key("banner")
            if result.isEarnedNow {
                let localization = result.achievement.localization(for: wishes, default: app.defaultLanguage)
                beginObject()
                field("title", localization.title)
                field("points", result.achievement.points)
                endObject()
            } else {
                null()
            }
            field("isRepeat", result.isRepeat)
            field("challengesCompleted", result.setOff.completed.map { ids.id(of: $0) })
            endObject()
        }
        endArray()
        field("version", reported.version.rawValue)
        endObject()
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
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
