import LaurelAPI
import LaurelComposition
import LaurelCryptography
import Foundation
import Glibc
import LaurelHTTPServer
import LaurelImages
import LaurelDomain
import LaurelNotifications
import LaurelProviders
import LaurelReplays
import LaurelScores
import LaurelService
import LaurelSimulators
import LaurelStorage
import LaurelStorageSQL

/// All parts of a server, put together over one data folder and its store.
struct Composition: Sendable {
    let folder: String
    let store: OpenedStore
    private let server: ComposedServer
    var accounts: Accounts { server.accounts }
    var apps: Apps { server.apps }
    var teams: Teams { server.teams }
    var keeper: ScoreKeeper { server.keeper }
    var challenges: Challenges { server.challenges }
    var groupChallenges: GroupChallenges { server.groupChallenges }
    var inboxes: Inboxes { server.inboxes }
    let services: Services
    let deliveries: OutgoingDeliveries
    /// Nil: the server makes none by itself.
    let backups: ScheduledBackups?
    private let passwords: PasswordPool
    /// What asks providers; nil: there are none.
    private let providerHTTP: OutgoingHTTP?
    /// Half of the processors: scores without a replay come first.
    private let replayer: Replayer
    private let trouble: @Sendable (_ event: String, _ detail: String) -> Void

    /// Opens the store, which takes the folder's lock, and the store from any other server; nothing runs yet.
    init(_ settings: ServerSettings, _ log: RequestLog?) async throws {
        // Before anything is made.
        let options = try Options(settings, log)
        let store: OpenedStore =
            switch settings.store {
            case .folder: try OpenedStore(inFolder: settings.folder, acceptsLoss: settings.acceptsLoss)
            case .postgres(let address):
                try OpenedStore(
                    inPostgres: address, folder: settings.folder, acceptsUnsafe: settings.acceptsUnsafeStore)
            }
        let keyring = try await KeyFile(named: settings.keyFile, folder: settings.folder)
            .keyring(for: store.database, in: settings.store)
        // The last thing that can keep this server from running is known by now.
        try store.takeOver()
        try await self.init(folder: settings.folder, store: store, keyring: keyring, options)
    }

    /// What the operator decides.
    struct Options: Sendable {
        var signUpPolicy = SignUpPolicy.open
        var allowsGuests = true
        var developers = DeveloperSignUpPolicy.invitation
        var outgoing = OutgoingSettings()
        var providers: ProviderFile?
        var attempts = AttemptLimits()
        var wasmtime = WasmtimeOption.find()
        var stolenPasswords: BreachedPasswordFile?
        /// Nil: the server makes none.
        var backups: ScheduledBackups?
        var log: @Sendable (ScoreEvent) -> Void = { _ in }
        /// Hears what isn't done now, and why.
        var trouble: @Sendable (_ event: String, _ detail: String) -> Void = { event, detail in
            Terminal.complain("laurel: \(event): \(detail)")
        }

        init() {}

        init(_ settings: ServerSettings, _ log: RequestLog?) throws {
            signUpPolicy = settings.signUp
            allowsGuests = settings.allowsGuests
            developers = settings.developers
            outgoing = settings.outgoing
            outgoing.log = { event, detail in log?.add(event: event, detail) }
            providers = settings.providers
            attempts = settings.attempts
            wasmtime = settings.wasmtime
            stolenPasswords = try settings.breachedPasswords.map(BreachedPasswordOption.open)
            backups = settings.backups.map { plan in
                ScheduledBackups(plan, of: settings.folder) { log?.add(event: $0, $1) }
            }
            self.log = { log?.add(event: "scores", $0.sentence) }
            trouble = { event, detail in log?.add(event: event, detail) }
        }
    }

