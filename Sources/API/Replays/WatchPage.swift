import LaurelHTTPServer
import LaurelDomain
import LaurelService

/// The page on which a run can be watched, for the games that come with the server: it has no pictures of others.
struct WatchPage: Sendable {
    static let path = "/watch/"
    /// Their simulators. The page finds the game by the log itself.
    static let simulators: Set<String> = ["monkeyjump", "whackacac", "whackacac-timed"]

    /// What the server's own pages answer; nil where there is none.
    let page: @Sendable (Request) -> Response?

    /// Where a run of this leaderboard can be watched; nil: nowhere.
    ///
    /// - Parameter query: which run, such as `share=…`.
    func address(of leaderboard: Leaderboard, _ query: String) -> String? {
        guard let rule = leaderboard.replays, Self.simulators.contains(rule.simulator.text),
            let request = Request(.get, Self.path), page(request)?.status == .ok
        else { return nil }
        return Self.path + "?" + query
    }

    /// Where the run behind a shared score can be watched.
    func address(of page: SharedPage, _ run: SharedRun?) -> String? {
        guard run != nil, case .score(let leaderboard, _, _) = page.subject else { return nil }
        return address(of: leaderboard, "share=" + page.share.id.text)
    }
}
