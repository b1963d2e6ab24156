public import LaurelDomain

/// The reference: obvious, and what the engines are judged by. Every method is one turn of the actor, so it is
/// one transaction.
public actor InMemoryDirectory: Directory {
    struct PlayerRow {
        var player: Player
        var passwordHash: String
        var recoveryCodes: Set<SecretDigest>
        /// Besides them, until it expires.
        var resetCode: (code: SecretDigest, expires: Timestamp)?
    }

    struct DeviceRow {
        let player: PlayerNumber
        let name: DeviceName?
        var emptyQueue: Timestamp?
    }

    struct SessionRow {
        let digest: SecretDigest
        let player: PlayerNumber
        let device: DeviceNumber
        let binding: Binding
        let created: Timestamp
        var lastUsed: Timestamp
    }

    var players: [PlayerNumber: PlayerRow] = [:]
    var playerNumbers: [String: PlayerNumber] = [:]
    var lastPlayer: UInt32 = 0
    var invitations: [SecretDigest: Timestamp] = [:]
    var devices: [DeviceNumber: DeviceRow] = [:]
    var sessions: [SessionID: SessionRow] = [:]
    var lastSession: Int64 = 0
    var teams = InMemoryTeams()
    var twoFactors: [PlayerNumber: InMemoryTwoFactor] = [:]
    var storedApps: [App] = []
    var settings: [SettingName: [UInt8]] = [:]

    var blobs = InMemoryBlobs()
    var profiles = InMemoryProfiles()
    var erasures: [PlayerNumber: ErasureRecord] = [:]
    var friendRows = InMemoryFriends()
    var setRows = InMemorySets()
    var deliveries = InMemoryDeliveries()
    var savedGames = InMemorySavedGames()
    var storedIdentityKeys: [IdentityKey] = []
    var storedWebOrigins: [AppNumber: [WebAddress]] = [:]
    var simulatorRecords: [SimulatorRecord] = []
    var storedDisplayOrders: [AppNumber: DisplayOrder] = [:]
    let inbox: InMemoryInbox
    var moderation: InMemoryModeration { inbox.moderation }
    let play: InMemoryPlay
    var audit: InMemoryAudit { inbox.audit }
    /// The journal's writer keeps the logs of what is shared.
    var shareRows: InMemoryShares {
        get { play.shares { $0 } }
        set { play.shares { $0 = newValue } }
    }

    public init(inbox: InMemoryInbox = InMemoryInbox(), play: InMemoryPlay = InMemoryPlay()) {
        self.inbox = inbox
        self.play = play
    }
}

// MARK: Players

extension InMemoryDirectory {
    public func register(_ new: NewPlayer) async throws(StoreError) -> Registration {
        guard isOpen(new.entrance, at: new.created) else { return .entranceRefused }
        guard playerNumbers[new.alias.key] == nil else { return .aliasTaken }
        guard profiles.skeletons[new.alias.skeleton] == nil else { return .aliasTaken }
        var isAdministrator = false
        switch new.entrance {
        case .open: break
        case .invitation(let digest): invitations[digest] = nil
        case .administratorLink:
            settings[.administratorLink] = nil
            isAdministrator = true
        }
        lastPlayer += 1
        let player = Player(
            number: PlayerNumber(lastPlayer), alias: new.alias, displayName: new.displayName, created: new.created,
            isAdministrator: isAdministrator)
        players[player.number] = PlayerRow(
            player: player, passwordHash: new.passwordHash, recoveryCodes: Set(new.recoveryCodes))
        playerNumbers[new.alias.key] = player.number
        profiles.skeletons[new.alias.skeleton] = player.number
        if let claim = new.claim(as: player.number) { audit.append(claim) }
        return .registered(player, new.session.flatMap { insert($0, of: player.number) })
    }

    private func isOpen(_ entrance: Entrance, at moment: Timestamp) -> Bool {
        switch entrance {
        case .open: true
        case .invitation(let digest): invitations[digest].map { $0 > moment } ?? false
        case .administratorLink(let digest): settings[.administratorLink] == digest.bytes && !hasAdministrator
        }
    }

    private var hasAdministrator: Bool { players.values.contains { $0.player.isAdministrator } }

    public func player(_ number: PlayerNumber) async throws(StoreError) -> Player? { players[number]?.player }

    public func player(aliasKey: String) async throws(StoreError) -> Player? {
        playerNumbers[aliasKey].flatMap { players[$0]?.player }
    }

    public func players(_ numbers: [PlayerNumber]) async throws(StoreError) -> [Player] {
        Set(numbers).sorted().compactMap { players[$0]?.player }
    }

