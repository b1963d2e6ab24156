public import LaurelDomain

/// Players and what proves that they are who they say. Every engine must pass `DirectoryContract`.
public protocol PlayerDirectory: Sendable {
    /// Writes the player, their credentials and session, and spends their entrance: all or nothing, once. Numbers
    /// rise in order of sign-up and are never used again.
    func register(_ player: NewPlayer) async throws(StoreError) -> Registration

    func player(_ number: PlayerNumber) async throws(StoreError) -> Player?
    /// By ``Alias/key``.
    func player(aliasKey: String) async throws(StoreError) -> Player?
    /// Those that exist, in order of number.
    func players(_ numbers: [PlayerNumber]) async throws(StoreError) -> [Player]
    /// By ``Alias/key``.
    func credentials(aliasKey: String) async throws(StoreError) -> Credentials?
    /// Display names in order of number: for the table in memory, which is filled page by page.
    func displayNames(after player: PlayerNumber?, limit: Int) async throws(StoreError) -> PackedNames

    /// Spends the recovery code, sets the password and ends all of the player's sessions; tells them.
    /// - Returns: nil, with nothing written, when there is no such alias or it has no such code (any more).
    func recover(
        aliasKey: String, code: SecretDigest, passwordHash: String, at now: Timestamp
    ) async throws(StoreError) -> PlayerNumber?
    /// Sets the password, puts one recovery code that expires in place of all, and ends all of the player's sessions;
    /// tells them.
    /// - Returns: whether there is such a player, who isn't a guest.
    func resetPassword(
        of player: PlayerNumber, passwordHash: String, code: SecretDigest, expires: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool
    /// The same password under newer parameters; written only if `old` still stands.
    func replacePasswordHash(_ old: String, with new: String, of player: PlayerNumber) async throws(StoreError)

    func addInvitation(
        _ code: SecretDigest, by player: PlayerNumber?, created: Timestamp, expires: Timestamp
    ) async throws(StoreError)
}

/// Sessions and devices.
public protocol SessionDirectory: Sendable {
    /// - Parameter credentials: what the sign-in was judged by. A session is made only while they still stand, so
    ///   that a password changed in between ends this one as well.
    /// - Returns: nil, with nothing written, when they do not.
    func addSession(_ session: NewSession, for credentials: Credentials) async throws(StoreError) -> SessionRecord?
    func session(_ digest: SecretDigest) async throws(StoreError) -> SessionRecord?
    /// - Returns: whether there was such a session.
    func endSession(_ id: SessionID) async throws(StoreError) -> Bool
    func endSessions(of player: PlayerNumber) async throws(StoreError)
    /// Deletes what was last used before one moment or made before another, at most `limit`: administrators' sessions
    /// or the others.
    /// - Returns: how many.
    func endSessions(
        lastUsedBefore moment: Timestamp, createdBefore birth: Timestamp, ofAdministrators: Bool, limit: Int
    ) async throws(StoreError) -> Int
    /// Moves moments forward, never back; sessions and devices that are gone are left out.
    func note(
        lastUsed: [SessionID: Timestamp], emptyQueues: [DeviceQueue: Timestamp]
    ) async throws(StoreError)
}

/// Apps and the teams they belong to.
public protocol AppDirectory: Sendable {
    /// The number of the first team, which is made with this name when there is none.
    func firstTeam(named name: String) async throws(StoreError) -> TeamNumber
    /// - Parameter entry: gets the app's number.
    /// - Returns: nil when the bundle id is taken.
    func addApp(_ app: NewApp, _ entry: NewAuditEntry?) async throws(StoreError) -> App?
    /// Writes all that may change. Team and bundle id stay.
    /// - Returns: whether there is such an app.
    func updateApp(_ app: App, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool
    /// In order of creation.
    func apps() async throws(StoreError) -> [App]
}

extension AppDirectory {
    /// For what nobody did, such as a test's beginning.
    public func addApp(_ app: NewApp) async throws(StoreError) -> App? { try await addApp(app, nil) }
    public func updateApp(_ app: App) async throws(StoreError) -> Bool { try await updateApp(app, nil) }
}

/// The few facts that the store itself keeps: secrets and the administrator's one-time link.
public protocol SettingDirectory: Sendable {
    func setting(_ name: SettingName) async throws(StoreError) -> [UInt8]?
    /// Writes `value` unless something is there.
    /// - Returns: what is there now. Of many who call at once, all get the same.
    func settle(_ name: SettingName, _ value: [UInt8]) async throws(StoreError) -> [UInt8]
    /// Writes the digest of the link that makes the first administrator, in place of an older one.
    /// - Returns: false, with nothing written, once there is an administrator.
    /// - Parameter entry: of the audit log, written with it.
    func setAdministratorLink(_ digest: SecretDigest, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool
    /// Whether a player is administrator, or a link waits that makes one.
    func administration() async throws(StoreError) -> Administration
}

extension SettingDirectory {
    /// For what nobody did, such as a server's first start.
    public func setAdministratorLink(_ digest: SecretDigest) async throws(StoreError) -> Bool {
        try await setAdministratorLink(digest, nil)
    }
}

/// Names are stored; a case is never renamed.
public enum SettingName: String, CaseIterable, Hashable, Sendable {
    /// The key of all keys: public ids are encrypted under what is derived from it.
    case secret
    /// What browsers know this server by (VAPID): with another one all their subscriptions end.
    case pushKey
    case administratorLink
    /// What the key is known by that the nodes of a cluster trust one another by.
    case nodeKey
}

/// Who may administer.
public enum Administration: Hashable, Sendable {
    case unclaimed
    case linkWaits
    case claimed
}

/// All that is not on the path of scores.
public typealias Directory = PlayerDirectory & SessionDirectory & AppDirectory & SettingDirectory & InboxDirectory
    & BlobDirectory
    & ProfileDirectory & ErasureDirectory & GuestDirectory & ProviderDirectory
    & GuestMergeDirectory & ForeignPlayerDirectory & GrantDirectory & GuessDirectory
    & ModerationDirectory
    & AchievementDirectory & ChallengeDirectory & MatchDirectory
    & GroupChallengeDirectory
    & FriendDirectory
    & SetDirectory
    & ActivityDirectory & PartyDirectory
    & ChallengeDefinitionDirectory
    & AuditDirectory
    & TeamDirectory
    & TwoFactorDirectory
    & NotificationSettingsDirectory
    & PushDirectory & WebhookDirectory & DeliveryQueue & MailDirectory
    & SavedGameDirectory
    & DisplayOrderDirectory
    & ReplayDirectory
    & IdentityDirectory
    & WebOriginDirectory
    & ImageDirectory
    & SimulatorDirectory
    & ShareDirectory
