import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Apps and their configuration, as developers see them.
extension APIHandler {
    func apps(_ caller: Caller) throws(Problem) -> Reply {
        let apps = ListApps(services.catalogue)(by: try caller.administering(), services.teams.roster)
        return .now(
            answers.json { writer in
                writer.beginObject()
                writer.key("apps")
                writer.beginArray()
                for app in apps { writer.value(app: app, team: teamID(of: app)) }
                writer.endArray()
                writer.endObject()
            })
    }

    func app(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try find(bundleID)
        return .now(answers.json { $0.value(app: app, team: teamID(of: app)) })
    }

    func createApp(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try AppBody(of: request)
        guard let bundleID = body.bundleID else { throw Problem(.invalidParameter, field: "bundleID") }
        let description = try AppDescription(wire: body)
        try checkWords(of: description.name, body.localizations)
        let team = try teamForNewApp(body.team, administrator)
        return later(request) { [self] () async throws(Problem) in
            do throws(AppError) {
                let app = try await CreateApp(services.apps)(bundleID, description, in: team, by: administrator)
                return answers.json(.created) { $0.value(app: app, team: teamID(of: app)) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func updateApp(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try AppChangeBody(of: request)
        try checkWords(of: body.appName, body.localizations)
        let change = try AppChange(wire: body)
        if change.releases {
            try checkRelease(bundleID, administrator)
            if try !find(bundleID).isReleased { try demandProof(of: caller) }
        }
        return later(request) { [self] () async throws(Problem) in
            do throws(AppError) {
                let app = try await UpdateApp(services.apps)(bundleID, change, by: administrator)
                return answers.json { $0.value(app: app, team: teamID(of: app)) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Configuration as one document

    func configuration(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        do throws(AppError) {
            var configuration = try ExportConfiguration(services.catalogue)(bundleID, by: administrator)
            // What a moderator watches for is not for those to know who do not moderate.
            let rights = services.catalogue.app(bundleID).flatMap {
                services.teams.roster.rights(of: administrator, in: $0.team)
            }
            if rights?.contains(.moderate) != true { configuration.moderation = nil }
            let document = configuration
            return .now(answers.json(capacity: 4_096) { $0.value(document) })
        } catch {
            throw Problem(from: error)
        }
    }

    func importConfiguration(
        _ request: Request, _ bundleID: BundleID, isPlan: Bool, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let wanted = try AppConfiguration(wire: try ConfigurationBody(of: request))
        guard wanted.bundleID == bundleID else {
            throw Problem(.invalidParameter, "bundleID must match the one in the path.", field: "bundleID")
        }
        try checkWords(of: wanted)
        let app = services.catalogue.app(bundleID)
        if wanted.isReleased, app?.isReleased == false { try checkRelease(bundleID, administrator) }
        let team = app == nil ? try teamForNewApp(nil, administrator) : nil
        if wanted.isReleased, let team { try check(.release, in: team, administrator, Problem(.notFound)) }
        let use = ImportConfiguration(services.apps)
        let plan: ConfigurationPlan
        do throws(ImportConfigurationError) { plan = try use.plan(wanted, by: administrator) } catch {
            throw Problem(from: error)
        }
        if plan.moderates, let team = app?.team ?? team {
            try check(.moderate, in: team, administrator, Problem.unknown(bundleID))
        }
        let difference = ConfigurationDifference(
            plan, present: present(bundleID, administrator), wanted: wanted)
        if isPlan {
            return .now(answers.json { $0.value(plan, difference, of: bundleID, isPlan: true) })
        }
        if wanted.isReleased, app?.isReleased != true { try demandProof(of: caller) }
        return later(request) { [self] () async throws(Problem) in
            do throws(ImportConfigurationError) {
                let plan = try await use(wanted, in: team, by: administrator)
                return answers.json { $0.value(plan, difference, of: bundleID, isPlan: false) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Parts

    /// - Returns: nil: there is no such app.
    private func present(_ bundleID: BundleID, _ administrator: Administrator) -> AppConfiguration? {
        do throws(AppError) {
            return try ExportConfiguration(services.catalogue)(bundleID, by: administrator)
        } catch {
            return nil
        }
    }

    /// There is no way back from a release, so it is a right of its own.
    private func checkRelease(_ bundleID: BundleID, _ administrator: Administrator) throws(Problem) {
        try check(.release, in: try find(bundleID).team, administrator, Problem.unknown(bundleID))
    }

    func teamID(of app: App) -> TeamID { services.teams.roster.team(app.team)?.id ?? .none }

    func find(_ bundleID: BundleID) throws(Problem) -> App {
        try services.catalogue.find(bundleID)
    }
}

extension AppDescription {
    init(wire body: AppBody) throws(Problem) {
        do throws(Invalid) {
            self = try AppDescription(
                name: body.appName, sku: body.sku ?? "", defaultLanguage: body.defaultLanguage ?? .english,
                link: body.link, localizations: body.localizations ?? [])
        } catch {
            throw Problem(from: error)
        }
    }
}

extension AppChange {
    init(wire body: AppChangeBody) throws(Problem) {
        self.init()
        name = body.appName
        sku = body.sku
        defaultLanguage = body.defaultLanguage
        if let link = body.link { self.link = link.map { .becomes($0) } ?? .goes }
        isGameCenterEnabled = body.isGameCenterEnabled
        isArchived = body.isArchived
        localizations = body.localizations
        guard body.isReleased != false else {
            throw Problem(
                .invalidParameter, "A release can't be undone: isReleased can only change to true.", field: "isReleased"
            )
        }
        releases = body.isReleased ?? false
    }
}

extension AppConfiguration {
    init(wire body: ConfigurationBody) throws(Problem) {
        guard let bundleID = body.app.bundleID else { throw Problem(.invalidParameter, field: "bundleID") }
        var leaderboards: [LeaderboardConfiguration] = []
        for item in body.leaderboards {
            leaderboards.append(try LeaderboardConfiguration(wire: item))
        }
        self.init(
            bundleID: bundleID, description: try AppDescription(wire: body.app),
            isGameCenterEnabled: body.isGameCenterEnabled, isReleased: body.isReleased,
            isArchived: body.isArchived, leaderboards: leaderboards)
        if let wanted = body.sets {
            var sets: [LeaderboardSetConfiguration] = []
            for set in wanted { sets.append(try LeaderboardSetConfiguration(wire: set)) }
            self.sets = sets
        }
        webOrigins = body.webOrigins
        if let moderation = body.moderation {
            var policies: [LeaderboardPolicy] = []
            for item in moderation.leaderboards {
                guard let id = item.leaderboard else { throw Problem(.invalidParameter, field: "moderation") }
                policies.append(LeaderboardPolicy(leaderboard: id, policy: item.policy))
            }
            self.moderation = ModerationConfiguration(policy: moderation.policy, leaderboards: policies)
        }
        images = body.images?.map { ConfiguredImage(place: $0.place, image: $0.image) }
        guard let wanted = body.achievements else { return }
        achievements = []
        for item in wanted {
            achievements?.append(try AchievementConfiguration(wire: item.achievement, isArchived: item.isArchived))
        }
    }
}

extension LeaderboardConfiguration {
    init(wire item: ConfiguredLeaderboardBody) throws(Problem) {
        let body = item.leaderboard
        guard let id = body.id else { throw Problem(.invalidParameter, field: "id") }
        let kind: LeaderboardKind<LeaderboardID>
        do throws(ConfigureLeaderboardError) { kind = try body.kind } catch { throw Problem(from: error) }
        self.init(
            id: id, referenceName: body.referenceName ?? String(id.text.prefix(64)), format: body.format,
            submissionType: body.submissionType, sortOrder: body.sortOrder, range: body.range,
            isDefault: body.isDefault, isHidden: body.isHidden, isArchived: item.isArchived,
            localizations: body.localizations, kind: kind, formerIDs: item.formerIDs)
        replays = item.replays
    }
}

extension JSONWriter {
    mutating func value(_ configuration: AppConfiguration) {
        beginObject()
        field("bundleID", configuration.bundleID.text)
        field("name", configuration.description.name)
        field("sku", configuration.description.sku)
        field("defaultLanguage", configuration.description.defaultLanguage.text)
        field("link", configuration.description.link)
        field("isGameCenterEnabled", configuration.isGameCenterEnabled)
        field("isReleased", configuration.isReleased)
        field("isArchived", configuration.isArchived)
        key("localizations")
        beginArray()
        for localization in configuration.description.localizations { value(localization) }
        endArray()
        key("leaderboards")
        beginArray()
        for leaderboard in configuration.leaderboards { value(leaderboard) }
        endArray()
        if let sets = configuration.sets {
            key("sets")
            beginArray()
            for set in sets { value(set) }
            endArray()
        }
        if let achievements = configuration.achievements {
            key("achievements")
            beginArray()
            for achievement in achievements { value(achievement) }
            endArray()
        }
        if let origins = configuration.webOrigins { field(webOrigins: origins) }
        if let moderation = configuration.moderation {
            key("moderation")
            beginObject()
            fields(of: moderation.policy)
            key("leaderboards")
            beginArray()
            for item in moderation.leaderboards {
                beginObject()
                field("leaderboard", item.leaderboard.text)
                fields(of: item.policy)
                endObject()
            }
            endArray()
            endObject()
        }
        if let images = configuration.images {
            key("images")
            beginArray()
            for image in images {
                beginObject()
                field("place", image.place.text)
                field("image", image.image)
                endObject()
            }
            endArray()
        }
        endObject()
    }

    mutating func value(_ leaderboard: LeaderboardConfiguration) {
        beginObject()
        field("id", leaderboard.id.text)
        field("referenceName", leaderboard.referenceName)
        field("format", leaderboard.format.name)
        field("submissionType", leaderboard.submissionType.name)
        field("sortOrder", leaderboard.sortOrder.name)
        field("range", leaderboard.range)
        field("isDefault", leaderboard.isDefault)
        field("isHidden", leaderboard.isHidden)
        field("isArchived", leaderboard.isArchived)
        key("localizations")
        beginArray()
        for localization in leaderboard.localizations { value(localization) }
        endArray()
        if let replays = leaderboard.replays { field("replays", replays) }
        if let recurrence = leaderboard.kind.recurrence { field("recurrence", recurrence) }
        if !leaderboard.kind.parts.isEmpty {
            key("parts")
            beginArray()
            for part in leaderboard.kind.parts { value(part.text) }
            endArray()
        }
        if !leaderboard.formerIDs.isEmpty {
            key("formerIDs")
            beginArray()
            for id in leaderboard.formerIDs { value(id.text) }
            endArray()
        }
        endObject()
    }

    mutating func value(
        _ plan: ConfigurationPlan, _ difference: ConfigurationDifference, of bundleID: BundleID,
        isPlan: Bool
    ) {
        beginObject()
        fields(of: plan, difference, of: bundleID, isPlan: isPlan)
        endObject()
    }

    /// The fields without the braces.
    mutating func fields(
        of plan: ConfigurationPlan, _ difference: ConfigurationDifference, of bundleID: BundleID,
        isPlan: Bool
    ) {
        field("isPlan", isPlan)
        key("changes")
        beginArray()
        for change in plan.changes { value(change.sentence) }
        endArray()
        key("fields")
        beginArray()
        for changed in difference.fields {
            beginObject()
            field("change", changed.change)
            field("field", changed.name)
            field("from", changed.from)
            field("to", changed.to)
            endObject()
        }
        endArray()
        key("untouched")
        beginArray()
        for id in plan.untouched { value(id.text) }
        endArray()
        key("uploads")
        beginArray()
        for image in plan.uploads {
            beginObject()
            field("place", image.place.text)
            field("image", image.image)
            field("target", Route.images(.set(bundleID, image.place)).target)
            endObject()
        }
        endArray()
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
        if let isArchived { words.append(isArchived ? "archive" : "unarchive") }
        if localizations != nil { words.append("localizations") }
        if releases { words.append("release") }
        return words
    }
}
