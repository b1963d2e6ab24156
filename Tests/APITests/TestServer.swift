import LaurelAPI
import LaurelComposition
import LaurelCryptography
import Glibc
import LaurelHTTPServer
import LaurelImages
import LaurelDomain
import LaurelMatches
import LaurelReplays
import LaurelProcess
import LaurelScores
import LaurelSimulators
import LaurelWire
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import Synchronization

/// A whole server in this process, over SQLite in a temporary folder and real sockets.
///
/// ```swift
/// try await TestServer.run { server in
///     let answer = try await server.client.send("GET", "/healthz")
///     #expect(answer.status == 200)
/// }
/// ```
///
/// It starts with two games, `com.ali.MonkeyJump` (released, with `HighScores` as its default leaderboard) and
/// `com.example.Other` (sandbox only), an administrator, and two players; see ``World``.
final class TestServer: Sendable {
    let client: TestClient
    /// Over the socket in the data folder: the operator's way.
    let localClient: TestClient
    /// What the interface had to say to the log.
    let faults = Faults()
    let authentications = Authentications()
    let api: APIHandler
    let server: Server
    let store: SQLiteStore
    let parts: ComposedServer
    var keeper: ScoreKeeper { parts.keeper }
    var accounts: Accounts { parts.accounts }
    var teams: Teams { parts.teams }
    var outbox: Outbox { parts.outbox }
    var inboxes: Inboxes { parts.inboxes }
    var friends: Friends { parts.friends }
    let clock: ManualClock
    let socketPath: String
    /// Of the team's first game.
    var app: App { accounts.catalogue.apps()[0] }
    var identityKeys: IdentityKeys { parts.identityKeys }
    var certificatePath: String { "/identity/\(identityKeys.currentID?.text ?? "none").cer" }
    private let folder: String

    /// What a test wants otherwise.
    struct Options {
        /// Files to serve beside the routes.
        var pages: [String: [UInt8]] = [:]
        var publicURL = "http://127.0.0.1"
        var limits = APILimits()
        var signUp = SignUpPolicy.open
        var allowsGuests = true
        var sendsMail = true
        var providers = IdentityProviders.none
        var developers = DeveloperSignUpPolicy.open
        var passwords = PasswordHashing.quick
        /// Whether ranks are made right before the test begins.
        var starts = true
        /// Nil: the clock that can be set.
        var steady: Clock?
        /// Asked at each request.
        var requiredTwoFactor: @Sendable () -> RequiredTwoFactor = { .nobody }
        /// Nil: as much as anybody likes.
        var budgets: BudgetPlan?
        var savedGames = SavedGameLimits()
        var metricsAudience = Audience.thisMachine
        var documentAudience = Audience.everyone
        /// wasmtime's library; nil: none.
        var wasmtime: String? = ClangWasm.wasmtime
        var simulators = SimulatorLimits()
        /// What plays the games that come with the server.
        var builtIn: @Sendable (SimulatorHelpers) -> [SimulatorName: any Simulator] = { _ in BuiltInSimulators.all() }
        /// Of games whose matches the server judges.
        var turnRules: [BundleID: any TurnRules] = [:]
        /// Requests that wait to be played again.
        var replaysWaiting = ReplayLimits.waiting
        var storeLevel = StoreLevel.current
    }

    static func run(
        pages: [String: [UInt8]] = [:], publicURL: String = "http://127.0.0.1", limits: APILimits = APILimits(),
        _ body: (TestServer) async throws -> Void
    ) async throws {
        try await run(Options(pages: pages, publicURL: publicURL, limits: limits), body)
    }

