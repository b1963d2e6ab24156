public import LaurelDomain
import LaurelScores
import LaurelStorage

/// What each area keeps of one player, in portions of bounded size: for their export.
public struct ReadOwnRecords: Sendable {
    /// Challenges in one portion.
    private static let pageCount = 200
    /// Reports of one player in an export; the newest.
    private static let reportsLimit = 10_000

    private let accounts: Accounts
    private let friends: Friends
    let challenges: Challenges
    private let savedGames: SavedGameStore
    private let inboxes: Inboxes
    private let deliveries: Deliveries
    private let moderation: Moderation

    public init(
        _ accounts: Accounts, _ friends: Friends, _ challenges: Challenges, _ savedGames: SavedGameStore,
        _ inboxes: Inboxes, _ deliveries: Deliveries, _ moderation: Moderation
    ) {
        self.accounts = accounts
        self.friends = friends
        self.challenges = challenges
        self.savedGames = savedGames
        self.inboxes = inboxes
        self.deliveries = deliveries
        self.moderation = moderation
    }

    // MARK: Account

    /// Names of their devices, those without a session too.
    public func devices(of player: PlayerNumber) async throws(ExportPlayerError) -> [DeviceName] {
        try await reading { () throws(StoreError) in try await accounts.directory.devices(of: player) }
    }

    /// Nil: none was ever given.
    public func mailAddress(of player: PlayerNumber) async throws(ExportPlayerError) -> MailAddressRecord? {
        try await reading { () throws(StoreError) in try await accounts.mailing?.directory.mailAddress(of: player) }
    }

    public func notificationSettings(of player: PlayerNumber) async throws(ExportPlayerError) -> NotificationSettings {
        try await reading { () throws(StoreError) in
            try await inboxes.directory.notificationSettings(of: [player])[player] ?? NotificationSettings()
        }
    }

    public func pushSubscriptions(of player: PlayerNumber) async throws(ExportPlayerError) -> [PushSubscription] {
        try await reading { () throws(StoreError) in
            try await deliveries.directory.pushSubscriptions(of: [player])
        }
    }

    /// Those they wrote.
    public func reports(by player: PlayerNumber) async throws(ExportPlayerError) -> [Report] {
        try await reading { () throws(StoreError) in
            try await moderation.directory.reports(by: player, limit: Self.reportsLimit)
        }
    }

    /// Who they were elsewhere, in order of app.
    public func foreignIdentities(
        of player: PlayerNumber
    ) async throws(ExportPlayerError) -> [(app: AppNumber, id: ForeignPlayerID)] {
        let known = try await reading { () throws(StoreError) in
            try await accounts.directory.foreignIdentities(of: player)
        }
        return known.compactMap { player in player.id.map { (player.app, $0) } }
    }

    public func bans(of player: PlayerNumber) -> [Ban] {
        let scopes = Set(accounts.catalogue.apps().map { Ban.Scope.team($0.team) }).union([.server])
        return scopes.compactMap { accounts.catalogue.bans.ban(of: player, $0) }.sorted { $0.created < $1.created }
    }

    // MARK: Friends

    public struct Relations: Sendable {
        /// In order of number, as ``blocked``.
        public let friends: [PlayerNumber]
        public let blocked: [PlayerNumber]
        public let requests: FriendRequests
        public let invitations: [FriendInvitation]
    }

    public func relations(of player: PlayerNumber) async throws(ExportPlayerError) -> Relations {
        try await reading { () throws(StoreError) in
            Relations(
                friends: try await friends.graph.friends(of: player),
                blocked: try await friends.directory.blocked(by: player),
                requests: try await friends.directory.friendRequests(of: player),
                invitations: try await friends.directory.friendInvitations(of: player, at: accounts.clock.now()))
        }
    }

    /// ``LaurelDomain/FriendListConsent/notDetermined``: they were never asked.
    public func consent(of player: PlayerNumber, to app: App) async throws(ExportPlayerError) -> FriendListConsent {
        try await reading { () throws(StoreError) in
            try await friends.directory.friendListConsent(of: player, to: app.number)
        }
    }

    /// In order of game.
    public func likes(by player: PlayerNumber) async throws(ExportPlayerError) -> [GameLike] {
        try await reading { () throws(StoreError) in try await friends.directory.likes(by: player) }
    }

    // MARK: Play

    /// In order of achievement.
    public func progress(
        of player: PlayerNumber, in app: App, _ environment: Environment
    ) async throws(ExportPlayerError) -> [AchievementProgress] {
        let key = ProgressKey(player: player, app: app.number, environment: environment)
        return try await reading { () throws(StoreError) in
            try await challenges.directory.progress(key).progress.values.sorted {
                $0.achievement.rawValue < $1.achievement.rawValue
            }
        }
    }

    /// The next ones, newest first; empty at the end.
    public func challenges(
        of player: PlayerNumber, _ role: ChallengeRole, _ environment: Environment, before: ChallengeNumber?
    ) async throws(ExportPlayerError) -> [ChallengeDetails] {
        let query = ChallengeQuery(
            player: player, role: role, environment: environment, before: before, limit: Self.pageCount,
            now: accounts.clock.now())
        return try await reading { () throws(StoreError) in
            try await challenges.directory.challenges(query).map { ChallengeDetails($0) }
        }
    }

    public func mutes(of player: PlayerNumber) async throws(ExportPlayerError) -> [ChallengeMute] {
        try await reading { () throws(StoreError) in try await challenges.directory.mutes(of: player) }
    }

    public func savedGames(
        of player: PlayerNumber, in app: App, _ environment: Environment
    ) async throws(ExportPlayerError) -> [SavedGame] {
        let shelf = SavedGameShelf(player: player, app: app.number, environment: environment)
        return try await reading { () throws(StoreError) in try await savedGames.directory.savedGames(on: shelf) }
    }

    /// Nil: they have deleted it meanwhile.
    public func data(
        of version: SavedGameID, of player: PlayerNumber, in app: App, _ environment: Environment
    ) async throws(ExportPlayerError) -> [UInt8]? {
        let shelf = SavedGameShelf(player: player, app: app.number, environment: environment)
        return try await reading { () throws(StoreError) in
            try await savedGames.directory.savedGame(version, on: shelf)?.data.bytes
        }
    }

    private func reading<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(ExportPlayerError) -> Value {
        do throws(StoreError) { return try await body() } catch { throw ExportPlayerError(error) }
    }
}
