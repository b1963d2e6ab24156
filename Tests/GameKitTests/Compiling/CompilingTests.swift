import Testing

/// Each of these compiles with Apple's SDK, as it stands, in the modes that it is compiled in here.
@Suite("Code for Apple's GameKit, compiled", .timeLimit(.minutes(15)))
struct CompilingTests {
    /// A singleton of the years before Swift 6, which says nothing about threads.
    private static let helper = """
        import GameKit

        class GameKitHelper: NSObject, GKGameCenterControllerDelegate, GKFriendRequestComposeViewControllerDelegate {
            static let shared = GameKitHelper()
            var root: UIViewController?
            let window = UIWindow()
            var highScore = 0

            func authenticate() {
                GKLocalPlayer.local.authenticateHandler = { viewController, error in
                    if let viewController = viewController {
                        self.root?.present(viewController, animated: true, completion: nil)
                    } else if GKLocalPlayer.local.isAuthenticated {
                        self.load()
                    }
                }
            }

            func load() {
                GKLeaderboard.loadLeaderboards(IDs: nil) { leaderboards, error in
                    self.highScore = leaderboards?.count ?? 0
                    GKAccessPoint.shared.trigger { self.highScore += 1 }
                }
            }

            func show() {
                let viewController = GKGameCenterViewController(state: .leaderboards)
                viewController.gameCenterDelegate = self
                root?.present(viewController, animated: true, completion: nil)
                let request = GKFriendRequestComposeViewController()
                request.composeViewDelegate = self
                window.rootViewController = root
                GKAccessPoint.shared.parentWindow = window
                GKDialogController.shared().parentWindow = window
                _ = GKDialogController.shared().present(viewController)
            }

            func gameCenterViewControllerDidFinish(_ gameCenterViewController: GKGameCenterViewController) {
                gameCenterViewController.dismiss(animated: true, completion: nil)
            }

            func friendRequestComposeViewControllerDidFinish(_ viewController: GKFriendRequestComposeViewController) {
                viewController.dismiss(animated: true, completion: nil)
            }
        }
        """

    @Test("an ordinary helper class compiles in Swift 5") func helperClass() async throws {
        let said = try await Compiler.check(Self.helper, mode: 5)
        #expect(!said.contains("warning:"), "\(said)")
    }

    @Test("Swift 6 wants the helper class to be of the main actor, as with Apple's SDK") func strictHelper()
        async throws
    {
        let complaint = try #require(try await Compiler.complaint(Self.helper, mode: 6))
        #expect(complaint.contains("main actor-isolated"), "\(complaint)")
        let strict = """
            import GameKit

            @MainActor final class GameKitHelper: NSObject, GKGameCenterControllerDelegate {
                var root: UIViewController?
                var count = 0

                func authenticate() {
                    GKLocalPlayer.local.authenticateHandler = { viewController, error in
                        if let viewController { self.root?.present(viewController, animated: true) }
                    }
                    GKLeaderboard.loadLeaderboards(IDs: nil) { leaderboards, error in
                        Task { @MainActor in self.count = leaderboards?.count ?? 0 }
                    }
                    GKAccessPoint.shared.trigger { self.count += 1 }
                }

                func gameCenterViewControllerDidFinish(_ gameCenterViewController: GKGameCenterViewController) {
                    gameCenterViewController.dismiss(animated: true)
                }
            }
            """
        try await Compiler.check(strict, mode: 6)
    }

