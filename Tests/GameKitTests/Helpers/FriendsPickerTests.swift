import Foundation
import GameCenterHelpers
import Testing

@testable import GameKit

@Suite("GameKitHelper and its friend picker", .timeLimit(.minutes(15)))
@MainActor struct FriendsPickerTests {
    private final class Delegate: GameKitHelperProtocol {
        let submitted = Happening<Bool>()
        let found = Happening<[GKScore]>()
        let players = Happening<[GKPlayer]>()
        let signIn = Happening<String>()

        func onScoresSubmitted(_ success: Bool) { submitted.happen(success) }
        func onScoresOfFriendsToChallengeListReceived(_ scores: [GKScore]) { found.happen(scores) }
        func onPlayerInfoReceived(_ players: [GKPlayer]) { self.players.happen(players) }
        func onSignInBegan() { signIn.happen("began") }
        func onSignInEnded() { signIn.happen("ended") }
    }

    /// A game with the leaderboard of MonkeyJump, and friends who have scores on it.
    @MainActor private struct Stage {
        let arena: FullGame
        let ali: TestDevice
        let bea: TestDevice
        let helper = GameKitHelper()
        let delegate = Delegate()
        let root = UIViewController()

        /// Ali has 50, bea 40, cem 60, and dan none.
        init(sortOrder: String = "highToLow") async throws {
            arena = try await FullGame()
            try await arena.administer(
                "leaderboards",
                [
                    "id": "HighScores", "referenceName": "High Scores", "format": "integer",
                    "submissionType": "best", "sortOrder": sortOrder,
                    "localizations": [["language": "en", "name": "High Scores", "suffixPlural": " m"]],
                ])
            try await arena.release()
            ali = try await arena.device("ali")
            bea = try await arena.device("bea")
            let cem = try await arena.device("cem")
            _ = try await arena.device("dan")
            for (device, value) in [(ali, 50), (bea, 40), (cem, 60)] {
                try await device.run {
                    try await GKLeaderboard.submitScore(
                        value, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["HighScores"])
                }
            }
            for friend in ["bea", "cem", "dan"] { try await arena.befriend("ali", friend) }
            helper.delegate = delegate
            helper.rootViewController = root
        }

        /// The picker of ali's game, loaded.
        func picker(_ score: Int64) async throws -> FriendsPickerViewController {
            let picker = try #require(ali.run { helper.showFriendsPicker(forScore: score) })
            #expect(root.presentedViewController === picker && picker.phase == .loading)
            await changes(of: picker) { $0.phase != .loading }
            return picker
        }

        func changes(
            of picker: FriendsPickerViewController, until isReached: (FriendsPickerViewController) -> Bool
        ) async {
            let changed = Happening<Void>()
            picker.changed = { changed.happen() }
            while !isReached(picker) { _ = await changed.next() }
        }
    }

    @Test("rule 6.7: friends with a score, by rank; those who are worse are checked")
    func rows() async throws {
        let stage = try await Stage()
        let picker = try await stage.picker(50)
        #expect(picker.title == "Challenge friends" && picker.phase == .ready && picker.score == 50)
        #expect(picker.rows.map(\.name) == ["cem", "bea"])
        #expect(picker.rows.map(\.formattedScore) == ["60 m", "40 m"] && picker.rows.map(\.rank) == [1, 3])
        #expect(picker.rows.map(\.isChecked) == [false, true])
        picker.toggle(picker.rows[0].id)
        #expect(picker.rows.map(\.isChecked) == [true, true])
        picker.toggle("nobody")
    }

    @Test("rule 6.7: where less is better, those with more are checked")
    func lowToHigh() async throws {
        let picker = try await Stage(sortOrder: "lowToHigh").picker(50)
        #expect(picker.rows.map(\.name) == ["bea", "cem"] && picker.rows.map(\.isChecked) == [false, true])
    }

