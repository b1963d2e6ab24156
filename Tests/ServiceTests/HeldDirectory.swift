import LaurelDomain
import LaurelMatches
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Synchronization

/// A directory whose answers about sessions can be held back after they were read.
final class HeldDirectory: PlayerDirectory, SessionDirectory, AppDirectory, SettingDirectory, ProfileDirectory,
    BlobDirectory, ErasureDirectory, GuestDirectory, GuestMergeDirectory, ProviderDirectory,
    ForeignPlayerDirectory, GrantDirectory, GuessDirectory
{
    private let base: SQLiteDirectory
    private let gate = Gate()
    private let guessGate = Gate()
    /// Whether moments and wrong guesses are refused.
    let isFailing = Mutex(false)
    /// How often wrong guesses were written, or taken away.
    let guessWrites = Mutex(0)

    init() throws { base = try TestStores.directory() }

    func hold() async { await gate.hold() }
    func release() async { await gate.release() }
    func someoneWaits() async { await gate.someoneWaits() }
    func holdGuesses() async { await guessGate.hold() }
    func releaseGuesses() async { await guessGate.release() }
    func guessesWait() async { await guessGate.someoneWaits() }

    func session(_ digest: SecretDigest) async throws(StoreError) -> SessionRecord? {
        let record = try await base.session(digest)
        await gate.pass()
        return record
    }

    private actor Gate {
        private var isHeld = false
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private var watcher: CheckedContinuation<Void, Never>?

        func hold() { isHeld = true }

        func release() {
            isHeld = false
            for continuation in waiting { continuation.resume() }
            waiting = []
        }

        func pass() async {
            guard isHeld else { return }
            await withCheckedContinuation { continuation in
                waiting.append(continuation)
                watcher.take()?.resume()
            }
        }

        func someoneWaits() async {
            guard waiting.isEmpty else { return }
            await withCheckedContinuation { watcher = $0 }
        }
    }
}

