public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about apps write.
public typealias AppsDirectory = AppDirectory & SetDirectory & WebOriginDirectory & ImageDirectory & BlobDirectory
    & ModerationDirectory & SimulatorDirectory & DisplayOrderDirectory & ActivityDirectory
    & ChallengeDefinitionDirectory

/// What the use cases about apps share.
public struct Apps: Sendable {
    public var directory: any AppsDirectory
    public var catalogue: Catalogue
    /// The first team: of apps whose maker names none and is in none, as the operator is.
    public var team: TeamNumber
    public var leaderboards: LeaderboardChanging
    public var clock: Clock
    /// What else goes with test data.
    public var wipeSections: [WipeSection] = []
    let gate = SerialGate()
    /// Imports come one after the other; each step takes ``gate`` by itself.
    let importGate = SerialGate()
    /// Sets and players' choices, one change after the other.
    let setGate = SerialGate()
    /// Activities, one change after the other.
    let activityGate = SerialGate()
    /// Challenge definitions, one change after the other.
    let definitionGate = SerialGate()
    /// Pictures, one change after the other.
    let imageGate = SerialGate()
    public var simulators = SimulatorPorts.none
    /// Simulators, one change after the other.
    let simulatorGate = SerialGate()

    public init(
        directory: any AppsDirectory,
        catalogue: Catalogue, team: TeamNumber, leaderboards: LeaderboardChanging, clock: Clock
    ) {
        self.directory = directory
        self.catalogue = catalogue
        self.team = team
        self.leaderboards = leaderboards
        self.clock = clock
    }
}

public enum AppError: Error, StoreFailure, Hashable, Sendable {
    case unknownApp(BundleID)
    case bundleIDTaken(BundleID)
    case invalid(AppDescription.Invalid)
    /// Game Center is off for an app that is archived.
    case archived
    /// A leaderboard has not got the language that is to be the app's default one (rule 3.6).
    case missingLanguage(LeaderboardID, LanguageTag)
    case leaderboard(LeaderboardID, String)
    // Sets
    case set(LeaderboardSetID, SetRefusal)
    case activity(ActivityID, ActivityRefusal)
    case challengeDefinition(ChallengeDefinitionID, ChallengeDefinitionRefusal)
    // Achievements
    case achievement(AchievementID, ConfigureAchievementError)
    case unavailable
    case broken(reason: String)

    init(_ error: LeaderboardChangeError) {
        switch error {
        case .refused(let id, let reason): self = .leaderboard(id, reason)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}

/// Makes an app, with Game Center off and unreleased: the sandbox only (rules 3.1, 3.2).
public struct CreateApp: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// - Parameter team: nil: the first one.
    public func callAsFunction(
        _ bundleID: BundleID, _ description: AppDescription, in team: TeamNumber? = nil,
        by administrator: Administrator
    ) async throws(AppError) -> App {
        try await apps.gate.run { () throws(AppError) in
            let team = team ?? apps.team
            let app = NewApp(
                team: team, bundleID: bundleID, name: description.name, sku: description.sku,
                defaultLanguage: description.defaultLanguage, link: description.link,
                localizations: description.localizations)
            let entry = administrator.entry(
                .appCreate, team: team, subject: bundleID.text, changes: "name \(description.name)",
                at: apps.clock.now())
            let made = try await AppError.translating { () throws(StoreError) in
                try await apps.directory.addApp(app, entry)
            }
            guard let made else { throw .bundleIDTaken(bundleID) }
            apps.catalogue.put(made)
            return made
        }
    }
}

/// Apps as somebody may see them, from memory.
public struct ListApps: Sendable {
    private let catalogue: Catalogue
    public init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// What players see: released, with Game Center. In order of creation.
    public func callAsFunction() -> [App] {
        catalogue.apps().filter { $0.isReleased && $0.isGameCenterEnabled }
    }

    public func callAsFunction(by administrator: Administrator, _ roster: Roster) -> [App] {
        catalogue.apps().filter { roster.rights(of: administrator, in: $0.team)?.contains(.view) == true }
    }
}

/// One game, by its permanent id.
public struct DescribeGame: Sendable {
    private let catalogue: Catalogue
    public init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// A player who knows the id of an unreleased app may see it: its testers play it in the sandbox.
    public func callAsFunction(_ bundleID: BundleID) throws(GameRefusal) -> GameDescription {
        guard let app = catalogue.app(bundleID) else { throw .unknownGame(bundleID) }
        let leaderboards = catalogue.leaderboards(of: app.number)
        return GameDescription(
            app: app, environments: app.isReleased ? [.production, .sandbox] : [.sandbox],
            leaderboardCount: leaderboards.count { app.lists($0, in: .production) })
    }
}

public struct GameDescription: Hashable, Sendable {
    public let app: App
    public let environments: [Environment]
    /// Those that players see.
    public let leaderboardCount: Int
}