    /// A game of turns of the years before Swift 6.
    private static let turns = """
        import GameKit

        class TurnHelper: NSObject, GKTurnBasedMatchmakerViewControllerDelegate, GKLocalPlayerListener {
            var root: UIViewController?
            var currentMatch: GKTurnBasedMatch?

            func findMatch() {
                let request = GKMatchRequest()
                request.minPlayers = 2
                request.maxPlayers = 4
                let viewController = GKTurnBasedMatchmakerViewController(matchRequest: request)
                viewController.turnBasedMatchmakerDelegate = self
                root?.present(viewController, animated: true, completion: nil)
                GKLocalPlayer.local.register(self)
            }

            func endTurn(_ data: Data) {
                guard let match = currentMatch, let current = match.currentParticipant,
                    let index = match.participants.firstIndex(of: current)
                else { return }
                let others = match.participants[(index + 1)...] + match.participants[..<index]
                match.endTurn(
                    withNextParticipants: others.filter { $0.matchOutcome == .none }, turnTimeout: GKTurnTimeoutDefault,
                    match: data
                ) { error in
                    if let error = error { print(error.localizedDescription) }
                }
            }

            func endMatch(_ data: Data) {
                currentMatch?.participants.forEach { participant in
                    participant.matchOutcome = participant.player == GKLocalPlayer.local ? .won : .lost
                }
                currentMatch?.endMatchInTurn(withMatch: data, scores: nil, achievements: nil, completionHandler: nil)
            }

            func load() {
                GKTurnBasedMatch.loadMatches { matches, error in self.currentMatch = matches?.first }
                currentMatch?.loadMatchData { data, error in print(data?.count ?? 0) }
            }

            func turnBasedMatchmakerViewControllerWasCancelled(_ viewController: GKTurnBasedMatchmakerViewController) {
                viewController.dismiss(animated: true, completion: nil)
            }

            func turnBasedMatchmakerViewController(
                _ viewController: GKTurnBasedMatchmakerViewController, didFailWithError error: Error
            ) {
                viewController.dismiss(animated: true, completion: nil)
            }

            func player(_ player: GKPlayer, receivedTurnEventFor match: GKTurnBasedMatch, didBecomeActive: Bool) {
                switch match.status {
                case .open, .matching: currentMatch = match
                case .ended, .unknown: currentMatch = nil
                @unknown default: break
                }
            }

            func player(_ player: GKPlayer, wantsToQuitMatch match: GKTurnBasedMatch) {
                match.participantQuitInTurn(
                    with: .quit, nextParticipants: match.participants, turnTimeout: GKTurnTimeoutNone,
                    match: match.matchData ?? Data(), completionHandler: nil)
            }

            func player(_ player: GKPlayer, matchEnded match: GKTurnBasedMatch) {}
        }
        """

    @Test("a game of turns compiles in Swift 5") func turnHelper() async throws {
        let said = try await Compiler.check(Self.turns, mode: 5)
        #expect(!said.contains("error:"), "\(said)")
    }

    /// What games of Apple's do with the matchmaker, but for what has a `GKMatch`.
    private static func matchmaking(isolation: String) -> String {
        """
        import GameKit

        \(isolation) final class MatchmakerHelper: NSObject, GKMatchmakerViewControllerDelegate {
            var root: UIViewController?
            let state = GKPlayerConnectionState.connected

            func find() {
                let request = GKMatchRequest()
                request.minPlayers = 2
                request.maxPlayers = 4
                guard let controller = GKMatchmakerViewController(matchRequest: request) else { return }
                controller.matchmakerDelegate = self
                controller.isHosted = true
                controller.matchmakingMode = .automatchOnly
                controller.canStartWithMinimumPlayers = true
                root?.present(controller, animated: true, completion: nil)
            }

            func matchmakerViewControllerWasCancelled(_ viewController: GKMatchmakerViewController) {
                viewController.dismiss(animated: true, completion: nil)
            }

            func matchmakerViewController(
                _ viewController: GKMatchmakerViewController, didFailWithError error: Error
            ) {
                viewController.dismiss(animated: true, completion: nil)
            }

            func matchmakerViewController(
                _ viewController: GKMatchmakerViewController, hostedPlayerDidAccept player: GKPlayer
            ) {
                viewController.setHostedPlayer(player, didConnect: true)
            }

            func matchmakerViewController(
                _ viewController: GKMatchmakerViewController, getMatchPropertiesForRecipient recipient: GKPlayer,
                withCompletionHandler completionHandler: @escaping ([String: Any]) -> Void
            ) {
                completionHandler(["level": 3])
            }
        }

        func browse() {
            let matchmaker = GKMatchmaker.shared()
            matchmaker.queryActivity { count, error in print(count) }
            matchmaker.queryPlayerGroupActivity(7) { count, error in print(count) }
            matchmaker.startBrowsingForNearbyPlayers { player, reachable in
                print(player.displayName, reachable)
            }
            matchmaker.stopBrowsingForNearbyPlayers()
            matchmaker.startGroupActivity { player in print(player.displayName) }
            matchmaker.stopGroupActivity()
            matchmaker.findPlayers(forHostedRequest: GKMatchRequest()) { players, error in
                for player in players ?? [] { matchmaker.cancelPendingInvite(to: player) }
            }
            matchmaker.cancel()
        }

        func number() async throws -> Int {
            let players = try await GKMatchmaker.shared().findPlayers(forHostedRequest: GKMatchRequest())
            let matched = try await GKMatchmaker.shared().findMatchedPlayers(GKMatchRequest())
            let queue = try await GKMatchmaker.shared().queryQueueActivity("ranked")
            let all = try await GKMatchmaker.shared().queryActivity()
            return players.count + matched.players.count + queue + all
        }
        """
    }

