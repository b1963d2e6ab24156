import Glibc
import LaurelAPI
import LaurelComposition
import LaurelDomain
import LaurelHTTPServer
import LaurelScores
import LaurelService
import LaurelStorageSQLite

/// Whole requests through the interface, without a socket: a page of the top that everybody reads, the same page asked
/// for again by those who have it, and a page that is made for its reader.
struct Requests {
    /// More than a page shows.
    private static let players = 120
    private static let count = 2_000

    private let handler: APIHandler
    private let bearer: (String, String)
    private let path = "/v1/games/com.example.game/leaderboards/HighScores/entries"

    func run() throws {
        try count("request: top 100", path + "?count=100", [])
        guard case .now(let response) = handler.handle(try request(path + "?count=100", [])),
            let tag = response.headers["ETag"]
        else { throw Failure() }
        try count("request: an unchanged page", path + "?count=100", [("If-None-Match", tag)])
        try count("request: 21 around the player", path + "/around?count=21", [])
    }

    private func count(_ name: String, _ target: String, _ headers: [(String, String)]) throws {
        let request = try request(target, headers)
        // Once to have all of it there.
        _ = handler.handle(request)
        InstructionCounts.count(name) {
            (0..<Self.count).reduce(0) { sum, _ in
                guard case .now(let response) = handler.handle(request), response.status.code < 400 else { return sum }
                return sum &+ Int(response.status.code)
            }
        }
    }

    private func request(_ target: String, _ headers: [(String, String)]) throws -> Request {
        guard let request = Request(.get, target, headers: [bearer] + headers) else { throw Failure() }
        return request
    }

    /// A leaderboard in a store of its own.
    init() async throws {
        var template = Array("/tmp/laurel-counts-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure() }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let store = try SQLiteStore(dataFolder: folder)
        let directory = SQLiteDirectory(store)
        var ports = ServerPorts(
            directory: directory, journal: store, secret: [UInt8](repeating: 7, count: 32),
            clock: Clock { InstructionCounts.now },
            passwords: PasswordHashing(hash: { $0 }, verify: { $0 == $1 ? .right : .wrong }), decoyHash: "")
        ports.signing = IdentitySigning(make: { _, _ in nil }, read: { _ in nil })
        var policies = ServerPolicies()
        policies.attempts = AttemptLimits().signUps(multipliedBy: nil)
        let parts = try await ComposedServer(ports, try await Catalogue(from: directory), policies)
        try parts.keeper.start()
        await parts.keeper.ready()
        let app = try await Self.game(parts)
        let board = try LeaderboardID("HighScores")
        let localizations = [LeaderboardLocalization(language: .english, name: "High Scores")]
        _ = try await ConfigureLeaderboard(parts.keeper).create(
            NewLeaderboard(
                id: board,
                fields: LeaderboardFields(
                    LeaderboardSettings(referenceName: "High", localizations: localizations), isReleased: true)),
            of: app)
        var token = ""
        for number in 1...Self.players {
            let alias = try Alias("player\(number)")
            let player = try await SignUp(parts.accounts)(
                alias: alias, password: try Password("correct horse \(number)", alias: alias.text),
                arrival: Arrival(game: (app.bundleID, .production), address: .local))
            token = player.token
            _ = try await SubmitScores(parts.keeper)(
                [(board, Score(value: Int64(number) * 7_919 % 10_007))], app: app, environment: .production,
                as: player.session)
        }
        bearer = ("Authorization", "Bearer " + token)
        guard let url = PublicURL("http://127.0.0.1") else { throw Failure() }
        let services = parts.services(
            deliveries: Deliveries(
                directory: directory, catalogue: parts.accounts.catalogue, clock: parts.accounts.clock,
                random: parts.accounts.random,
                addresses: DeliveryAddresses(
                    check: { _, _ in nil }, checkAtOnce: { _, _ in nil }, isReceiver: { _, _ in true }, wake: {}),
                pushKey: []))
        handler = APIHandler(services, configuration: APIConfiguration(publicURL: url))
        try Self.remove(folder)
    }

    private static func game(_ parts: ComposedServer) async throws -> App {
        let app = try await CreateApp(parts.apps)(
            try BundleID("com.example.game"), try AppDescription(name: "Game"), by: .operator)
        var change = AppChange()
        change.isGameCenterEnabled = true
        change.releases = true
        return try await UpdateApp(parts.apps)(app.bundleID, change, by: .operator)
    }

    /// The store's files are open; nobody else needs their names.
    private static func remove(_ folder: String) throws {
        for name in ["laurel.db", "laurel.db-wal", "laurel.db-shm", "laurel.db-mark", "laurel.lock", "laurel.key"] {
            unlink(folder + "/" + name)
        }
        guard rmdir(folder) == 0 else { throw Failure() }
    }

    private struct Failure: Error {}
}