    public func credentials(aliasKey: String) async throws(StoreError) -> Credentials? {
        guard let number = playerNumbers[aliasKey], let row = players[number] else { return nil }
        return Credentials(player: number, passwordHash: row.passwordHash)
    }

    public func displayNames(after player: PlayerNumber?, limit: Int) async throws(StoreError) -> PackedNames {
        var names = PackedNames()
        let numbers = players.keys.filter { number in player.map { number > $0 } ?? true }
        for number in numbers.sorted().prefix(max(limit, 0)) {
            names.append(number, name: (players[number]?.player.displayName ?? "").utf8)
        }
        return names
    }

    public func recover(
        aliasKey: String, code: SecretDigest, passwordHash: String, at now: Timestamp
    ) async throws(StoreError) -> PlayerNumber? {
        guard let number = playerNumbers[aliasKey] else { return nil }
        if let reset = players[number]?.resetCode, reset.code == code, reset.expires > now {
            players[number]?.resetCode = nil
        } else if players[number]?.recoveryCodes.remove(code) == nil {
            return nil
        }
        players[number]?.passwordHash = passwordHash
        removeSessions { $0.player == number }
        inbox.append(AccountChange.recovery.notice(to: number, at: now))
        return number
    }

    public func resetPassword(
        of player: PlayerNumber, passwordHash: String, code: SecretDigest, expires: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        guard players[player] != nil else { return false }
        players[player]?.passwordHash = passwordHash
        players[player]?.recoveryCodes = []
        players[player]?.resetCode = (code, expires)
        removeSessions { $0.player == player }
        inbox.append(AccountChange.passwordReset.notice(to: player, at: now))
        return true
    }

    public func replacePasswordHash(_ old: String, with new: String, of player: PlayerNumber) async throws(StoreError) {
        guard players[player]?.passwordHash == old else { return }
        players[player]?.passwordHash = new
    }

    public func addInvitation(
        _ code: SecretDigest, by player: PlayerNumber?, created: Timestamp, expires: Timestamp
    ) async throws(StoreError) {
        invitations = invitations.filter { $0.value > created }
        invitations[code] = expires
    }
}

// MARK: Sessions

extension InMemoryDirectory {
    public func addSession(
        _ session: NewSession, for credentials: Credentials
    ) async throws(StoreError) -> SessionRecord? {
        guard players[credentials.player]?.passwordHash == credentials.passwordHash else { return nil }
        return insert(session, of: credentials.player)
    }

    public func addSession(
        _ session: NewSession, allowedIn other: SessionID
    ) async throws(StoreError) -> SessionRecord? {
        sessions[other].flatMap { insert(session, of: $0.player) }
    }

    public func addSession(
        _ session: NewSession, for credentials: Credentials, allowedIn other: SessionID
    ) async throws(StoreError) -> SessionRecord? {
        guard sessions[other]?.player == credentials.player else { return nil }
        return try await addSession(session, for: credentials)
    }

    private func insert(_ session: NewSession, of player: PlayerNumber) -> SessionRecord? {
        let device = device(named: session.device, of: player)
        if session.hasEmptyQueue { advance(&devices[device], to: session.created) }
        lastSession += 1
        let id = SessionID(lastSession)
        sessions[id] = SessionRow(
            digest: session.digest, player: player, device: device, binding: session.binding,
            created: session.created, lastUsed: session.created)
        let others = sessions.filter { $0.value.player == player && $0.key != id }.sorted {
            ($0.value.lastUsed, $0.key.rawValue) > ($1.value.lastUsed, $1.key.rawValue)
        }
        let displaced = others.dropFirst(max(session.countLimit, 1) - 1).map(\.key)
        for other in displaced { sessions[other] = nil }
        var record = record(id)
        record?.displaced = displaced
        return record
    }

    private func device(named name: DeviceName?, of player: PlayerNumber) -> DeviceNumber {
        if let name, let known = devices.first(where: { $0.value.player == player && $0.value.name == name }) {
            return known.key
        }
        let number = DeviceNumber((devices.keys.map(\.rawValue).max() ?? 0) + 1)
        devices[number] = DeviceRow(player: player, name: name)
        return number
    }

    private func advance(_ device: inout DeviceRow?, to moment: Timestamp) {
        let known = device?.emptyQueue ?? moment
        device?.emptyQueue = max(known, moment)
    }

