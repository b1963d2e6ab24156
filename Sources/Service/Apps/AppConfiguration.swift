public import LaurelDomain

/// The whole of an app's configuration, as it stands in one file (rule 3.7). No numbers of ours: it can be
/// imported into another server.
public struct AppConfiguration: Hashable, Sendable {
    public var bundleID: BundleID
    public var description: AppDescription
    public var isGameCenterEnabled: Bool
    public var isReleased: Bool
    /// In order of creation. Archived ones too.
    public var leaderboards: [LeaderboardConfiguration]

    public init(
        bundleID: BundleID, description: AppDescription, isGameCenterEnabled: Bool, isReleased: Bool,
        leaderboards: [LeaderboardConfiguration]
    ) {
        self.bundleID = bundleID
        self.description = description
        self.isGameCenterEnabled = isGameCenterEnabled
        self.isReleased = isReleased
        self.leaderboards = leaderboards
    }
}

/// Every field of a leaderboard that its developer writes (rule 4.2).
public struct LeaderboardConfiguration: Hashable, Sendable {
    public var id: LeaderboardID
    public var referenceName: String
    public var format: ScoreFormat
    public var submissionType: SubmissionType
    public var sortOrder: SortOrder
    public var range: ScoreRange?
    public var isDefault: Bool
    public var isHidden: Bool
    public var isArchived: Bool
    /// In order of language.
    public var localizations: [LeaderboardLocalization]

    public init(
        id: LeaderboardID, referenceName: String, format: ScoreFormat, submissionType: SubmissionType,
        sortOrder: SortOrder, range: ScoreRange?, isDefault: Bool, isHidden: Bool, isArchived: Bool,
        localizations: [LeaderboardLocalization]
    ) {
        self.id = id
        self.referenceName = referenceName
        self.format = format
        self.submissionType = submissionType
        self.sortOrder = sortOrder
        self.range = range
        self.isDefault = isDefault
        self.isHidden = isHidden
        self.isArchived = isArchived
        self.localizations = localizations.sorted { $0.language.text < $1.language.text }
    }

    public init(_ leaderboard: Leaderboard) {
        self.init(
            id: leaderboard.id, referenceName: leaderboard.referenceName, format: leaderboard.format,
            submissionType: leaderboard.submissionType, sortOrder: leaderboard.sortOrder, range: leaderboard.range,
            isDefault: leaderboard.isDefault, isHidden: leaderboard.isHidden, isArchived: leaderboard.isArchived,
            localizations: leaderboard.localizations)
    }
}

/// Reads an app's configuration from memory.
public struct ExportConfiguration: Sendable {
    private let catalogue: Catalogue
    public init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    public func callAsFunction(
        _ bundleID: BundleID, by administrator: Administrator
    ) throws(AppError) -> AppConfiguration {
        guard let app = catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
        return try AppConfiguration(app, catalogue.leaderboards(of: app.number))
    }
}

extension AppConfiguration {
    init(_ app: App, _ leaderboards: [Leaderboard]) throws(AppError) {
        let description: AppDescription
        do {
            description = try AppDescription(
                name: app.name, sku: app.sku, defaultLanguage: app.defaultLanguage, link: app.link)
        } catch {
            throw .invalid(error)
        }
        self.init(
            bundleID: app.bundleID, description: description, isGameCenterEnabled: app.isGameCenterEnabled,
            isReleased: app.isReleased, leaderboards: leaderboards.map(LeaderboardConfiguration.init))
    }
}
