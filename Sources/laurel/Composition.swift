import API
import Cryptography
import Foundation
import Glibc
import HTTPServer
import LaurelDomain
import Service
import Storage
import StorageSQLite

/// All parts of a server, put together over one data folder.
struct Composition: Sendable {
    let folder: String
    let store: SQLiteStore
    let accounts: Accounts
    let apps: Apps
    let keeper: ScoreKeeper
    let services: Services
    private let passwords: PasswordPool

    /// Opens the store, which takes the folder's lock; nothing runs yet.
    init(
        folder: String, signUpPolicy: SignUpPolicy = .open, log: @escaping @Sendable (ScoreEvent) -> Void = { _ in }
    ) async throws {
        try DataFolder.make(folder)
        self.folder = folder
        do { store = try SQLiteStore(directory: folder) } catch { throw Failure(error.description, status: 1) }
        let directory = SQLiteDirectory(store)
        let secret = try await directory.settle(.secret, SecureRandom.bytes(32))
        // One thread less than processors: hashing must leave room for everything else.
        let pool = PasswordPool(threadCount: max(1, ProcessInfo.processInfo.activeProcessorCount - 1))
        passwords = pool
        let catalogue = Catalogue(apps: try await directory.apps())
        let clock = Clock.system
        accounts = Accounts(
            directory: directory, catalogue: catalogue, names: PlayerNames(),
            ids: PlayerIDs { purpose in
                let cipher = AESNumberCipher(secret: secret, purpose: purpose)
                return NumberCipher(encrypt: { cipher.encrypt($0) }, decrypt: { cipher.decrypt($0) })
            }, clock: clock, random: Random { SecureRandom.bytes($0) }, digest: TokenDigest { Digest.blake2b($0) },
            passwords: PasswordHashing(pool), signUpPolicy: signUpPolicy)
        keeper = ScoreKeeper(
            journal: store, catalogue: catalogue, contacts: accounts.contacts, clock: clock,
            steady: .steady, snapshots: SnapshotFolder(path: folder + "/cache"), log: log)
        apps = Apps(
            directory: directory, catalogue: catalogue, team: try await directory.firstTeam(named: "Team"),
            leaderboards: LeaderboardChanging(keeper))
        // What a sign-in with an unknown alias is judged by, so that it costs what any other costs.
        guard let decoy = await pool.hash(Digest.blake2b(secret).map { String($0) }.joined()) else {
            throw Failure("no memory for hashing passwords", status: 1)
        }
        let (keeper, accounts) = (keeper, accounts)
        services = Services(
            accounts: accounts, apps: apps, signIn: SignIn(accounts, decoyHash: decoy), keeper: keeper,
            facts: { SystemFacts(keeper, accounts) })
    }

    /// Loads names and ranks; `services.isReady` from then on.
    func start(acceptsClock: Bool = false) async throws {
        do {
            // Ranks are built on a thread of their own meanwhile.
            try keeper.start(acceptsClock: acceptsClock, waitsForOthers: true)
            try await LoadNames(accounts)()
            keeper.othersAreReady()
        } catch let error as Service.StartError {
            throw Failure(error.description, status: 1)
        }
        await keeper.ready()
    }

    /// Writes what waits and lets go of the folder.
    func stop() async {
        do { try await TidySessions(accounts)() } catch {
            Terminal.complain("the last use of sessions was not saved: \(error)")
        }
        // It blocks until the last commit is done, so not on a thread that others need.
        await withCheckedContinuation { continuation in
            BlockingThread.start { [keeper, passwords, store] in
                keeper.stop()
                passwords.stop()
                store.close()
                continuation.resume()
            }
        }
    }

    /// The way of a command where no server runs: the same interface, in this process.
    static func administration(of folder: String) async throws -> Administration {
        let composition = try await Composition(folder: folder)
        try await composition.start()
        guard let url = PublicURL("http://localhost") else { throw Failure("no URL", status: 1) }
        let api = APIHandler(composition.services, configuration: APIConfiguration(publicURL: url))
        return Administration(
            exchange: { method, target, body in
                let method = Method.allCases.first { $0.text == method }
                let type = body == nil ? [] : [("Content-Type", "application/json")]
                guard let method, let request = Request(method, target, headers: type, body: body.map(Array.init) ?? [])
                else { throw Failure("that cannot be asked: \(target)", status: 1) }
                let response = await api.response(to: request)
                guard case .bytes(let bytes) = response.body else { return (Int(response.status.code), Data()) }
                return (Int(response.status.code), Data(bytes))
            }, close: { await composition.stop() })
    }
}

extension APIHandler {
    /// Waits for whatever way the answer comes.
    func response(to request: Request) async -> Response {
        switch handle(request) {
        case .now(let response): return response
        case .later(let work): return await work()
        case .deferred: return Response(.internalServerError)
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

extension SystemFacts {
    fileprivate init(_ keeper: ScoreKeeper, _ accounts: Accounts) {
        self.init()
        for (stream, sequence) in keeper.sequences {
            journalSequences["\(stream.team.rawValue)/\(stream.environment.name)"] = sequence.rawValue
        }
        leaderboardsLoaded = keeper.loadedCount
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
