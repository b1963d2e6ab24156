import LaurelWire

extension GKLeaderboard {
    /// A player's entry on a leaderboard, as of when it was loaded.
    // SAFETY: immutable.
    open class Entry: NSObject, @unchecked Sendable {
        let record: EntryAnswer
        let leaderboardID: String
        let center: Laurel
        open var player: GKPlayer { owner }
        private let owner: GKPlayer

        init(_ record: EntryAnswer, of player: GKPlayer, on leaderboardID: String, in center: Laurel) {
            self.record = record
            owner = player
            self.leaderboardID = leaderboardID
            self.center = center
        }

        /// Starts at 1. 0 in a challenge whose sender has no entry any more.
        open var rank: Int { record.rank }
        open var score: Int { Int(truncatingIfNeeded: record.value) }
        /// In the leaderboard's format and the player's language.
        open var formattedScore: String { record.formatted }
        open var context: Int { Int(truncatingIfNeeded: record.context) }
        open var date: Date { Date(record.date) }

        open override var description: String {
            "<\(Swift.type(of: self)) player: \(player.displayName), rank: \(rank), score: \(score), "
                + "formattedScore: \(formattedScore), context: \(context), date: \(date)>"
        }

        // MARK: Challenges

        // The game presents these; see ``GameCenterChallengeDraft``.
        open func challengeComposeController(
            withMessage message: String?, players: [GKPlayer]?,
            completionHandler: GKChallengeComposeCompletionBlock? = nil
        ) -> UIViewController {
            center.composeController(
                challenge(to: (players ?? []).map(\.gamePlayerID), message), about: formattedScore
            ) {
                completionHandler?($0, $1, $2)
            }
        }

        @available(iOS, deprecated: 26.0)
        @_disfavoredOverload
        open func challengeComposeController(
            withMessage message: String?, players: [GKPlayer]?, completion completionHandler: GKChallengeComposeHandler?
        ) -> UIViewController {
            let players = players ?? []
            return center.composeController(
                challenge(to: players.map(\.gamePlayerID), message), about: formattedScore, players: players,
                completionHandler)
        }
    }
}