    /// Over a store that is this process's own.
    ///
    /// - Parameter warm: leaderboards that were followed before that.
    init(
        folder: String, store: OpenedStore, keyring: Keyring, _ options: Options, warm: WarmBoards? = nil
    ) async throws {
        self.folder = folder
        self.store = store
        trouble = options.trouble
        let directory = SQLDirectory(store.database, sealing: SecretSealing(keyring))
        try await directory.sealSecrets()
        let secret = try await directory.settle(.secret, SecureRandom.bytes(32))
        // One thread less than processors: hashing must leave room for everything else.
        let pool = PasswordPool(threadCount: max(1, ProcessInfo.processInfo.activeProcessorCount - 1))
        passwords = pool
        let catalogue = try await Catalogue(from: directory)
        let simulators = SimulatorHelpers(executable: Self.ownExecutable, library: options.wasmtime)
        let cores = BuiltInSimulators.all(
            monkeyJump: try KeptCores(of: "monkeyjump", simulators),
            whackACac: try KeptCores(of: "whackacac", simulators))
        replayer = Replayer(cores, simulators, catalogue, store)
        // What a sign-in with an unknown alias is judged by, so that it costs what any other costs.
        guard let decoy = await pool.hash(Digest.blake2b(secret).map { String($0) }.joined()) else {
            throw Failure("not enough memory to hash passwords", status: 1)
        }
        var ports = ServerPorts(
            directory: directory, journal: store.journal, secret: secret, clock: .system,
            passwords: PasswordHashing(pool),
            decoyHash: decoy)
        ports.areFriends = { [store] (player, other) throws(StoreError) in try store.areFriends(player, other) }
        ports.isDiskFull = store.isFull
        ports.snapshots = SnapshotFolder(dataFolder: folder)
        ports.warm = warm
        ports.steady = .steady
        ports.zones = .system
        ports.breachedPasswords = options.stolenPasswords.map { BreachedPasswords($0, pool) }
        ports.images = ImageConversion(ImageHelperPool(executable: Self.ownExecutable))
        // Separate helpers, so visitors of shared pages don't delay image uploads.
        ports.codes = .qr
        ports.drawing = ShareDrawing(ImageHelperPool(executable: Self.ownExecutable))
        ports.simulators = SimulatorPorts(simulators)
        ports.turnRules = BuiltInRules.all
        ports.signing = .openSSL
        let providerHTTP = options.providers.map { _ in OutgoingHTTP(AddressPolicy(allowsPrivate: true)) }
        self.providerHTTP = providerHTTP
        if let file = options.providers, let providerHTTP {
            ports.providers = IdentityProviders(
                file.providers, ProviderHTTP(providerHTTP, authorities: file.authorities), clock: .system)
        }
        var policies = ServerPolicies()
        policies.signUp = options.signUpPolicy
        policies.allowsGuests = options.allowsGuests
        policies.developers = options.developers
        policies.attempts = options.attempts
        policies.sendsMail = options.outgoing.mail != nil
        let server = try await ComposedServer(
            ports, catalogue, policies, replays: ReplayPorts(replayer, secret: secret), log: options.log)
        let outgoing = try await OutgoingDeliveries(
            directory, server.accounts, server.inboxes, server.outbox, options.outgoing)
        self.server = server
        let backups = options.backups
        self.backups = backups
        deliveries = outgoing
        services = server.services(deliveries: outgoing.useCases) { [backups] in
            var facts = SystemFacts(
                server.keeper, server.accounts, deliveries: outgoing.counts,
                memoryBytes: SystemFacts.residentBytes() ?? 0)
            facts.backups = backups?.facts
            return facts
        }
    }

    /// ``ComposedServer/start(acceptsClock:acceptsLoss:)``; `services.isReady` from then on.
    func start(acceptsClock: Bool = false, acceptsLoss: Bool = false) async throws {
        let isMade: Bool
        do {
            isMade = try await server.start(
                acceptsClock: acceptsClock, acceptsLoss: acceptsLoss, unfinished: { complain(unfinished: $0) },
                unmerged: { complain(unmerged: $0) }, unreleased: { complain(unreleased: $0) })
        } catch let error as LaurelScores.StartError {
            throw store.refusal(error, folder: folder)
        }
        if !isMade, let reason = await keeper.ended() { throw ended(reason) }
    }

    /// What to tell the operator when the writer has ended by itself.
    func ended(_ reason: StoreError) -> Failure {
        reason == .lostOwnership ? store.takenOver() : store.damaged("\(reason)")
    }

    /// ``ComposedServer/finishErasures()``, again and again.
    func finishErasures() async {
        do throws(EraseError) { try await server.finishErasures() } catch { complain(unfinished: error) }
    }

    /// ``ComposedServer/finishMerges()``, again and again.
    func finishMerges() async {
        do throws(MergeGuestError) { try await server.finishMerges() } catch { complain(unmerged: error) }
    }

    /// ``ComposedServer/releaseScores()``, again and again.
    func releaseScores() async {
        do throws(ReleaseScoresError) { try await server.releaseScores() } catch { complain(unreleased: error) }
    }

