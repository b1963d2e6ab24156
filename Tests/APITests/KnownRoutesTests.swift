import LaurelDomain
import LaurelHTTPServer
import LaurelTestSupport
import LaurelWire
import Testing

@testable import LaurelAPI

/// The table of targets says what reading them says, whatever was asked before and however often.
@Suite("Known routes") struct KnownRoutesTests {
    private static let game = "/v1/games/com.example.game"

    /// Routes, what is none, and more targets than the table keeps.
    private static let targets: [(LaurelHTTPServer.Method, String)] = {
        var targets: [(LaurelHTTPServer.Method, String)] = [
            (.get, "/readyz"), (.get, "/v1/nothing"), (.post, game + "/scores"), (.head, game + "/leaderboards"),
            (.get, game + "/leaderboards"), (.delete, game + "/leaderboards"),
            (.post, game + "/leaderboards"), (.get, game + "/scores"),
            (.get, game + "/leaderboards/HighScores/entries?count=0"),
            (.get, game + "/leaderboards/HighScores/entries?count=100&time=today"),
            (.get, game + "/leaderboards/High%53cores/entries?count=100&time=today"),
            (.get, game + "/leaderboards/HighScores/entries/around?count=21"),
            (.get, game + "/leaderboards/" + String(repeating: "a", count: 300)),
        ]
        for number in 0..<3_000 { targets.append((.get, game + "/leaderboards/L\(number)")) }
        return targets
    }()

    @Test("a target means the same each time") func model() throws {
        let routes = KnownRoutes()
        var random = SplitMix64(seed: 7)
        for _ in 0..<12_000 {
            // Half of them are of the few that everybody asks for.
            let limit = random.next() % 2 == 0 ? 13 : Self.targets.count
            let (method, target) = Self.targets[Int(random.next() % UInt64(limit))]
            let request = try #require(Request(method, target))
            #expect(
                Self.outcome { () throws(Route.Refusal) in try routes.match(request) }
                    == Self.outcome { () throws(Route.Refusal) in try RouteMatch(request) }, "\(method) \(target)")
        }
    }

    private static func outcome(_ body: () throws(Route.Refusal) -> RouteMatch) -> String {
        do throws(Route.Refusal) {
            let match = try body()
            return "\(match.endpoint.name) \(match.route) \(match.bundleID?.text ?? "")"
        } catch { return "\(error)" }
    }
}