    @Test("rule 6.7: without a message the field is marked; with nobody checked it says so; nothing is sent")
    func refusals() async throws {
        let stage = try await Stage()
        let picker = try await stage.picker(50)
        picker.message = "  "
        stage.ali.run { picker.challengeButtonPressed() }
        #expect(picker.isMessageMissing && picker.phase == .ready && stage.root.presentedViewController === picker)
        picker.message = "Beat this"
        #expect(!picker.isMessageMissing)
        picker.toggle(picker.rows[1].id)
        stage.ali.run { picker.challengeButtonPressed() }
        #expect(picker.notice != nil && picker.phase == .ready && stage.root.presentedViewController === picker)
        picker.toggle(picker.rows[1].id)
        #expect(picker.notice == nil)
        #expect(try await stage.bea.run { try await GKChallenge.loadReceivedChallenges() }.isEmpty)
    }

    @Test("rule 6.7: Challenge sends to those who are checked, and the picker goes")
    func challenge() async throws {
        let stage = try await Stage()
        let picker = try await stage.picker(50)
        let gone = Happening<Void>()
        picker.challengeButtonBlock = { gone.happen() }
        picker.message = "Beat this"
        stage.ali.run { picker.challengeButtonPressed() }
        #expect(picker.phase == .sending)
        #expect(await gone.next() != nil)
        #expect(stage.root.presentedViewController == nil)
        let challenges = try await stage.bea.run { try await GKChallenge.loadReceivedChallenges() }
        let challenge = try #require(challenges.first as? GKScoreChallenge)
        #expect(challenges.count == 1 && challenge.message == "Beat this" && challenge.leaderboardEntry?.score == 50)
        #expect(challenge.issuingPlayer?.alias == "ali")
    }

    @Test("rule 6.7: a challenge that the server refuses leaves the picker where it is")
    func refused() async throws {
        let stage = try await Stage()
        // Nobody can challenge with more than he has.
        let picker = try await stage.picker(51)
        picker.message = "Beat this"
        stage.ali.run { picker.challengeButtonPressed() }
        await stage.changes(of: picker) { $0.phase == .ready }
        #expect(picker.notice != nil && stage.root.presentedViewController === picker)
    }

    @Test("rule 6.7: Cancel sends nothing, and the picker goes")
    func cancel() async throws {
        let stage = try await Stage()
        let picker = try await stage.picker(50)
        let gone = Happening<Void>()
        picker.cancelButtonBlock = { gone.happen() }
        picker.message = "Beat this"
        picker.cancelButtonPressed()
        #expect(gone.count == 1 && stage.root.presentedViewController == nil)
        #expect(try await stage.bea.run { try await GKChallenge.loadReceivedChallenges() }.isEmpty)
    }

    @Test("rule 6.7: nobody to challenge, and no server, each say so")
    func states() async throws {
        let arena = try await FullGame()
        try await arena.administer(
            "leaderboards",
            [
                "id": "HighScores", "referenceName": "High Scores", "format": "integer", "submissionType": "best",
                "sortOrder": "highToLow", "localizations": [["language": "en", "name": "High Scores"]],
            ])
        try await arena.release()
        let network = CutTransport()
        let device = try await arena.device("ali") { $0.transport = network }
        let helper = GameKitHelper()
        let root = UIViewController()
        helper.rootViewController = root
        let picker = try #require(device.run { helper.showFriendsPicker(forScore: 1) })
        let changed = Happening<Void>()
        picker.changed = { changed.happen() }
        while picker.phase == .loading { _ = await changed.next() }
        #expect(picker.phase == .empty)
        network.cut(true)
        device.run { picker.load() }
        while picker.phase == .loading || picker.phase == .empty { _ = await changed.next() }
        guard case .failed(let text) = picker.phase else {
            Issue.record("\(picker.phase)")
            return
        }
        #expect(!text.isEmpty && helper.lastError != nil)
        network.cut(false)
        device.run { picker.load() }
        while picker.phase != .empty { _ = await changed.next() }
    }

    // MARK: The helper