    static func run(_ options: Options, _ body: (TestServer) async throws -> Void) async throws {
        let server = try await TestServer(options)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private init(_ options: Options) async throws {
        var template = Array("/tmp/laurel-api-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestClient.Failure(call: "mkdtemp", code: errno) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        clock = ManualClock()
        store = try SQLiteStore(dataFolder: folder)
        let directory = SQLiteDirectory(store)
        let catalogue = try await Catalogue(from: directory)
        let simulators = SimulatorHelpers(
            executable: TestPicture.simulatorHost, library: options.wasmtime,
            limits: options.simulators)
        parts = try await ComposedServer(
            Self.ports(options, store, directory, clock, simulators), catalogue, Self.policies(options),
            replays: Self.replays(options, simulators, catalogue, store))
        if options.starts { try await parts.start() }
        let services = parts.services(deliveries: Deliveries(directory, parts.accounts)) { [parts] in
            SystemFacts(parts.keeper, parts.accounts)
        }
        guard let url = PublicURL(options.publicURL) else {
            throw TestClient.Failure(call: options.publicURL, code: 0)
        }
        let pages = options.pages
        var configuration = APIConfiguration(
            publicURL: url, pages: pages.isEmpty ? nil : Pages(pages))
        configuration.limits = options.limits
        configuration.metricsAudience = options.metricsAudience
        configuration.documentAudience = options.documentAudience
        configuration.budgets = options.budgets.map { [clock] in ($0, clock.port) }
        configuration.report = { [faults] id, kind, cause in faults.add(id, kind, cause) }
        configuration.authentication = { [authentications] in authentications.add($0) }
        configuration.requiredTwoFactor = options.requiredTwoFactor
        configuration.storeLevel = { [level = options.storeLevel] in level }
        api = APIHandler(services, configuration: configuration)
        socketPath = folder + "/laurel.sock"
        var listening = Configuration(
            endpoints: [.tcp(address: "127.0.0.1", port: 0), .unix(path: socketPath)])
        listening.limits.bodyBytes = options.limits.bodyBytes
        listening.loops = 1
        listening.standingHeaders = SecurityHeaders.standing(for: url)
        server = Server(listening, handler: api)
        let endpoints = try server.start()
        guard case .tcp(_, let port)? = endpoints.first else { throw TestClient.Failure(call: "listen", code: 0) }
        client = TestClient(.port(port))
        localClient = TestClient(.socket(socketPath))
        let running = server
        api.attach { running.metrics }
    }

    static let secret = [UInt8](repeating: 7, count: 32)

    /// What a test can't have as it ships, or can have quicker.
    private static func ports(
        _ options: Options, _ store: SQLiteStore, _ directory: SQLiteDirectory, _ clock: ManualClock,
        _ simulators: SimulatorHelpers
    ) -> ServerPorts {
        var ports = ServerPorts(
            directory: directory, journal: store, secret: secret, clock: clock.port, passwords: options.passwords,
            decoyHash: "hash of nothing")
        ports.areFriends = { (player, other) throws(StoreError) in try store.areFriends(player, other) }
        ports.steady = options.steady
        // The real helper: the program beside the tests.
        ports.images = ImageConversion(ImageHelperPool(executable: TestPicture.helper))
        ports.codes = .qr
        ports.drawing = ShareDrawing(ImageHelperPool(executable: TestPicture.helper))
        ports.simulators = SimulatorPorts(simulators)
        ports.turnRules = options.turnRules
        ports.providers = options.providers
        ports.signing = .immediate
        return ports
    }

    private static func policies(_ options: Options) -> ServerPolicies {
        var policies = ServerPolicies()
        policies.signUp = options.signUp
        policies.allowsGuests = options.allowsGuests
        policies.sendsMail = options.sendsMail
        policies.developers = options.developers
        policies.savedGames = options.savedGames
        return policies
    }

    private static func replays(
        _ options: Options, _ simulators: SimulatorHelpers, _ catalogue: Catalogue, _ store: SQLiteStore
    ) -> ReplayPorts {
        let uploaded = UploadedSimulators(
            simulators, module: { catalogue.simulators.record($0, of: $1)?.digest },
            bytes: { (digest) throws(StoreError) in try store.blockingBlob(digest) })
        let replayer = Replayer(
            options.builtIn(simulators), uploaded: uploaded, quick: 1, waiting: options.replaysWaiting)
        return ReplayPorts(replayer, secret: secret)
    }

    private func stop() async {
        await server.drain()
        let keeper = keeper
        _ = try? await onThread { keeper.stop() }
        for name in ["laurel.db", "laurel.db-wal", "laurel.db-shm", "laurel.lock", "laurel.sock"] {
            unlink(folder + "/" + name)
        }
        rmdir(folder)
    }

    /// Everything that is stored, as text: two of these are equal when nothing has changed.
    func export() throws -> [String] {
        try store.read { connection throws(StoreError) in
            var lines: [String] = []
            let tables = try connection.prepare(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
            var names: [String] = []
            while try tables.step() { names.append(tables.text(0)) }
            for name in names {
                let columns = try connection.prepare("PRAGMA table_info(\"\(name)\")")
                var parts: [String] = []
                while try columns.step() { parts.append("quote(\"\(columns.text(1))\")") }
                let rows = try connection.prepare(
                    "SELECT \(parts.joined(separator: " || ',' || ")) FROM \"\(name)\" ORDER BY 1")
                while try rows.step() { lines.append(name + ": " + rows.text(0)) }
            }
            return lines
        }
    }
}

/// Collects what only the log may know.
final class Faults: Sendable {
    struct Fault: Hashable { let requestID: String, kind: String, cause: String }
    private let all = Mutex<[Fault]>([])

    func add(_ requestID: String, _ kind: String, _ cause: String) {
        all.withLock { $0.append(Fault(requestID: requestID, kind: kind, cause: cause)) }
    }
    var list: [Fault] { all.withLock { $0 } }
}

/// Collects what the log hears about ways in.
final class Authentications: Sendable {
    private let all = Mutex<[AuthenticationEvent]>([])

    func add(_ event: AuthenticationEvent) { all.withLock { $0.append(event) } }
    func clear() { all.withLock { $0 = [] } }
    var list: [AuthenticationEvent] { all.withLock { $0 } }
}

/// What the operator requires, for a test that changes its mind.
final class RequiredPolicy: Sendable {
    private let state = Mutex(RequiredTwoFactor.nobody)
    var value: RequiredTwoFactor {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Time that stands still until somebody moves it.
final class ManualClock: Sendable {
    /// 2026-11-21T12:00:00Z.
    private let milliseconds = Atomic<Int64>(1_795_262_400_000)

    var port: Clock { Clock { Timestamp(clamping: self.milliseconds.load(ordering: .relaxed)) } }
    func advance(by span: Timestamp.Span) { milliseconds.add(span.milliseconds, ordering: .relaxed) }
}

extension PasswordHashing {
    /// Not slow, so that tests are not.
    static var quick: PasswordHashing {
        PasswordHashing(
            hash: { "hash of " + $0 }, verify: { password, hash in hash == "hash of " + password ? .right : .wrong })
    }
}

extension IdentitySigning {
    /// In the caller's own thread, with one key for all tests: making one takes too long.
    static let immediate = IdentitySigning(
        make: { _, _ in
            guard let key = testKey else { return nil }
            return Pair(certificate: key.certificate, privateKey: key.privateKey)
        },
        read: { privateKey in
            RSASigner(privateKey: privateKey).map { signer in { @Sendable in signer.sign($0) } }
        })

    private static let testKey = SigningKey.make(
        name: "Laurel", serial: 7, notBefore: 1_700_000_000, notAfter: 2_000_000_000)
}

/// Who is there when a test begins, and what they hold.
struct World: Sendable {
    let server: TestServer
    /// First-party sessions.
    var administrator = ""
    var player = ""
    /// Bound to MonkeyJump in Production, of the same player.
    var game = ""
    /// Bound to the other game in the sandbox, of another player.
    var stranger = ""
    /// Bound to MonkeyJump in Production, of a player without a password.
    var guest = ""
    var playerID = ""
    var gamePlayerID = ""
    var recoveryCode = ""
    /// A device that waits for its player.
    var deviceCode = ""
    var userCode = ""
    // Moderation
    var chiefID = ""
    /// Of a report that waits in the queue of MonkeyJump.
    var reviewID = 1
    /// The row of the first score that is submitted in Production.
    var firstScore = 0
    // Made by ``prepareChallenges()``.
    var friend = ""
    var friendID = ""
    /// Pending, to the player.
    var challengeID = ""
    /// Of one that the friend made.
    var groupChallengeID = "GC:_00112233445566778899aabbccddeeff"
    /// Pending, from the player, with a replay.
    var replayedChallengeID = ""
    /// Made by ``prepareMatches()``: the match that each call is about.
    var matchIDs: [Endpoint: String] = [:]
    var developers = DeveloperWorld()
    // Friends: the first-party ids of the other two, and a link of the player's.
    var strangerID = ""
    var administratorID = ""
    var invitationID = ""
    var invitationCode = ""
    // Made by ``prepareShares()``: the player's own.
    var shareID = ""
    var challengeLinkCode = ""
    /// A page of a score whose run can be watched.
    var replayShareID = ""

    static let password = "correct horse battery"
    static let guestSecret = "Zm9yIHRlc3RzIGFsb25lLCBub2JvZHkgaGFzIGl0IQx"

    /// - Parameters:
    ///   - tells: whether the player's inbox has something.
    ///   - meets: whether the players know one another.
    init(_ server: TestServer, tells: Bool = true, meets: Bool = true) async throws {
        self.server = server
        let link = try #require(try await PrepareAdministration(server.accounts)())
        let chief = try await post(
            "/v1/connect/administrators",
            "{\"token\":\"\(link)\",\"alias\":\"chief\",\"password\":\"\(Self.password)\"}", 201)
        administrator = try chief.string("token")
        chiefID = try chief["player"].unwrapped().string("id")
        try await makeGames()
        let jim = try await post("/v1/players", "{\"alias\":\"jungle-jim\",\"password\":\"\(Self.password)\"}", 201)
        player = try jim.string("token")
        playerID = try jim["player"].unwrapped().string("id")
        if case .string(let code)? = jim["recoveryCodes"]?[0] { recoveryCode = code }
        let played = try await post(
            "/v1/sessions",
            "{\"alias\":\"jungle-jim\",\"password\":\"\(Self.password)\",\"bundleID\":\"com.ali.MonkeyJump\"}", 201)
        game = try played.string("token")
        gamePlayerID = try played["player"].unwrapped().string("id")
        let other = try await post(
            "/v1/players",
            """
            {"alias":"somebody","password":"\(Self.password)","bundleID":"com.example.Other","environment":"sandbox"}
            """, 201)
        stranger = try other.string("token")
        let waiting = try await RequestDevice(server.accounts)(Arrival(address: .local), title: "Living room")
        deviceCode = waiting.deviceCode
        userCode = waiting.userCode
        try await fileReport()
        developers = try await DeveloperWorld(self)
        if tells { try await tellOfChallenge() }
        if meets { try await meet() }
        let unnamed = try await post(
            "/v1/guests",
            #"{"secret":"\#(Self.guestSecret)","bundleID":"com.ali.MonkeyJump"}"#, 201)
        guest = try unnamed.string("token")
        firstScore = Int(server.keeper.version(of: server.app, .production).rawValue) + 1
    }

    /// The stranger's game has another queue, so the chief himself reports from this one.
    private func fileReport() async throws {
        let signedIn = try await post(
            "/v1/sessions",
            "{\"alias\":\"chief\",\"password\":\"\(Self.password)\",\"bundleID\":\"com.ali.MonkeyJump\"}", 201)
        let answer = try await send(
            "POST", "/v1/reports", try signedIn.string("token"),
            "{\"player\":\"\(gamePlayerID)\",\"thing\":\"name\",\"reason\":\"spam\"}")
        try #require(answer.status == 204, "\(answer.text)")
    }

    /// The stranger asks the player and the administrator to be friends; player and administrator are.
    private mutating func meet() async throws {
        func number(_ alias: String) async throws -> PlayerNumber {
            try #require(try await LoadPlayers(server.accounts)(alias: try Alias(alias))).number
        }
        let (chief, jim, somebody) = (
            try await number("chief"), try await number("jungle-jim"), try await number("somebody")
        )
        administratorID = server.accounts.ids.id(of: chief, in: .player)
        strangerID = server.accounts.ids.id(of: somebody, in: .player)
        let friends = server.friends
        for (one, other) in [(somebody, jim), (somebody, chief), (jim, chief), (chief, jim)] {
            let alias = try #require(try await LoadPlayers(server.accounts)([other]).first).alias
            _ = try await RequestFriend(friends)(.alias(alias), message: "Hello", by: one)
        }
        let made = try await InviteFriends(friends)(uses: 3, days: 1, by: jim)
        invitationCode = made.code
        invitationID = String(made.invitation.id.rawValue)
    }

    private func makeGames() async throws {
        for (id, name) in [("com.ali.MonkeyJump", "MonkeyJump"), ("com.example.Other", "Other")] {
            _ = try await post("/v1/connect/apps", "{\"bundleID\":\"\(id)\",\"name\":\"\(name)\"}", 201)
            _ = try await post(
                "/v1/connect/apps/\(id)/leaderboards",
                """
                {"id":"HighScores","isDefault":true,"range":{"lowest":-1000000,"highest":1000000},
                "localizations":[{"language":"en","name":"High Scores","suffixSingular":" m","suffixPlural":" m"},
                {"language":"zh-Hans","name":"高分"}]}
                """, 201)
        }
        _ = try await patch("/v1/connect/apps/com.ali.MonkeyJump", "{\"isGameCenterEnabled\":true,\"isReleased\":true}")
        _ = try await patch("/v1/connect/apps/com.example.Other", "{\"isGameCenterEnabled\":true}")
        let origins = try await send(
            "PUT", "/v1/connect/apps/com.ali.MonkeyJump/web-origins", administrator,
            "{\"webOrigins\":[\"https://jump.example\"]}")
        try #require(origins.status == 200)
    }

    private func post(_ target: String, _ body: String, _ status: Int) async throws -> JSONValue {
        let answer = try await send("POST", target, administrator, body)
        try #require(answer.status == status, "\(target): \(answer.text)")
        return try #require(answer.json)
    }

    private func patch(_ target: String, _ body: String) async throws -> JSONValue {
        let answer = try await send("PATCH", target, administrator, body)
        try #require(answer.status == 200, "\(target): \(answer.text)")
        return try #require(answer.json)
    }

    /// - Parameter token: empty: nobody.
    func send(
        _ method: String, _ target: String, _ token: String = "", _ body: String? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Answer {
        var all = headers
        if !token.isEmpty { all.append(("Authorization", "Bearer " + token)) }
        if body != nil, !headers.contains(where: { $0.0 == "Content-Type" }) {
            all.append(("Content-Type", "application/json"))
        }
        return try await server.client.send(method, target, all, body: body.map { Array($0.utf8) })
    }
}

import Testing

extension JSONValue {
    func string(_ key: String) throws -> String {
        guard case .string(let text)? = self[key] else {
            throw TestClient.Failure(call: "no \(key) in \(self)", code: 0)
        }
        return text
    }

    /// As a text.
    func text() throws -> String {
        guard case .string(let text) = self else { throw TestClient.Failure(call: "no text: \(self)", code: 0) }
        return text
    }

    /// As an array.
    func elements() throws -> [JSONValue] {
        guard case .array(let elements) = self else { throw TestClient.Failure(call: "no array: \(self)", code: 0) }
        return elements
    }
}

extension Optional where Wrapped == JSONValue {
    func unwrapped() throws -> JSONValue { try #require(self) }
}
