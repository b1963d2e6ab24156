// The game presents these; see ``GameCenterChallengeDraft``.

extension GKScore {
    public func challengeComposeController(
        withMessage message: String?, players: [GKPlayer]?,
        completionHandler: GKChallengeComposeCompletionBlock? = nil
    ) -> UIViewController {
        center.composeController(challenge(to: (players ?? []).map(\.gamePlayerID), message), about: subject) {
            completionHandler?($0, $1, $2)
        }
    }

    /// - Parameter playerIDs: nil lets the player choose.
    @available(iOS, deprecated: 8.0)
    public func challengeComposeController(
        withPlayers playerIDs: [String]?, message: String?,
        completionHandler: GKChallengeComposeCompletionBlock? = nil
    ) -> UIViewController? {
        center.composeController(challenge(to: playerIDs ?? [], message), about: subject) {
            completionHandler?($0, $1, $2)
        }
    }

    @available(iOS, deprecated: 26.0)
    @_disfavoredOverload
    public func challengeComposeController(
        withMessage message: String?, players: [GKPlayer]?, completion completionHandler: GKChallengeComposeHandler?
    ) -> UIViewController {
        let players = players ?? []
        return center.composeController(
            challenge(to: players.map(\.gamePlayerID), message), about: subject, players: players, completionHandler)
    }

    private var subject: String { formattedValue ?? String(value) }
}

extension GKAchievement {
    public func challengeComposeController(
        withMessage message: String?, players: [GKPlayer],
        completionHandler: GKChallengeComposeCompletionBlock? = nil
    ) -> UIViewController {
        center.composeController(challenge(to: players.map(\.gamePlayerID), message), about: identifier) {
            completionHandler?($0, $1, $2)
        }
    }

    /// - Parameter playerIDs: nil lets the player choose.
    @available(iOS, deprecated: 8.0)
    public func challengeComposeController(
        withPlayers playerIDs: [String]?, message: String?,
        completionHandler: GKChallengeComposeCompletionBlock? = nil
    ) -> UIViewController? {
        center.composeController(challenge(to: playerIDs ?? [], message), about: identifier) {
            completionHandler?($0, $1, $2)
        }
    }

    @available(iOS, deprecated: 26.0)
    @_disfavoredOverload
    public func challengeComposeController(
        withMessage message: String?, players: [GKPlayer], completion completionHandler: GKChallengeComposeHandler?
    ) -> UIViewController {
        center.composeController(
            challenge(to: players.map(\.gamePlayerID), message), about: identifier, players: players,
            completionHandler)
    }
}

extension GKLeaderboard.Entry {
    public func challengeComposeController(
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
    public func challengeComposeController(
        withMessage message: String?, players: [GKPlayer]?, completion completionHandler: GKChallengeComposeHandler?
    ) -> UIViewController {
        let players = players ?? []
        return center.composeController(
            challenge(to: players.map(\.gamePlayerID), message), about: formattedScore, players: players,
            completionHandler)
    }
}