    @Test("the helper finds the friends' scores, without the player's own unless it is told to")
    func friendsScores() async throws {
        let stage = try await Stage()
        stage.ali.run { stage.helper.findScoresOfFriendsToChallenge() }
        let others = try #require(await stage.delegate.found.next())
        #expect(others.map(\.value) == [60, 40])
        stage.helper.includeLocalPlayerScore = true
        stage.ali.run { stage.helper.findScoresOfFriendsToChallenge() }
        #expect(await stage.delegate.found.next()?.map(\.value) == [60, 50, 40])
        stage.ali.run { stage.helper.getPlayerInfo(others.map(\.player.gamePlayerID)) }
        #expect(await stage.delegate.players.next()?.map(\.alias) == ["cem", "bea"])
    }

    @Test("the tutorial's names do what those of today do: a challenge by IDs, the picker, and its two buttons")
    func tutorialNames() async throws {
        let stage = try await Stage()
        #expect(GameKitHelper.shared() === GameKitHelper.shared)
        let bea = try #require(
            try await stage.ali.run { try await GKLocalPlayer.local.loadChallengableFriends() }.first {
                $0.alias == "bea"
            })
        stage.ali.run {
            stage.helper.sendScoreChallenge(
                toPlayers: [bea.gamePlayerID, "A:_nobody"], withScore: 45, message: "Beat this")
        }
        var received: [GKChallenge] = []
        while received.isEmpty { received = try await stage.bea.run { try await GKChallenge.loadReceivedChallenges() } }
        #expect((received.first as? GKScoreChallenge)?.leaderboardEntry?.score == 45)
        #expect(received.first?.message == "Beat this")
        while stage.root.presentedViewController != nil { await stage.ali.settle() }
        stage.ali.run { stage.helper.showFriendsPickerViewController(forScore: 50) }
        let picker = try #require(stage.root.presentedViewController as? FriendsPickerViewController)
        let pressed = Happening<String>()
        picker.cancelButtonPressedBlock = { pressed.happen("cancel") }
        picker.challengeButtonPressedBlock = { pressed.happen("challenge") }
        await stage.changes(of: picker) { $0.phase != .loading }
        picker.message = "Beat this"
        stage.ali.run { picker.challengeButtonPressed() }
        #expect(await pressed.next() == "challenge")
        stage.ali.run { stage.helper.showFriendsPickerViewController(forScore: 50) }
        let other = try #require(stage.root.presentedViewController as? FriendsPickerViewController)
        other.cancelButtonPressedBlock = { pressed.happen("cancel") }
        other.cancelButtonPressed()
        #expect(await pressed.next() == "cancel")
    }

    @Test("the helper submits a score and says whether it was taken, and why not")
    func submitting() async throws {
        let stage = try await Stage()
        stage.ali.run { stage.helper.submitScore(70, category: GameKitHelper.highScores) }
        #expect(await stage.delegate.submitted.next() == true && stage.helper.lastError == nil)
        stage.ali.run { stage.helper.submitScore(70, category: "none") }
        #expect(await stage.delegate.submitted.next() == false)
        #expect((stage.helper.lastError as? GKError)?.code == .invalidParameter)
    }

    @Test("rule 1.3: the game pauses while the player signs in, and goes on however that ends")
    func signIn() async throws {
        let arena = try await FullGame()
        let device = try TestDevice(arena.game) { $0.sleep = { _ in await Gate().wait() } }
        let (helper, delegate, root) = (GameKitHelper(), Delegate(), UIViewController())
        helper.delegate = delegate
        helper.rootViewController = root
        device.run { helper.authenticateLocalPlayer() }
        #expect(await delegate.signIn.next() == "began")
        #expect(root.presentedViewController != nil)
        root.dismiss(animated: true)
        #expect(await delegate.signIn.next() == "ended")
        #expect((helper.lastError as? GKError)?.code == .cancelled)
    }

    @Test("the helper shows Game Center and takes it away again")
    func gameCenter() async throws {
        let stage = try await Stage()
        let screen = stage.ali.screen()
        stage.ali.run { stage.helper.showGameCenterViewController(.achievements) }
        let page = try #require(await screen.page())
        #expect(page.url.query()?.hasSuffix("view=achievements") == true)
        screen.finish(page)
        await stage.ali.settle()
        #expect(stage.root.presentedViewController == nil)
    }
}