    @Test("a game that finds players compiles, in Swift 6 with its screens on the main actor", arguments: [5, 6])
    func matchmaking(mode: Int) async throws {
        let said = try await Compiler.check(Self.matchmaking(isolation: mode == 5 ? "" : "@MainActor"), mode: mode)
        #expect(!said.contains("warning:") || mode == 5, "\(said)")
    }

    @Test(
        "the compiler warns if a completion handler inside an actor touches the actor's state",
        arguments: [
            "GKLeaderboard.loadLeaderboards(IDs: nil) { list, _ in self.count += list?.count ?? 0 }",
            "GKScore.report([]) { _ in self.count += 1 }",
            "GKLocalPlayer.local.loadFriends { _, _ in self.count += 1 }",
            "GKLocalPlayer.local.fetchSavedGames { _, _ in self.count += 1 }",
            "GKNotificationBanner.show(withTitle: nil, message: nil) { self.count += 1 }",
            "GKAccessPoint.shared.trigger { self.count += 1 }",
        ])
    func actorState(_ call: String) async throws {
        func actor(_ call: String) -> String {
            "import GameKit\nactor Board {\n    var count = 0\n    func load() { \(call) }\n}"
        }
        let said = try await Compiler.check(actor(call), mode: 6)
        #expect(said.contains("warning: actor-isolated property 'count' can not be mutated from"), "\(said)")
        let sent = call.replacing("self.count += list?.count ?? 0", with: "Task { await self.load() }")
            .replacing("self.count += 1", with: "Task { await self.load() }")
        #expect(try await Compiler.check(actor(sent), mode: 6).isEmpty)
    }

