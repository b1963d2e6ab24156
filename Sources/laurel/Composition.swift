import LaurelAPI
import LaurelCryptography
import Foundation
import Glibc
import LaurelHTTPServer
import LaurelImages
import LaurelDomain
import LaurelNotifications
import LaurelReplays
import LaurelScores
import LaurelService
import LaurelSimulators
import LaurelStorage
import LaurelStorageSQLite

/// All parts of a server, put together over one data folder.
struct Composition: Sendable {
    let folder: String
    let store: SQLiteStore
    private(set) var accounts: Accounts
    private(set) var apps: Apps
    let keeper: ScoreKeeper
    private(set) var services: Services
    let friends: FriendGraph
    let challenges: Challenges
    /// Whoever writes notices signals it after the commit.
    let outbox: Outbox
    let inboxes: Inboxes
    let deliveries: OutgoingDeliveries
    private let passwords: PasswordPool
    /// Half of the processors: scores without a replay come first.
    private let replayer: Replayer

    /// Opens the store, which takes the folder's lock; nothing runs yet.
    init(
        folder: String, signUpPolicy: SignUpPolicy = .open, developers: DeveloperSignUpPolicy = .invitation,
        outgoing: OutgoingSettings = OutgoingSettings(), attempts: AttemptLimits = AttemptLimits(),
        wasmtime: String? = WasmtimePlace.find(), breachedPasswords: String? = nil, keyFile: String? = nil,
        acceptsLoss: Bool = false,
        log: @escaping @Sendable (ScoreEvent) -> Void = { _ in }
    ) async throws {
        // Before anything is made.
        let stolen = try breachedPasswords.map(BreachedPasswordPlace.open)
        try DataFolder.make(folder)
        self.folder = folder
        outbox = Outbox()
        do throws(OpenError) { store = try SQLiteStore(directory: folder, acceptsLoss: acceptsLoss) } catch {
            throw Failure(error.description, status: 1)
        }
        if let restore = store.interruptedRestore { Terminal.complain("laurel: \(restore)") }
        if let loss = store.acceptedLoss { Terminal.complain("laurel: going on without what was lost: \(loss)") }
        let keyring = try await KeyFile(named: keyFile, folder: folder).keyring(for: store)
        let directory = SQLiteDirectory(store, sealing: SecretSealing(keyring))
        try await directory.sealSecrets()
        let secret = try await directory.settle(.secret, SecureRandom.bytes(32))
        // One thread less than processors: hashing must leave room for everything else.
        let pool = PasswordPool(threadCount: max(1, ProcessInfo.processInfo.activeProcessorCount - 1))
        passwords = pool
        let catalogue = Catalogue(apps: try await directory.apps())
        try await catalogue.webOrigins.load(from: directory)
        try await catalogue.images.load(from: directory)
        try await catalogue.loadDisplayOrders(from: directory)
        try await catalogue.simulators.load(from: directory)
        let simulators = SimulatorHelpers(executable: Self.ownExecutable, library: wasmtime)
        let cores = BuiltInSimulators.all(
            monkeyJump: try KeptCores(of: "monkeyjump", simulators),
            whackACac: try KeptCores(of: "whackacac", simulators))
        replayer = Replayer(cores, simulators, catalogue, store)
        let clock = Clock.system
        accounts = Accounts(
            directory: directory, catalogue: catalogue, names: PlayerNames(),
            ids: PlayerIDs { purpose in
                let cipher = AESNumberCipher(secret: secret, purpose: purpose)
                return NumberCipher(encrypt: { cipher.encrypt($0) }, decrypt: { cipher.decrypt($0) })
            }, clock: clock, random: Random { SecureRandom.bytes($0) }, digest: TokenDigest { Digest.blake2b($0) },
            passwords: PasswordHashing(pool), signUpPolicy: signUpPolicy, limits: attempts)
        accounts.steady = .steady
        accounts.breachedPasswords = stolen.map { BreachedPasswords($0, pool) }
        accounts.outbox = outbox
        accounts.images = ImageConversion(ImageHelperPool(executable: Self.ownExecutable))
        var ports = ChallengePorts(
            ids: ChallengeIDs(secret: secret), outbox: outbox,
            areFriends: { [store] (player, other) throws(StoreError) in try store.areFriends(player, other) })
        ports.mayMessage = { [profiles = accounts.profiles] in profiles.mayMessage($0, $1, at: $2) }
        keeper = ScoreKeeper(
            journal: store, catalogue: catalogue, contacts: accounts.contacts, clock: clock,
            steady: .steady, snapshots: SnapshotFolder(dataFolder: folder), challenges: ports,
            replays: ReplayPorts(replayer, secret: secret), log: log)
        friends = FriendGraph(directory: directory)
        accounts.friendship = Friendship(friends)
        var challenges = Challenges(keeper, directory: directory) { Digest.sha256($0) }
        challenges.sending = accounts.sending
        self.challenges = challenges
        let ending = EndChallenges(challenges)
        friends.onEnd { player, other in ending.friendshipEnded(player, other) }
        apps = Apps(
            directory: directory, catalogue: catalogue, team: try await directory.firstTeam(named: "Team"),
            leaderboards: LeaderboardChanging(keeper), clock: clock)
        apps.simulators = SimulatorPorts(simulators)
        apps.wipeSections = [.achievements(keeper)]
        apps.wipeSections.append(.savedGames(directory))
        apps.wipeSections.append(.shares(directory))
        // After the first team was made.
        let teams = try await Teams(accounts, directory: directory, policy: developers)
        let twoFactor = TwoFactor(
            directory: directory, hashing: CodeHashing { MessageAuthentication.hmacSHA1($0, key: $1) },
            roster: teams.roster)
        inboxes = Inboxes(
            directory: directory, catalogue: catalogue, clock: clock, zones: .system, outbox: outbox)
        deliveries = try await OutgoingDeliveries(directory, accounts, inboxes, outbox, outgoing)
        // What a sign-in with an unknown alias is judged by, so that it costs what any other costs.
        guard let decoy = await pool.hash(Digest.blake2b(secret).map { String($0) }.joined()) else {
            throw Failure("not enough memory to hash passwords", status: 1)
        }
        let (keeper, accounts, deliveries) = (keeper, accounts, deliveries)
        let relations = Friends(directory: directory, graph: friends, accounts: accounts, outbox: outbox)
        services = Services(
            accounts: accounts, apps: apps, signIn: SignIn(accounts, decoyHash: decoy, twoFactor: twoFactor),
            keeper: keeper,
            moderation: Moderation(
                directory: directory, keeper: keeper, accounts: accounts,
                evidence: ReportEvidence(challenges, relations)),
            challenges: challenges,
            teams: teams, twoFactor: twoFactor,
            inboxes: inboxes, deliveries: deliveries.useCases,
            savedGames: SavedGameStore(
                directory: directory, clock: clock, digest: ContentDigest { Digest.sha256($0) }),
            identityKeys: IdentityKeys(
                directory: directory, signing: .openSSL, clock: clock, digest: ContentDigest { Digest.sha256($0) },
                random: accounts.random),
            friends: relations,
            facts: { SystemFacts(keeper, accounts, deliveries) })
        services.isDiskFull = { [store] in store.isFull }
        // Separate helpers, so visitors of shared pages don't delay image uploads.
        services.drawing = ShareDrawing(ImageHelperPool(executable: Self.ownExecutable))
    }

