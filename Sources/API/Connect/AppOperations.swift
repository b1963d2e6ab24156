import HTTPServer
import LaurelDomain
import LaurelWire
import Service

// Apps and their configuration, as developers see them.
extension APIHandler {
    func apps(_ caller: Caller) throws(Problem) -> Reply {
        let apps = ListApps(services.catalogue)(by: try caller.administering())
        return .now(
            answers.json { writer in
                writer.beginObject()
                writer.key("apps")
                writer.beginArray()
                for app in apps { writer.value(app: app) }
                writer.endArray()
                writer.endObject()
            })
    }

    func app(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try find(bundleID)
        return .now(answers.json { $0.value(app: app) })
    }

    func createApp(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try AppBody(of: request)
        guard let bundleID = body.bundleID else { throw Problem(.invalidParameter, field: "bundleID") }
        let description = try AppDescription(wire: body)
        return later(request) { [self] () async throws(Problem) in
            do throws(AppError) {
                let app = try await CreateApp(services.apps)(bundleID, description, by: administrator)
                return answers.json(.created) { $0.value(app: app) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func updateApp(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let change = try AppChange(wire: try AppChangeBody(of: request))
        return later(request) { [self] () async throws(Problem) in
            do throws(AppError) {
                let app = try await UpdateApp(services.apps)(bundleID, change, by: administrator)
                return answers.json { $0.value(app: app) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Configuration as one document

    func configuration(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        do throws(AppError) {
            let configuration = try ExportConfiguration(services.catalogue)(bundleID, by: administrator)
            return .now(answers.json(capacity: 4_096) { $0.value(configuration) })
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
            throw Problem(.invalidParameter, "bundleID must be the one in the path.", field: "bundleID")
        }
        let use = ImportConfiguration(services.apps)
        if isPlan {
            do throws(ImportConfigurationError) {
                let plan = try use.plan(wanted, by: administrator)
                return .now(answers.json { $0.value(plan, isPlan: true) })
            } catch {
                throw Problem(from: error)
            }
        }
        return later(request) { [self] () async throws(Problem) in
            do throws(ImportConfigurationError) {
                let plan = try await use(wanted, by: administrator)
                return answers.json { $0.value(plan, isPlan: false) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Parts

    func find(_ bundleID: BundleID) throws(Problem) -> App {
        guard let app = services.catalogue.app(bundleID) else { throw Problem(.unknownGame, bundleID.text) }
        return app
    }
}

extension AppDescription {
    init(wire body: AppBody) throws(Problem) {
        do throws(Invalid) {
            self = try AppDescription(
                name: body.appName, sku: body.sku ?? "", defaultLanguage: body.defaultLanguage ?? .english,
                link: body.link)
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
        guard body.isReleased != false else {
            throw Problem(
                .invalidParameter, "A release is for ever: isReleased can only become true.", field: "isReleased")
        }
        releases = body.isReleased ?? false
    }
}

extension AppConfiguration {
    init(wire body: ConfigurationBody) throws(Problem) {
        guard let bundleID = body.app.bundleID else { throw Problem(.invalidParameter, field: "bundleID") }
        var leaderboards: [LeaderboardConfiguration] = []
        for item in body.leaderboards {
            leaderboards.append(try LeaderboardConfiguration(wire: item.leaderboard, isArchived: item.isArchived))
        }
        self.init(
            bundleID: bundleID, description: try AppDescription(wire: body.app),
            isGameCenterEnabled: body.isGameCenterEnabled, isReleased: body.isReleased, leaderboards: leaderboards)
    }
}

extension LeaderboardConfiguration {
    init(wire body: LeaderboardBody, isArchived: Bool = false) throws(Problem) {
        guard let id = body.id else { throw Problem(.invalidParameter, field: "id") }
        self.init(
            id: id, referenceName: body.referenceName ?? String(id.text.prefix(64)), format: body.format,
            submissionType: body.submissionType, sortOrder: body.sortOrder, range: body.range,
            isDefault: body.isDefault, isHidden: body.isHidden, isArchived: isArchived,
            localizations: body.localizations)
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
        key("leaderboards")
        beginArray()
        for leaderboard in configuration.leaderboards { value(leaderboard) }
        endArray()
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
        endObject()
    }

    mutating func value(_ plan: ConfigurationPlan, isPlan: Bool) {
        beginObject()
        field("isPlan", isPlan)
        key("changes")
        beginArray()
        for change in plan.changes { value(change.sentence) }
        endArray()
        key("untouched")
        beginArray()
        for id in plan.untouched { value(id.text) }
        endArray()
        endObject()
    }
}

extension ConfigurationChange {
    /// For the person who reads the plan.
    fileprivate var sentence: String {
        switch self {
        case .createApp(let id, _): "create app \(id.text)"
        case .createLeaderboard(let leaderboard): "create leaderboard \(leaderboard.id.text)"
        case .changeLeaderboard(_, let leaderboard): "change leaderboard \(leaderboard.id.text)"
        case .changeApp(let change): "change app: " + change.words.joined(separator: ", ")
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
        if releases { words.append("release") }
        return words
    }
}
