import LaurelHTTPServer
import LaurelDomain
import LaurelService

/// The page on which a run can be watched, for the games that come with the server: it has no pictures of others.
enum WatchPage {
    static let path = "/watch/"
    /// Their simulators. The page finds the game by the log itself.
    static let simulators: Set<String> = ["monkeyjump", "whackacac", "whackacac-timed"]
}

extension APIHandler {
    /// Where a run of this leaderboard can be watched; nil: nowhere.
    ///
    /// - Parameter query: which run, such as `share=…`.
    func watchAddress(_ leaderboard: Leaderboard, _ query: String) -> String? {
        guard let rule = leaderboard.replays, WatchPage.simulators.contains(rule.simulator.text),
            let request = Request(.get, WatchPage.path), configuration.pages?.response(to: request)?.status == .ok
        else { return nil }
        return WatchPage.path + "?" + query
    }

    /// Where the run behind a shared score can be watched.
    func watchAddress(_ page: SharedPage, _ run: SharedRun?) -> String? {
        guard run != nil, case .score(let leaderboard, _, _) = page.subject else { return nil }
        return watchAddress(leaderboard, "share=" + page.share.id.text)
    }
}
