import LaurelDomain
import LaurelMatches
import Synchronization

/// The leaderboards whose scores the rules of judged matches alone award (rule 12.40).
///
/// By number: one that was moved into a group answers to two IDs, and takes scores of several apps.
final class JudgedBoards: Sendable {
    private struct State {
        /// Of the catalogue that the numbers are of.
        var revision: UInt64?
        var numbers: Set<LeaderboardNumber> = []
    }

    private let state = Mutex(State())
    /// The revision at which there are none: then a score asks no lock.
    private let emptyRevision = Atomic<UInt64>(.max)

    /// O(1) as long as the catalogue stays as it is: every score asks.
    func contains(
        _ number: LeaderboardNumber, _ rules: [BundleID: any TurnRules], _ catalogue: Catalogue
    ) -> Bool {
        // Read first: what changes meanwhile makes them anew the next time.
        let revision = catalogue.revision
        if emptyRevision.load(ordering: .acquiring) == revision { return false }
        return state.withLock { state in
            if state.revision != revision {
                state.numbers = Self.numbers(rules, catalogue)
                state.revision = revision
                if state.numbers.isEmpty { emptyRevision.store(revision, ordering: .releasing) }
            }
            return state.numbers.contains(number)
        }
    }

    private static func numbers(
        _ rules: [BundleID: any TurnRules], _ catalogue: Catalogue
    ) -> Set<LeaderboardNumber> {
        var numbers: Set<LeaderboardNumber> = []
        for (game, rules) in rules {
            guard let app = catalogue.app(game) else { continue }
            for id in rules.prizes.leaderboards {
                if let leaderboard = catalogue.leaderboard(id, of: app.number) { numbers.insert(leaderboard.number) }
            }
        }
        return numbers
    }
}
