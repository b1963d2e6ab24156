import GameKit

/// As games wrote it between iOS 6 and iOS 13: a singleton's worth of completion handlers, and scores kept in a file.
/// It knows GameKit alone.
@MainActor final class OldStyleManager: NSObject, GKLocalPlayerListener {
    private(set) var gameCenterEnabled = false
    private(set) var lastError: (any Error)?
    private(set) var friendsScores: [GKScore] = []
    private(set) var incoming: [GKChallenge] = []
    private(set) var log: [String] = []
    private var archive = Data()
    var onEvent: ((String) -> Void)?

    private func say(_ event: String) {
        log.append(event)
        onEvent?(event)
    }

    func authenticateLocalPlayer() {
        let localPlayer = GKLocalPlayer.local
        localPlayer.authenticateHandler = { [weak self] viewController, error in
            guard let self else { return }
            self.lastError = error
            if viewController != nil {
                self.say("present")
            } else if localPlayer.isAuthenticated {
                self.gameCenterEnabled = true
                localPlayer.register(self)
                self.say("authenticated")
            } else {
                self.gameCenterEnabled = false
                self.say("disabled")
            }
        }
    }

    func submitScore(_ value: Int64, category: String) {
        let gkScore = GKScore(leaderboardIdentifier: category)
        gkScore.value = value
        gkScore.context = UInt64(value)
        GKScore.report([gkScore]) { error in
            MainActor.assumeIsolated {
                self.lastError = error
                if let error = error as NSError? {
                    if error.domain == GKErrorDomain, error.code == GKError.notAuthenticated.rawValue {
                        self.store([gkScore])
                    }
                    self.say("failed \(error.code)")
                } else {
                    self.say("submitted")
                }
            }
        }
    }

    private func store(_ scores: [GKScore]) {
        do {
            archive = try NSKeyedArchiver.archivedData(withRootObject: scores, requiringSecureCoding: false)
        } catch {
            lastError = error
        }
    }

    private func storedScores() -> [GKScore]? {
        do {
            return try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [NSArray.self, GKScore.self], from: archive) as? [GKScore]
        } catch {
            lastError = error
            return nil
        }
    }

    func submitStoredScores() {
        guard let scores = storedScores() else { return say("nothing stored") }
        GKScore.report(scores) { error in
            MainActor.assumeIsolated { self.say(error == nil ? "stored submitted" : "still stored") }
        }
    }

    func findScoresOfFriendsToChallenge(category: String) {
        let leaderboard = GKLeaderboard()
        leaderboard.identifier = category
        leaderboard.playerScope = .friendsOnly
        leaderboard.timeScope = .allTime
        leaderboard.range = NSMakeRange(1, 100)
        leaderboard.loadScores { scores, error in
            MainActor.assumeIsolated {
                self.lastError = error
                let me = GKLocalPlayer.local.playerID
                self.friendsScores = (scores ?? []).filter { $0.player.playerID != me }
                self.say("friends")
            }
        }
    }

    func sendScoreChallenge(toPlayers players: [GKPlayer], score value: Int64, category: String, message: String) {
        let score = GKScore(leaderboardIdentifier: category)
        score.value = value
        let controller = score.challengeComposeController(withMessage: message, players: players) {
            controller, didIssue, sentPlayers in
            controller.dismiss(animated: true, completion: nil)
            self.say("challenge \(didIssue) \(sentPlayers?.count ?? 0)")
        }
        UIViewController().present(controller, animated: true, completion: nil)
    }

    func reportAchievement(_ identifier: String, percent: Double) {
        let achievement = GKAchievement(identifier: identifier)
        achievement.percentComplete = percent
        achievement.showsCompletionBanner = true
        GKAchievement.report([achievement]) { error in
            MainActor.assumeIsolated { self.say(error == nil ? "achieved" : "not achieved") }
        }
    }

    nonisolated func player(_ player: GKPlayer, didReceive challenge: GKChallenge) {
        MainActor.assumeIsolated {
            incoming.append(challenge)
            say("challenged by \(challenge.issuingPlayer?.alias ?? "nobody")")
        }
    }
}
