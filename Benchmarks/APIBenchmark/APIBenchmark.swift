import LaurelAPI
import LaurelComposition
import LaurelCryptography
import Foundation
import Glibc
import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService
import LaurelStorage
import LaurelStorageSQLite

/// What the interface costs without sockets: bodies, pages, and whole requests through the handler.
///
/// Each line: what, nanoseconds of processor time of the median of 21 runs, so that other programs on the machine count
/// little. Results are checked, so nothing dead is timed.
@main
struct APIBenchmark {
    static func main() async throws {
        try parsing()
        try encoding()
        try await requests()
    }

    static func measure(_ name: String, count: Int, _ body: () throws -> Int) rethrows {
        var times: [Int] = []
        for _ in 0..<21 {
            var sum = 0
            let start = processorNanoseconds()
            for _ in 0..<count { sum &+= try body() }
            times.append((processorNanoseconds() - start) / count)
            precondition(sum != 0, "\(name) did nothing")
        }
        print("\(name)\t\(times.sorted()[10])")
    }

    static func processorNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    static func parsing() throws {
        let bodies = [
            ("parse a score, value alone", #"{"value":12345}"#),
            (
                "parse a score, every field",
                #"{"value":12345,"id":"7b1f2a34-90ab-4cde-8f01-23456789abcd","context":42,"#
                    + #""date":"2026-11-21T12:00:00.000Z","waiting":0}"#
            ),
        ]
        for (name, text) in bodies {
            let bytes = Array(text.utf8)
            try measure(name, count: 10_000) { Int(try ScoreBody(json: bytes).score.value) }
        }
    }

    static func encoding() throws {
        let id = Array("A:_00112233445566778899aabbccddeeff".utf8)
        let name = Array("jungle-jim".utf8)
        let formatter = ScoreFormatter(.integer, language: .english)
        let date = Timestamp(clamping: 1_795_262_400_123)
        var scratch: [UInt8] = []
        measure("encode 100 entries", count: 500) {
            var writer = JSONWriter(capacity: 24_000)
            writer.beginArray()
            for rank in 1...100 {
                writer.beginEntry(
                    rank: rank, of: 1_000_000, value: 1_000_000 - Int64(rank), formatter: formatter, context: 0,
                    date: date, verification: nil,
                    scratch: &scratch)
                id.withUnsafeBufferPointer { id in
                    name.withUnsafeBufferPointer { name in writer.endEntry(id: id, name: name) }
                }
            }
            writer.endArray()
            return writer.finish().count
        }
    }

    // MARK: Whole requests

    static func requests() async throws {
        let folder = NSTemporaryDirectory() + "/api-benchmark-\(getpid())"
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder)") }
        }
        let (handler, token) = try await world(in: folder)
        let board = "/v1/games/com.example.Game/leaderboards/HighScores"
        let bearer = [("Authorization", "Bearer " + token)]
        let cases: [(String, LaurelHTTPServer.Method, String, [(String, String)])] = [
            ("health", .get, "/healthz", []),
            ("top 100, anonymous, encoded before", .get, board + "/entries?count=100&environment=sandbox", []),
            ("top 100, signed in, encoded before", .get, board + "/entries?count=100", bearer),
            ("21 around", .get, board + "/entries/around?count=21", bearer),
            ("leaderboard", .get, board + "?environment=sandbox", []),
        ]
        for (name, method, target, headers) in cases {
            guard let request = Request(method, target, headers: headers) else { fatalError(target) }
            measure(name, count: 1_000) {
                guard case .now(let response) = handler.handle(request), response.status == .ok,
                    case .bytes(let bytes) = response.body
                else { fatalError("\(name) was not answered at once") }
                return bytes.count
            }
        }
    }

    /// A leaderboard of 1,000 players in the sandbox, over a store in this folder.
    static func world(in folder: String) async throws -> (APIHandler, token: String) {
        let clock = Clock { Timestamp(clamping: 1_795_262_400_000) }
        let store = try SQLiteStore(dataFolder: folder)
        let directory = SQLiteDirectory(store)
        let ports = ServerPorts(
            directory: directory, journal: store, secret: SecureRandom.bytes(32), clock: clock,
            passwords: PasswordHashing(hash: { $0 }, verify: { $0 == $1 ? .right : .wrong }), decoyHash: "")
        var policies = ServerPolicies()
        policies.attempts = AttemptLimits().signUps(multipliedBy: nil)
        let parts = try await ComposedServer(ports, try await Catalogue(from: directory), policies)
        let (accounts, apps, keeper) = (parts.accounts, parts.apps, parts.keeper)
        try await parts.start()
        var app = try await CreateApp(apps)(
            try BundleID("com.example.Game"), try AppDescription(name: "Game"), by: .operator)
        var change = AppChange()
        change.isGameCenterEnabled = true
        app = try await UpdateApp(apps)(app.bundleID, change, by: .operator)
        let board = try LeaderboardID("HighScores")
        _ = try await ConfigureLeaderboard(keeper).create(
            NewLeaderboard(
                id: board,
                fields: LeaderboardFields(
                    LeaderboardSettings(
                        referenceName: "High Scores",
                        localizations: [LeaderboardLocalization(language: .english, name: "High Scores")]))), of: app)
        var token = ""
        for number in 1...1_000 {
            let alias = try Alias("player\(number)")
            let player = try await SignUp(accounts)(
                alias: alias, password: try Password("correct horse \(number)", alias: alias.text),
                arrival: Arrival(game: (app.bundleID, .sandbox), address: .local))
            token = player.token
            _ = try await SubmitScores(keeper)(
                [(board, Score(value: Int64(number) * 7_919 % 10_007))], app: app, environment: .sandbox,
                as: player.session)
        }
        guard let url = PublicURL("http://127.0.0.1") else { fatalError("the address") }
        let services = parts.services(
            deliveries: Deliveries(
                directory: directory, catalogue: accounts.catalogue, clock: accounts.clock, random: accounts.random,
                addresses: DeliveryAddresses(
                    check: { _, _ in nil }, checkAtOnce: { _, _ in nil }, isReceiver: { _, _ in true }, wake: {}),
                pushKey: []))
        return (APIHandler(services, configuration: APIConfiguration(publicURL: url)), token)
    }
}