    /// ``ComposedServer/forgetGuests()``.
    func forgetGuests() async throws(EraseError) -> Int { try await server.forgetGuests() }

    private func complain(unmerged error: MergeGuestError) {
        complain("merges-not-finished", error, "a guest isn't part of their account yet")
    }

    private func complain(unreleased error: ReleaseScoresError) {
        complain("guest-scores-not-shown", error, "scores of a former guest aren't shown yet")
    }

    private func complain(unfinished error: EraseError) {
        complain("erasures-not-finished", error, "an erasure isn't finished yet")
    }

    /// - Parameter sentence: what that means. Not said of a store that can't be used: most often there is nothing to
    ///   do, and it couldn't be asked.
    private func complain(_ event: String, _ error: any StoreFailure, _ sentence: String) {
        let reason = store.reason(error)
        let detail = error.isOfStore ? "can't look for any, or go on with one: \(reason)" : "\(sentence): \(reason)"
        trouble(event, "\(detail). Trying again within a minute")
    }

    /// This very program, whatever became of the file that it was started from.
    static let ownExecutable = "/proc/self/exe"

    /// Writes what waits and lets go of the folder.
    ///
    /// - Parameters:
    ///   - canWrite: false: the store takes nothing from this server any more.
    ///   - keeps: false: no snapshot is written either.
    ///   - written: called on some thread when all that waited is written.
    func stop(canWrite: Bool = true, keeps: Bool = true, written: @escaping @Sendable () -> Void = {}) async {
        // First: it's what the next server must know.
        do { if canWrite { try await FlushGuesses(accounts)() } } catch {
            trouble("guesses-not-saved", store.reason(error))
        }
        do { if canWrite { try await TidySessions(accounts)() } } catch {
            trouble("sessions-not-saved", store.reason(error))
        }
        // It blocks until the last commit is done, so not on a thread that others need.
        await withCheckedContinuation { continuation in
            BlockingThread.start { [keeper = server.keeper, passwords, providerHTTP, store, deliveries, replayer] in
                replayer.stop()
                providerHTTP?.stop()
                keeper.stop(keeps: keeps, written: written)
                passwords.stop()
                deliveries.stop()
                store.close()
                continuation.resume()
            }
        }
    }

    /// Serves the folder's socket to one command, where no server runs.
    /// - Returns: what ends it.
    static func serveCommand(in folder: String) async throws -> @Sendable () async -> Void {
        try DataFolder.make(folder)
        let store = try OpenedStore(inFolder: folder, acceptsLoss: false)
        let keyring = try await KeyFile(folder: folder).keyring(for: store.database)
        let composition = try await Composition(folder: folder, store: store, keyring: keyring, Options())
        try await composition.start()
        guard let url = PublicURL("http://localhost") else { throw Failure("no URL", status: 1) }
        let api = APIHandler(composition.services, configuration: APIConfiguration(publicURL: url))
        let path = DataFolder.socket(in: folder)
        var configuration = Configuration(endpoints: [.unix(path: path)])
        configuration.standingHeaders = SecurityHeaders.standing(for: url)
        let server = Server(configuration, handler: api)
        _ = try server.start()
        return {
            await server.drain()
            // While the folder is still ours: the next server in it makes a socket of the same name.
            unlink(path)
            await composition.stop()
        }
    }
}

extension Clock {
    static let system = Clock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(clamping: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Since the machine was started, sleep included: nobody can set it.
    static let steady = Clock {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Timestamp(clamping: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension TimeZones {
    /// Those that Foundation knows.
    static let system = TimeZones { name, moment in
        TimeZone(identifier: name)?.secondsFromGMT(
            for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000))
    }
}

extension Replayer {
    /// On half of the processors: scores without a replay come first.
    fileprivate convenience init(
        _ builtIn: [SimulatorName: any Simulator], _ helpers: SimulatorHelpers, _ catalogue: Catalogue,
        _ store: OpenedStore
    ) {
        self.init(
            builtIn,
            uploaded: UploadedSimulators(
                helpers, module: { catalogue.simulators.record($0, of: $1)?.digest },
                bytes: { (digest) throws(StoreError) in try store.blockingBlob(digest) }),
            quick: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))
    }
}

extension SystemFacts {
    /// Source: proc_pid_statm(5), the second field, in pages.
    fileprivate static func residentBytes() -> Int? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
    }
}
