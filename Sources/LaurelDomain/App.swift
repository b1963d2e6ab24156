/// A game, as its team configured it (rule 3.1).
public struct App: Hashable, Sendable {
    public let number: AppNumber
    public let team: TeamNumber
    public let bundleID: BundleID
    public var name: String
    public var sku: String
    public var defaultLanguage: LanguageTag
    /// Nobody plays in Game Center before its developer says so.
    public var isGameCenterEnabled: Bool
    /// An unreleased app has the sandbox only (rule 3.2).
    public var isReleased: Bool
    /// Where the game is played or bought.
    public var link: String?
    /// In order of language; none twice. What is missing falls back to the default language, and that to ``name``.
    public var localizations: [AppLocalization]
    /// Put away: Game Center is off for it until it is taken out again.
    public var isArchived: Bool
    /// Whether it signs in guests that were made elsewhere, and makes new ones (rule 1.11).
    public var allowsGuests: Bool
    /// Whether it is on the desktop, too: where it has a page, ours offer both (rule 14.10).
    public var hasDesktopGame: Bool

    public init(
        number: AppNumber, team: TeamNumber, bundleID: BundleID, name: String, sku: String,
        defaultLanguage: LanguageTag = .english, isGameCenterEnabled: Bool = false, isReleased: Bool = false,
        link: String? = nil,
        localizations: [AppLocalization] = [], isArchived: Bool = false, allowsGuests: Bool = true,
        hasDesktopGame: Bool = false
    ) {
        self.number = number
        self.team = team
        self.bundleID = bundleID
        self.name = name
        self.sku = sku
        self.defaultLanguage = defaultLanguage
        self.isGameCenterEnabled = isGameCenterEnabled
        self.isReleased = isReleased
        self.link = link
        self.localizations = localizations
        self.isArchived = isArchived
        self.allowsGuests = allowsGuests
        self.hasDesktopGame = hasDesktopGame
    }
}

extension App {
    /// Whether players find a leaderboard without knowing its id: what was made since the app's release has the
    /// sandbox alone until the next one (rule 3.3).
    public func lists(_ leaderboard: Leaderboard, in environment: Environment) -> Bool {
        !leaderboard.isHidden && !leaderboard.isArchived && shows(leaderboard.isReleased, in: environment)
    }

    /// - Parameter isReleased: of a leaderboard or an achievement. An unreleased app is described as its sandbox is.
    public func shows(_ isReleased: Bool, in environment: Environment) -> Bool {
        isReleased || environment == .sandbox || !self.isReleased
    }
}
