import LaurelDomain
import LaurelScores
import LaurelService
import LaurelWire

/// What a request for entries of a leaderboard comes to: which leaderboard it reads, and how that is to look.
///
/// It's the same for all requests with the same head, whatever their tag and whichever of one game's players sends
/// them, until something is configured. So it's found out once and kept with the head (``HeadNote/prepared``).
final class PreparedReading: Sendable {
    /// Of the catalogue, from before anything here was looked up there.
    private let revision: UInt64
    /// Of the caller's session; nil: they have none.
    private let binding: Binding?
    let found: FoundLeaderboard
    let environment: Environment
    /// How scores are written.
    let formatter: ScoreFormatter
    /// In which language that is.
    private let language: LanguageTag
    /// How players are named.
    let ids: PlayerIDs.Scope
    /// Of the page, if all who may read the leaderboard are shown the same one.
    private let pageKey: EncodedPages.Key?

    /// - Parameters:
    ///   - revision: of the catalogue, taken before `found` was.
    ///   - binding: of the session for which `environment` is right.
    ///   - window: of the page, if it's the same for all readers.
    init(
        revision: UInt64, binding: Binding?, found: FoundLeaderboard, environment: Environment,
        localization: LeaderboardLocalization, window: RankWindow?, reading: ReadingQuery
    ) {
        self.revision = revision
        self.binding = binding
        self.found = found
        self.environment = environment
        formatter = ScoreFormatter(found.leaderboard, in: localization)
        language = localization.language
        // A game's session, and a caller without one, see the ids of that game; our own pages see the player's.
        let ids = binding.map { PlayerIDs.Scope($0) } ?? .game(found.app.number)
        self.ids = ids
        pageKey = window.map { window in
            EncodedPages.Key(
                leaderboard: found.leaderboard.number, environment: environment, time: reading.time,
                occurrence: reading.occurrence, selection: .window(window), language: localization.language, ids: ids)
        }
    }

    /// Whether it's right for a caller with this binding, at this revision of the catalogue.
    func holds(at revision: UInt64, for binding: Binding?) -> Bool {
        revision == self.revision && binding == self.binding
    }

    func key(_ selection: EncodedPages.Selection, _ reading: ReadingQuery) -> EncodedPages.Key {
        if let pageKey, pageKey.selection == selection { return pageKey }
        return EncodedPages.Key(
            leaderboard: found.leaderboard.number, environment: environment, time: reading.time,
            occurrence: reading.occurrence, selection: selection, language: language, ids: ids)
    }
}