    /// Loads names and ranks; `services.isReady` from then on.
    func start(acceptsClock: Bool = false, acceptsLoss: Bool = false) async throws {
        do {
            // Ranks are built on a thread of their own meanwhile.
            try keeper.start(acceptsClock: acceptsClock, acceptsLoss: acceptsLoss, waitsForOthers: true)
            try await LoadNames(accounts)()
            try await LoadSets(apps)()
            try await ChangeWords(services.moderation).load()
            try await PrepareIdentity(services.identityKeys)()
            keeper.othersAreReady()
        } catch let error as LaurelScores.StartError {
            throw Failure(error.description, status: 1)
        }
        await keeper.ready()
        guard keeper.isReady else {
            if let damage = await keeper.ended() { throw damaged("\(damage)") }
            return
        }
        await finishErasures()
        try await EndChallenges(challenges).reconcile()
    }

    /// What to tell whoever runs a server whose store turned out to be damaged.
    func damaged(_ reason: String) -> Failure {
        Failure(
            "\(store.path) is damaged (\(reason)), so the server has stopped. Restore a backup: "
                + "laurel restore --replace --from FILE --data \(folder)", status: 1)
    }

    /// Goes on with what the end of the last process, or a reader in the way, left unfinished.
    func finishErasures() async {
        do throws(EraseError) { try await FinishErasures(accounts, challenges, services.teams)() } catch {
            Terminal.complain("an erasure isn't finished yet; retrying within a minute: \(error)")
        }
    }

    /// This very program, whatever became of the file that it was started from.
    static let ownExecutable = "/proc/self/exe"