    @Test("every completion handler in the module is @Sendable or of the main actor") func completions() async throws {
        let declarations = try await ModuleSymbols().declarations.filter {
            $0.contains(#/[hH]andler:|IdentityVerificationSignature:|changed:/#) && $0.contains("-> Void")
        }
        #expect(declarations.count > 50)
        // Set, not passed: Apple's are not sendable either.
        for declaration in declarations where !declaration.contains(#/var \w+Handler/#) {
            #expect(declaration.contains("@Sendable") || declaration.contains("@MainActor"), "\(declaration)")
        }
    }

    @Test("scores and achievements made without arguments, and the old name of photo sizes") func olderSpellings()
        async throws
    {
        let code = """
            import GameKit

            func older() {
                let score = GKScore()
                score.leaderboardIdentifier = "best"
                score.value = 7
                let achievement = GKAchievement()
                achievement.identifier = "first"
                GKScore.report([score], withCompletionHandler: nil)
                GKAchievement.report([achievement], withCompletionHandler: nil)
                let size: GKPhotoSize = .small
                GKLocalPlayer.local.loadPhoto(for: size) { image, error in }
            }
            """
        for mode in [5, 6] { try await Compiler.check(code, mode: mode) }
    }

    @Test("a game may have a type called GameCenter, in its own module or in one that it imports", arguments: [5, 6])
    func ownGameCenter(mode: Int) async throws {
        let type = """
            open class GameCenter {
                public static let shared = GameCenter()
                public init() {}
                open func showLeaderboard() {}
                public static func update() {}
            }
            """.replacing("static let shared", with: "nonisolated(unsafe) static let shared")
        let use = """
            final class MyGameCenter: GameCenter {
                var other: GameCenter = GameCenter()
            }
            extension GameCenter {
                func more() { GameCenter.shared.showLeaderboard() }
            }
            func frame() {
                GameCenter.update()
                GameCenter.shared.more()
                Laurel.update()
                let kind: GameCenter.Type = GameCenter.self
                _ = kind
            }
            """
        let others = ["Core": type]
        let apart = try await Compiler.check("import Core\nimport GameKit\n" + use, mode: mode, others: others)
        #expect(apart.isEmpty, "\(apart)")
        let together = try await Compiler.check("import GameKit\n" + type + "\n" + use, mode: mode)
        #expect(together.isEmpty, "\(together)")
    }

    @Test("the old name of Laurel still works, and the compiler names the new one", arguments: [5, 6])
    func oldGameCenter(mode: Int) async throws {
        let code = """
            import GameKit

            func launch() {
                GameCenter.configure(server: "https://games.example", bundleID: "com.example.hop")
                GameCenter.presenter = nil
                GameCenter.update()
            }
            """
        let said = try await Compiler.check(code, mode: mode)
        #expect(said.contains("'GameCenter' is deprecated: renamed to 'Laurel'"), "\(said)")
    }

    @Test("a game's test doubles override what Apple lets them override", arguments: [5, 6])
    func testDoubles(mode: Int) async throws {
        let code = """
            import GameKit

            // SAFETY: adds nothing that changes.
            final class FakeLeaderboard: GKLeaderboard, @unchecked Sendable {
                override class func loadLeaderboards(
                    IDs leaderboardIDs: [String]?,
                    completionHandler: @escaping ([GKLeaderboard]?, (any Error)?) -> Void
                ) { completionHandler([FakeLeaderboard()], nil) }
                override class func submitScore(
                    _ score: Int, context: Int, player: GKPlayer, leaderboardIDs: [String],
                    completionHandler: @escaping ((any Error)?) -> Void
                ) { completionHandler(nil) }
                override class func submitScore(
                    _ score: Int, context: Int, player: GKPlayer, leaderboardIDs: [String]
                ) async throws {}
                override func submitScore(_ score: Int, context: Int, player: GKPlayer) async throws {}
                override func loadEntries(
                    for playerScope: GKLeaderboard.PlayerScope, timeScope: GKLeaderboard.TimeScope, range: NSRange,
                    completionHandler: @escaping (
                        GKLeaderboard.Entry?, [GKLeaderboard.Entry]?, Int, (any Error)?
                    ) -> Void
                ) { completionHandler(nil, [], 0, nil) }
                override func loadEntries(
                    for players: [GKPlayer], timeScope: GKLeaderboard.TimeScope
                ) async throws -> (GKLeaderboard.Entry?, [GKLeaderboard.Entry]) { (nil, []) }
                override func loadScores(completionHandler: (([GKScore]?, (any Error)?) -> Void)? = nil) {
                    completionHandler?([], nil)
                }
                override var identifier: String? {
                    get { "best" }
                    set {}
                }
            }

            // SAFETY: adds nothing that changes.
            final class FakePlayer: GKLocalPlayer, @unchecked Sendable {
                override var isAuthenticated: Bool { true }
                override func register(_ listener: any GKLocalPlayerListener) {}
                override func unregisterAllListeners() {}
                override func loadFriends(_ completionHandler: @escaping ([GKPlayer]?, (any Error)?) -> Void) {
                    completionHandler([], nil)
                }
                override func loadFriends() async throws -> [GKPlayer] { [] }
                override func loadPhoto(
                    for size: GKPlayer.PhotoSize,
                    withCompletionHandler completionHandler: ((UIImage?, (any Error)?) -> Void)? = nil
                ) { completionHandler?(nil, nil) }
                override func saveGameData(_ data: Data, withName name: String) async throws -> GKSavedGame {
                    throw GKError(.unknown)
                }
                override func presentFriendRequestCreator(from viewController: UIViewController) throws {}
            }

            // SAFETY: adds nothing that changes.
            final class FakeScore: GKScore, @unchecked Sendable {
                override class func report(
                    _ scores: [GKScore], withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
                ) { completionHandler?(nil) }
                override class func report(
                    _ scores: [GKLeaderboardScore], withEligibleChallenges challenges: [GKChallenge]
                ) async throws {}
                override func issueChallenge(toPlayers playerIDs: [String]?, message: String?) {}
                override func challengeComposeController(
                    withMessage message: String?, players: [GKPlayer]?,
                    completionHandler: GKChallengeComposeCompletionBlock? = nil
                ) -> UIViewController { fatalError() }
            }

            // SAFETY: adds nothing that changes.
            final class FakeAchievement: GKAchievement, @unchecked Sendable {
                override func issueChallenge(toPlayers playerIDs: [String]?, message: String?) {}
                override func challengeComposeController(
                    withPlayers playerIDs: [String]?, message: String?,
                    completionHandler: GKChallengeComposeCompletionBlock? = nil
                ) -> UIViewController? { nil }
                override class func report(
                    _ achievements: [GKAchievement],
                    withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
                ) { completionHandler?(nil) }
                override class func report(_ achievements: [GKAchievement]) async throws {}
                override class func loadAchievements() async throws -> [GKAchievement] { [] }
            }
            """
        let said = try await Compiler.check(code, mode: mode)
        #expect(!said.contains("warning:"), "\(said)")
    }

    @Test("the tutorials' classes have the names that their documents use", arguments: [5, 6])
    func tutorials(mode: Int) async throws {
        let code = """
            import GameCenterHelpers
            import GameKit

            @MainActor final class GameOverScene: GameCenterManagerDelegate {
                func gameCenterLoggedIn(_ error: (any Error)?) {}
                func gameCenterScoreReported(_ error: (any Error)?) {}
                func scoreDataUpdated(_ scores: [GKScore]?, error: (any Error)?) {}

                func gameOver(_ score: GKScore) {
                    GameKitHelper.shared().submitScore(score.value, category: "HighScores")
                    GameKitHelper.shared().showFriendsPickerViewController(forScore: score.value)
                    GameKitHelper.shared().sendScoreChallenge(
                        toPlayers: ["A:_1"], withScore: score.value, message: "Beat this")
                    let picker = FriendsPickerViewController(score: score.value)
                    picker.cancelButtonPressedBlock = {}
                    picker.challengeButtonPressedBlock = {}
                    ICFGameCenterManager.shared().delegate = self
                    ICFGameCenterManager.shared().retrieveScores(
                        forCategory: "HighScores", withPlayerScope: .global, timeScope: .allTime,
                        with: NSRange(location: 1, length: 10))
                    let model = PlayerModel()
                    model.storeScore(forLater: score)
                    model.writeStoredScore()
                    ICFGameCenterManager.shared().storeScore(forLater: score)
                    ICFGameCenterManager.shared().storeScore(forLater: Data())
                    let player: String = model.currentPlayerID
                    let file: String = model.storedScoresFilename
                    _ = player + file
                }
            }
            """
        try await Compiler.check(code, mode: mode)
    }
}