    private func record(_ id: SessionID) -> SessionRecord? {
        guard let row = sessions[id] else { return nil }
        return SessionRecord(
            id: id, player: row.player, device: row.device, binding: row.binding,
            isAdministrator: players[row.player]?.player.isAdministrator ?? false, created: row.created,
            lastUsed: row.lastUsed, emptyQueue: devices[row.device]?.emptyQueue)
    }

    public func session(_ digest: SecretDigest) async throws(StoreError) -> SessionRecord? {
        sessions.first { $0.value.digest == digest }.flatMap { record($0.key) }
    }

    public func endSession(_ id: SessionID) async throws(StoreError) -> Bool {
        sessions.removeValue(forKey: id) != nil
    }

    public func endSessions(of player: PlayerNumber) async throws(StoreError) {
        removeSessions { $0.player == player }
    }

    private func removeSessions(where isEnded: (SessionRow) -> Bool) {
        sessions = sessions.filter { !isEnded($0.value) }
    }

    public func endSessions(
        lastUsedBefore moment: Timestamp, createdBefore birth: Timestamp, ofAdministrators: Bool, limit: Int
    ) async throws(StoreError) -> Int {
        let ended = sessions.filter { session in
            (session.value.lastUsed < moment || session.value.created < birth)
                && players[session.value.player]?.player.isAdministrator == ofAdministrators
        }
        for id in ended.keys.prefix(max(limit, 0)) { sessions[id] = nil }
        return min(ended.count, max(limit, 0))
    }

    public func note(
        lastUsed: [SessionID: Timestamp], emptyQueues: [DeviceNumber: Timestamp]
    ) async throws(StoreError) {
        for (id, moment) in lastUsed {
            guard let known = sessions[id]?.lastUsed else { continue }
            sessions[id]?.lastUsed = max(known, moment)
        }
        for (number, moment) in emptyQueues { advance(&devices[number], to: moment) }
    }
}

// MARK: Apps and settings

extension InMemoryDirectory {
    public func firstTeam(named name: String) async throws(StoreError) -> TeamNumber {
        if let first = teams.teams.first { return first.number }
        do throws(InvalidIdentifier) {
            teams.teams.append(Team(number: TeamNumber(1), id: try TeamID("LAUREL0001"), name: name))
        } catch {
            throw .broken(reason: "couldn't create an id for the first team: \(error)")
        }
        return TeamNumber(1)
    }

    public func addApp(_ app: NewApp, _ entry: NewAuditEntry?) async throws(StoreError) -> App? {
        guard !storedApps.contains(where: { $0.bundleID == app.bundleID }) else { return nil }
        let made = App(
            number: AppNumber(UInt32(storedApps.count) + 1), team: app.team, bundleID: app.bundleID, name: app.name,
            sku: app.sku, defaultLanguage: app.defaultLanguage, link: app.link, localizations: app.localizations)
        storedApps.append(made)
        if let entry { audit.append(entry.of(made.number)) }
        return made
    }

    public func updateApp(_ app: App, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        guard let index = storedApps.firstIndex(where: { $0.number == app.number }) else { return false }
        let old = storedApps[index]
        storedApps[index] = App(
            number: old.number, team: old.team, bundleID: old.bundleID, name: app.name, sku: app.sku,
            defaultLanguage: app.defaultLanguage, isGameCenterEnabled: app.isGameCenterEnabled,
            isReleased: app.isReleased, link: app.link, localizations: app.localizations, isArchived: app.isArchived)
        if let entry { audit.append(entry) }
        return true
    }

    public func apps() async throws(StoreError) -> [App] { storedApps }

    public func setting(_ name: SettingName) async throws(StoreError) -> [UInt8]? { settings[name] }

    public func settle(_ name: SettingName, _ value: [UInt8]) async throws(StoreError) -> [UInt8] {
        let settled = settings[name] ?? value
        settings[name] = settled
        return settled
    }

    public func setAdministratorLink(
        _ digest: SecretDigest, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        guard !hasAdministrator else { return false }
        if let entry { audit.append(entry) }
        settings[.administratorLink] = digest.bytes
        return true
    }

    public func administration() async throws(StoreError) -> Administration {
        if hasAdministrator { return .claimed }
        return settings[.administratorLink] == nil ? .unclaimed : .linkWaits
    }
}

// MARK: Notices and blobs

extension InMemoryDirectory {
    public func notices(after id: NoticeID, limit: Int) async throws(StoreError) -> [Notice] {
        inbox.notices(after: id, limit: limit)
    }

    public func lastNotice() async throws(StoreError) -> NoticeID { inbox.last }

    public func blob(_ digest: BlobDigest) async throws(StoreError) -> [UInt8]? {
        blobs.bytes(digest) ?? play.blob(digest)
    }
}