// Everything else is the directory's own.
extension HeldDirectory {
    func foreignPlayers(
        _ digests: [SecretDigest], of app: AppNumber
    ) async throws(StoreError) -> [ForeignPlayer] { try await base.foreignPlayers(digests, of: app) }
    func addForeignPlayers(
        _ new: [NewForeignPlayer], to app: AppNumber, at now: Timestamp, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> AddedForeignPlayers {
        try await base.addForeignPlayers(new, to: app, at: now, entry)
    }
    func unclaimedPlayers(
        of app: AppNumber, after digest: SecretDigest?, limit: Int
    ) async throws(StoreError) -> [ForeignPlayer] {
        try await base.unclaimedPlayers(of: app, after: digest, limit: limit)
    }
    func renewClaim(
        of player: ForeignPlayer, _ secret: SecretDigest, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool { try await base.renewClaim(of: player, secret, entry) }
    func foreignIdentities(of player: PlayerNumber) async throws(StoreError) -> [ForeignPlayer] {
        try await base.foreignIdentities(of: player)
    }
    func beginMerge(
        ofGuest secret: SecretDigest, into account: PlayerNumber, takesFriends: Bool, receipt: String,
        at now: Timestamp
    ) async throws(StoreError) -> GuestMerging {
        try await base.beginMerge(
            ofGuest: secret, into: account, takesFriends: takesFriends, receipt: receipt, at: now)
    }
    func guestMerge(_ secret: SecretDigest) async throws(StoreError) -> GuestMerge? {
        try await base.guestMerge(secret)
    }
    func unfinishedMerge(of guest: PlayerNumber) async throws(StoreError) -> GuestMerge? {
        try await base.unfinishedMerge(of: guest)
    }
    func unfinishedMerges() async throws(StoreError) -> [GuestMerge] { try await base.unfinishedMerges() }
    func archivedGames(of player: PlayerNumber) async throws(StoreError) -> [MatchGame] {
        try await base.archivedGames(of: player)
    }
    func mergeArchivedSeats(
        of guest: PlayerNumber, into account: PlayerNumber, apartFrom blocks: Set<PlayerNumber>, in game: MatchGame,
        after number: MatchNumber, limit: Int
    ) async throws(StoreError) -> MatchNumber? {
        try await base.mergeArchivedSeats(
            of: guest, into: account, apartFrom: blocks, in: game, after: number, limit: limit)
    }
    func finishMerge(of guest: PlayerNumber, at now: Timestamp) async throws(StoreError) -> ErasureRecord? {
        try await base.finishMerge(of: guest, at: now)
    }
    func deleteMerges(finishedBefore moment: Timestamp) async throws(StoreError) {
        try await base.deleteMerges(finishedBefore: moment)
    }
    func register(_ guest: NewGuest) async throws(StoreError) -> GuestRegistration { try await base.register(guest) }
    func guest(_ secret: SecretDigest) async throws(StoreError) -> GuestRecord? { try await base.guest(secret) }
    func addSession(_ session: NewSession, forGuest secret: SecretDigest) async throws(StoreError) -> SessionRecord? {
        try await base.addSession(session, forGuest: secret)
    }
    func guests(after player: PlayerNumber?, limit: Int) async throws(StoreError) -> [PlayerNumber] {
        try await base.guests(after: player, limit: limit)
    }
    func guests(
        unseenSince moment: Timestamp, after last: GuestRecord?, limit: Int
    ) async throws(StoreError) -> [GuestRecord] {
        try await base.guests(unseenSince: moment, after: last, limit: limit)
    }
    func beginErasure(
        ofGuest player: PlayerNumber, unseenSince moment: Timestamp, receipt: String, at now: Timestamp
    ) async throws(StoreError) -> ErasureRecord? {
        try await base.beginErasure(ofGuest: player, unseenSince: moment, receipt: receipt, at: now)
    }
    func upgradeGuest(
        _ player: PlayerNumber, to credentials: NewCredentials
    ) async throws(StoreError) -> GuestUpgrade {
        try await base.upgradeGuest(player, to: credentials)
    }
    func unreleasedGuests(limit: Int) async throws(StoreError) -> [PlayerNumber] {
        try await base.unreleasedGuests(limit: limit)
    }
    func noteReleased(_ player: PlayerNumber, at now: Timestamp) async throws(StoreError) {
        try await base.noteReleased(player, at: now)
    }
    func register(_ player: NewPlayer) async throws(StoreError) -> Registration { try await base.register(player) }
    func player(_ number: PlayerNumber) async throws(StoreError) -> Player? { try await base.player(number) }
    func player(aliasKey: String) async throws(StoreError) -> Player? { try await base.player(aliasKey: aliasKey) }
    func players(_ numbers: [PlayerNumber]) async throws(StoreError) -> [Player] { try await base.players(numbers) }
    func credentials(aliasKey: String) async throws(StoreError) -> Credentials? {
        try await base.credentials(aliasKey: aliasKey)
    }
    func displayNames(after player: PlayerNumber?, limit: Int) async throws(StoreError) -> PackedNames {
        try await base.displayNames(after: player, limit: limit)
    }
    func recover(
        aliasKey: String, code: SecretDigest, passwordHash: String, at now: Timestamp
    ) async throws(StoreError) -> PlayerNumber? {
        try await base.recover(aliasKey: aliasKey, code: code, passwordHash: passwordHash, at: now)
    }
    func resetPassword(
        of player: PlayerNumber, passwordHash: String, code: SecretDigest, expires: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await base.resetPassword(of: player, passwordHash: passwordHash, code: code, expires: expires, at: now)
    }
    func replacePasswordHash(_ old: String, with new: String, of player: PlayerNumber) async throws(StoreError) {
        try await base.replacePasswordHash(old, with: new, of: player)
    }
    func addInvitation(
        _ code: SecretDigest, by player: PlayerNumber?, created: Timestamp, expires: Timestamp
    ) async throws(StoreError) {
        try await base.addInvitation(code, by: player, created: created, expires: expires)
    }
    func addSession(_ session: NewSession, for credentials: Credentials) async throws(StoreError) -> SessionRecord? {
        try await base.addSession(session, for: credentials)
    }
    func endSession(_ id: SessionID) async throws(StoreError) -> Bool { try await base.endSession(id) }
    func endSessions(of player: PlayerNumber) async throws(StoreError) { try await base.endSessions(of: player) }
    func endSessions(
        lastUsedBefore moment: Timestamp, createdBefore birth: Timestamp, ofAdministrators: Bool, limit: Int
    ) async throws(StoreError) -> Int {
        try await base.endSessions(
            lastUsedBefore: moment, createdBefore: birth, ofAdministrators: ofAdministrators, limit: limit)
    }
    func note(
        lastUsed: [SessionID: Timestamp], emptyQueues: [DeviceQueue: Timestamp]
    ) async throws(StoreError) {
        if isFailing.withLock({ $0 }) { throw .unavailable }
        try await base.note(lastUsed: lastUsed, emptyQueues: emptyQueues)
    }
    func firstTeam(named name: String) async throws(StoreError) -> TeamNumber { try await base.firstTeam(named: name) }
    func addApp(_ app: NewApp, _ entry: NewAuditEntry?) async throws(StoreError) -> App? {
        try await base.addApp(app, entry)
    }
    func updateApp(_ app: App, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        try await base.updateApp(app, entry)
    }
    func apps() async throws(StoreError) -> [App] { try await base.apps() }
    func setting(_ name: SettingName) async throws(StoreError) -> [UInt8]? { try await base.setting(name) }
    func settle(_ name: SettingName, _ value: [UInt8]) async throws(StoreError) -> [UInt8] {
        try await base.settle(name, value)
    }
    func setAdministratorLink(_ digest: SecretDigest, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        try await base.setAdministratorLink(digest, entry)
    }
    func administration() async throws(StoreError) -> Administration { try await base.administration() }
    func profiles(_ players: [PlayerNumber]) async throws(StoreError) -> [PlayerNumber: ProfileRecord] {
        try await base.profiles(players)
    }
    func profiles(
        after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [(player: PlayerNumber, profile: Profile)] {
        try await base.profiles(after: player, limit: limit)
    }
    func updateProfile(
        of player: PlayerNumber, alias: Alias?, _ change: @escaping @Sendable (inout ProfileRecord) -> Bool
    ) async throws(StoreError) -> ProfileUpdate {
        try await base.updateProfile(of: player, alias: alias, change)
    }
    func setPhoto(_ photo: (small: Blob, normal: Blob)?, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await base.setPhoto(photo, of: player)
    }
    func isPhoto(_ digest: BlobDigest) async throws(StoreError) -> Bool { try await base.isPhoto(digest) }
    func blob(_ digest: BlobDigest) async throws(StoreError) -> [UInt8]? { try await base.blob(digest) }
    func players(
        aliasKeyPrefix: String, after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [Player] {
        try await base.players(aliasKeyPrefix: aliasKeyPrefix, after: player, limit: limit)
    }
    func player(aliasSkeleton: String) async throws(StoreError) -> PlayerNumber? {
        try await base.player(aliasSkeleton: aliasSkeleton)
    }
    func notices(of player: PlayerNumber) async throws(StoreError) -> [Notice] { try await base.notices(of: player) }
    func knowsDevice(_ name: DeviceName, aliasKey: String) async throws(StoreError) -> Bool {
        try await base.knowsDevice(name, aliasKey: aliasKey)
    }
    func credentials(of player: PlayerNumber) async throws(StoreError) -> Credentials? {
        try await base.credentials(of: player)
    }
    func changePassword(
        _ credentials: Credentials, to passwordHash: String, keeping session: SessionID, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await base.changePassword(credentials, to: passwordHash, keeping: session, at: now)
    }
    func setFirstPassword(
        _ passwordHash: String, of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await base.setFirstPassword(passwordHash, of: player, at: now)
    }
    func replaceRecoveryCodes(
        _ codes: [SecretDigest], for credentials: Credentials, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await base.replaceRecoveryCodes(codes, for: credentials, at: now)
    }
    func devices(of player: PlayerNumber) async throws(StoreError) -> [DeviceName] {
        try await base.devices(of: player)
    }
    func sessions(of player: PlayerNumber) async throws(StoreError) -> [ListedSession] {
        try await base.sessions(of: player)
    }
    func endSession(_ id: SessionID, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await base.endSession(id, of: player)
    }
    func endSessions(of player: PlayerNumber, except session: SessionID) async throws(StoreError) -> Int {
        try await base.endSessions(of: player, except: session)
    }
    func beginErasure(
        of player: PlayerNumber, receipt: String, at now: Timestamp
    ) async throws(StoreError) -> ErasureRecord? {
        try await base.beginErasure(of: player, receipt: receipt, at: now)
    }
    func unfinishedErasures() async throws(StoreError) -> [ErasureRecord] { try await base.unfinishedErasures() }
    func eraseArchivedSeats(of player: PlayerNumber, limit: Int) async throws(StoreError) -> Int {
        try await base.eraseArchivedSeats(of: player, limit: limit)
    }
    func finishErasure(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) {
        try await base.finishErasure(of: player, at: now)
    }
    func scrub() async throws(StoreError) -> Bool { try await base.scrub() }
}

extension HeldDirectory {
    func addStep(_ step: ProviderStep) async throws(StoreError) -> Bool { try await base.addStep(step) }
    func takeStep(
        _ kind: ProviderStep.Kind, _ digest: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> ProviderStep? {
        try await base.takeStep(kind, digest, at: now)
    }
    func step(
        _ kind: ProviderStep.Kind, _ digest: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> ProviderStep? {
        try await base.step(kind, digest, at: now)
    }
    func tidySteps(at now: Timestamp, limit: Int) async throws(StoreError) {
        try await base.tidySteps(at: now, limit: limit)
    }
    func link(of identity: ForeignIdentity) async throws(StoreError) -> ProviderLink? {
        try await base.link(of: identity)
    }
    func links(of player: PlayerNumber) async throws(StoreError) -> [ProviderLink] { try await base.links(of: player) }
    func register(_ player: NewLinkedPlayer) async throws(StoreError) -> LinkedRegistration {
        try await base.register(player)
    }
    func addSession(
        _ session: NewSession, forLink identity: ForeignIdentity
    ) async throws(StoreError) -> SessionRecord? {
        try await base.addSession(session, forLink: identity)
    }
    func addLink(_ link: NewProviderLink) async throws(StoreError) -> ProviderLinking { try await base.addLink(link) }
    func removeLink(
        _ id: ProviderLinkID, of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> ProviderUnlinking {
        try await base.removeLink(id, of: player, at: now)
    }
}

extension HeldDirectory {
    func addDeviceRequest(
        _ request: DeviceRequest, userCode: SecretDigest, limit: Int, at now: Timestamp
    ) async throws(StoreError) -> DeviceRequestAdding {
        try await base.addDeviceRequest(request, userCode: userCode, limit: limit, at: now)
    }
    func deviceRequest(_ device: SecretDigest, at now: Timestamp) async throws(StoreError) -> DeviceRequest? {
        try await base.deviceRequest(device, at: now)
    }
    func pendingDeviceRequest(
        userCode: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> DeviceRequest? {
        try await base.pendingDeviceRequest(userCode: userCode, at: now)
    }
    func decideDevice(userCode: SecretDigest, _ grant: Grant?, at now: Timestamp) async throws(StoreError) -> Bool {
        try await base.decideDevice(userCode: userCode, grant, at: now)
    }
    func removeDeniedDevice(_ device: SecretDigest, at now: Timestamp) async throws(StoreError) -> Bool {
        try await base.removeDeniedDevice(device, at: now)
    }
    func useGrant<Refusal: Error>(
        ofDevice device: SecretDigest, at now: Timestamp,
        _ judge: @escaping @Sendable (Grant, Credentials?) -> Result<NewSession, Refusal>
    ) async throws(StoreError) -> GrantUse<Refusal> {
        try await base.useGrant(ofDevice: device, at: now, judge)
    }
    func addWebGameGrant(
        _ grant: WebGameGrant, code: SecretDigest, limit: Int, limitPerPlayer: Int, at now: Timestamp
    ) async throws(StoreError) -> WebGameGrantAdding {
        try await base.addWebGameGrant(grant, code: code, limit: limit, limitPerPlayer: limitPerPlayer, at: now)
    }
    func useGrant<Refusal: Error>(
        ofCode code: SecretDigest, at now: Timestamp, remembering memory: SpentCodeMemory,
        _ judge: @escaping @Sendable (WebGameGrant, Credentials?) -> Result<NewSession, Refusal>
    ) async throws(StoreError) -> GrantUse<Refusal> {
        try await base.useGrant(ofCode: code, at: now, remembering: memory, judge)
    }
    func tidyGrants(at now: Timestamp, limit: Int) async throws(StoreError) {
        try await base.tidyGrants(at: now, limit: limit)
    }
}

extension HeldDirectory {
    func noteGuesses(_ counts: [GuessCount], forgetting digests: [SecretDigest]) async throws(StoreError) {
        if isFailing.withLock({ $0 }) { throw .unavailable }
        guessWrites.withLock { $0 += 1 }
        await guessGate.pass()
        try await base.noteGuesses(counts, forgetting: digests)
    }
    func guesses(at now: Timestamp, limit: Int) async throws(StoreError) -> [GuessCount] {
        try await base.guesses(at: now, limit: limit)
    }
    func tidyGuesses(at now: Timestamp, limit: Int) async throws(StoreError) {
        try await base.tidyGuesses(at: now, limit: limit)
    }
}