    /// Writes what waits and lets go of the folder.
    func stop() async {
        do { try await TidySessions(accounts)() } catch {
            Terminal.complain("couldn't save when sessions were last used: \(error)")
        }
        // It blocks until the last commit is done, so not on a thread that others need.
        await withCheckedContinuation { continuation in
            BlockingThread.start { [keeper, passwords, store, deliveries, replayer] in
                replayer.stop()
                keeper.stop()
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
        let composition = try await Composition(folder: folder)
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
            // While the folder is still ours: whoever takes it next makes a socket of the same name.
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

extension ReplayPorts {
    /// Tickets that players hold depend on the purpose.
    init(_ replayer: Replayer, secret: [UInt8]) {
        let key = Digest.derivedKey(secret: secret, purpose: "laurel tickets 1", count: 32)
        self.init(
            tickets: Tickets { HMAC256.code(of: $0, key: key) }, knows: { replayer.knows($0, of: $1) },
            play: { jobs, player, completion in replayer.play(jobs, by: player, completion: completion) })
    }
}

extension Replayer {
    /// On half of the processors: scores without a replay come first.
    fileprivate convenience init(
        _ builtIn: [SimulatorName: any Simulator], _ helpers: SimulatorHelpers, _ catalogue: Catalogue,
        _ store: SQLiteStore
    ) {
        self.init(
            builtIn,
            uploaded: UploadedSimulators(
                helpers, module: { catalogue.simulators.record($0, of: $1)?.digest },
                bytes: { (digest) throws(StoreError) in try store.blockingBlob(digest) }),
            places: max(1, ProcessInfo.processInfo.activeProcessorCount / 2))
    }
}

extension SimulatorPorts {
    init(_ helpers: SimulatorHelpers) {
        self.init(
            isBuiltIn: { BuiltInSimulators.names.contains($0) },
            compile: { bytes in
                switch await helpers.compile(bytes) {
                case .fine: .success(())
                case .invalid(let sentence): .failure(.invalid(sentence))
                case .busy: .failure(.busy)
                case .broken(let reason): .failure(.broken(reason: reason))
                }
            })
    }
}

extension PasswordHashing {
    init(_ pool: PasswordPool) {
        self.init(
            hash: { await pool.hash($0) },
            verify: { password, hash in
                switch await pool.verify(password, hash) {
                case .right: .right
                case .rightButOutdated: .rightButOutdated
                case .wrong: .wrong
                case nil: .busy
                }
            })
    }
}

extension ChallengeIDs {
    /// Stored ids depend on the purpose: it is never changed.
    init(secret: [UInt8]) {
        let cipher = AESNumberCipher(secret: secret, purpose: "challenge")
        self.init(cipher: NumberCipher(encrypt: { cipher.encrypt($0) }, decrypt: { cipher.decrypt($0) }))
    }
}

extension SystemFacts {
    fileprivate init(_ keeper: ScoreKeeper, _ accounts: Accounts, _ outgoing: OutgoingDeliveries) {
        self.init()
        deliveries = outgoing.counts
        for (stream, sequence) in keeper.sequences {
            journalSequences["\(stream.team.rawValue)/\(stream.environment.name)"] = sequence.rawValue
        }
        leaderboardsLoaded = keeper.loadedCount
        leaderboardsKnown = keeper.knownCount
        sessionsInMemory = accounts.sessions.count
        memoryBytes = Self.residentBytes() ?? 0
    }

    /// Source: proc_pid_statm(5), the second field, in pages.
    private static func residentBytes() -> Int? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
    }
}

extension ShareDrawing {
    init(_ pool: ImageHelperPool) {
        self.init { card in
            switch await pool.card(card) {
            case .pictures(let pictures):
                pictures.first.map { .success($0) } ?? .failure(.broken(reason: "the helper made no image"))
            case .undecodable: .failure(.undecodable)
            case .busy: .failure(.busy)
            case .broken(let reason): .failure(.broken(reason: reason))
            }
        }
    }
}

extension ImageConversion {
    init(_ pool: ImageHelperPool) {
        self.init(
            squares: { bytes, sides, share in Self.result(await pool.squares(bytes, sides, for: share)) },
            whole: { bytes, side, share in
                Self.result(await pool.whole(bytes, side, for: share)).flatMap { pictures in
                    pictures.first.map { .success($0) } ?? .failure(.broken(reason: "the helper made no image"))
                }
            })
    }

    private static func result(_ outcome: ImageHelperPool.Outcome) -> Result<[[UInt8]], ImageFailure> {
        switch outcome {
        case .pictures(let pictures): .success(pictures)
        case .undecodable: .failure(.undecodable)
        case .busy: .failure(.busy)
        case .broken(let reason): .failure(.broken(reason: reason))
        }
    }
}
