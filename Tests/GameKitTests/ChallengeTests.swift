import Foundation
import LaurelClient
import LaurelProcess
import LaurelWire
import Synchronization
import Testing

@testable import GameKit

@Suite("Challenges of a game", .timeLimit(.minutes(15)))
struct ChallengeTests {
    @Test("rules 6.3, 6.4: a challenge reaches its receiver at once, and both hear of its completion")
    func completion() async throws {
        let arena = try await FullGame()
        let (ali, aliHears) = try await arena.listening("ali")
        let (bea, beaHears) = try await arena.listening("bea")
        try await arena.befriend("ali", "bea")
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        (score.value, score.context) = (50, 9)
        try await ali.run { try await GKScore.report([score]) }
        score.issueChallenge(toPlayers: [bea.local.gamePlayerID], message: "Beat this!")

        let received = try #require(await beaHears.next())
        guard case .received(let challenge as GKScoreChallenge) = received.event else {
            Issue.record("\(received.event)")
            return
        }
        #expect(received.player === bea.local && received.isOnMainThread)
        #expect(challenge.message == "Beat this!" && challenge.state == .pending && challenge.completionDate == nil)
        #expect(challenge.issuingPlayer == ali.local && challenge.receivingPlayer === bea.local)
        #expect(challenge.issuingPlayerID == ali.local.gamePlayerID)
        #expect(challenge.receivingPlayerID == bea.local.gamePlayerID)
        #expect(challenge.score?.value == 50 && challenge.score?.context == 9 && challenge.score?.rank == 1)
        #expect(challenge.score?.formattedValue == "50 m" && challenge.score?.player.displayName == "ali")
        #expect(challenge.leaderboardEntry?.score == 50 && challenge.leaderboardEntry?.player.displayName == "ali")
        #expect(challenge.leaderboardEntry?.rank == 1)
        #expect(bea.presenter.banners.contains { $0.title == "ali challenged you" && $0.message == "50 m" })
        let list = await bea.told { GKChallenge.loadReceivedChallenges(completionHandler: $0) }
        #expect(list.value == [challenge] && list.isOnMainThread)
        #expect(Set(list.value ?? []).union([challenge]).count == 1)
        #expect(try await ali.run { try await GKChallenge.loadReceivedChallenges() }.isEmpty)
        let data = try NSKeyedArchiver.archivedData(withRootObject: challenge, requiringSecureCoding: true)
        let copy = try bea.run { try NSKeyedUnarchiver.unarchivedObject(ofClass: GKScoreChallenge.self, from: data) }
        #expect(copy == challenge && copy?.score?.value == 50 && copy?.issueDate == challenge.issueDate)

        // A score that may complete other challenges alone leaves it; then one that may.
        let won = bea.run { GKLeaderboardScore() }
        (won.value, won.leaderboardID, won.context) = (50, "best", 4)
        #expect(won.player === bea.local)
        let none = await bea.told { GKScore.report([won], withEligibleChallenges: [], withCompletionHandler: $0) }
        #expect(none.error == nil)
        #expect(try await bea.run { try await GKChallenge.loadReceivedChallenges() }.count == 1)
        let equal = bea.run { GKScore(leaderboardIdentifier: "best") }
        equal.value = 50
        try await bea.run { try await GKScore.report([equal], withEligibleChallenges: [challenge]) }
        let completed = try #require(await beaHears.next())
        guard case .completed(let done, let issuer) = completed.event else {
            Issue.record("\(completed.event)")
            return
        }
        #expect(done == challenge && done.state == .completed && done.completionDate != nil && issuer == ali.local)
        let told = try #require(await aliHears.next())
        guard case .wasCompleted(let own, let friend) = told.event else {
            Issue.record("\(told.event)")
            return
        }
        #expect(own == challenge && friend == bea.local && own.issuingPlayer === ali.local)
    }

    @Test("rule 6.4: a better score sends it back, and its receiver may decline")
    func backAndDeclined() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let bea = try await arena.device("bea")
        try await arena.befriend("ali", "bea")
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        try await ali.run { try await GKScore.report([score]) }
        try await ali.center.challenge(score.challenge(to: [bea.local.gamePlayerID], nil))
        let received = try #require(try await bea.run { try await GKChallenge.loadReceivedChallenges() }.first)
        #expect(received.message == nil)
        let better = bea.run { GKScore(leaderboardIdentifier: "best") }
        better.value = 60
        let told = await bea.told {
            GKScore.report([better], withEligibleChallenges: [received], withCompletionHandler: $0)
        }
        #expect(told.error == nil)
        let back = try #require(try await ali.run { try await GKChallenge.loadReceivedChallenges() }.first)
        #expect((back as? GKScoreChallenge)?.score?.value == 60)
        back.decline()
        // Behind the declining: the engine's connection is kept, but requests may overtake one another.
        while try await ali.run({ try await GKChallenge.loadReceivedChallenges() }).isEmpty == false {
            await Task.yield()
        }
        #expect(try await ali.run { try await GKChallenge.loadReceivedChallenges() }.isEmpty)
    }

    @Test("rule 6.4: who hears that a challenge was met hears of the one that comes back after it, with its rank")
    func orderOfEvents() async throws {
        let arena = try await FullGame()
        let (ali, aliHears) = try await arena.listening("ali")
        let bea = try await arena.device("bea")
        try await arena.befriend("ali", "bea")
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        try await ali.run { try await GKScore.report([score]) }
        try await ali.center.challenge(score.challenge(to: [bea.local.gamePlayerID], nil))
        try await bea.run {
            try await GKLeaderboard.submitScore(60, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        guard case .wasCompleted(let met, by: bea.local)? = await aliHears.next()?.event,
            case .received(let back as GKScoreChallenge)? = await aliHears.next()?.event
        else {
            Issue.record("not in the order in which it happened")
            return
        }
        // Ali's own rank by now, behind bea's.
        #expect((met as? GKScoreChallenge)?.leaderboardEntry?.rank == 2)
        #expect(back.leaderboardEntry?.score == 60 && back.leaderboardEntry?.rank == 1 && back.score?.rank == 1)
        let listed = try await ali.run { try await GKChallenge.loadReceivedChallenges() }
        #expect(listed.compactMap { ($0 as? GKScoreChallenge)?.leaderboardEntry?.rank } == [1])
    }

    @Test("rule 6.3: a challenge that comes while the server can't be reached for a moment is received after it")
    func awayForAMoment() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        _ = try await arena.game.player("bea")
        let (network, openings, hears) = (AnsweringTransport(), StreamOpenings(), RecordingListener())
        let bea = try TestDevice(arena.game) {
            $0.transport = network
            $0.eventStreamOpened = openings.opened
        }
        bea.run { GKLocalPlayer.local.register(hears) }
        try await bea.signIn("bea")
        await openings.next()
        try await arena.befriend("ali", "bea")
        let isFirst = Mutex(true)
        network.answer { request in
            guard request.method == "GET", request.url.contains("/challenges/") else { return nil }
            let refuses = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            return refuses ? ForeignAnswer.gateway.response : nil
        }
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        try await ali.run { try await GKScore.report([score]) }
        try await ali.center.challenge(score.challenge(to: [bea.local.gamePlayerID], nil))
        guard case .received(let challenge)? = await hears.next()?.event else {
            Issue.record("nothing was received")
            return
        }
        #expect(challenge.issuingPlayer?.alias == "ali" && !isFirst.withLock(\.self))
    }

    @Test("rule 6.3: a challenge that was over before the device heard of it isn't received")
    func overByThen() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let (phone, phoneHears) = try await arena.listening("bea")
        try await arena.befriend("ali", "bea")
        let tablet = try TestDevice(arena.game)
        try await tablet.signIn("bea")
        // The phone has heard of something, so it resumes from there.
        _ = try await tablet.local.saveGameData(Data("1".utf8), withName: "Slot")
        guard case .modified? = await phoneHears.next()?.event else {
            Issue.record("the phone doesn't listen")
            return
        }
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        try await ali.run { try await GKScore.report([score]) }
        try await ali.center.challenge(score.challenge(to: [phone.local.gamePlayerID], "1"))
        guard case .received(let first)? = await phoneHears.next()?.event else {
            Issue.record("the phone heard of no challenge")
            return
        }
        phone.center.didEnterBackground()
        try await tablet.run {
            try await GKLeaderboard.submitScore(50, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        score.value = 70
        try await ali.run { try await GKScore.report([score]) }
        try await ali.center.challenge(score.challenge(to: [phone.local.gamePlayerID], "2"))
        try await tablet.run {
            try await GKLeaderboard.submitScore(70, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        let banners = phone.presenter.banners.count { $0.title == "ali challenged you" }
        phone.center.willEnterForeground()
        guard case .completed(first, issuedBy: _)? = await phoneHears.next()?.event,
            case .completed(let second, issuedBy: _)? = await phoneHears.next()?.event
        else {
            Issue.record("the phone received a challenge that was over")
            return
        }
        #expect(second.message == "2")
        #expect(phone.presenter.banners.count { $0.title == "ali challenged you" } == banners)
    }

    @Test("rule 6.1: an achievement challenge is completed by earning it, and asks for what the sender has earned")
    func achievement() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let (bea, beaHears) = try await arena.listening("bea")
        try await arena.befriend("ali", "bea")
        let earned = ali.run { GKAchievement(identifier: "first") }
        let early = await ali.failure {
            try await ali.center.challenge(earned.challenge(to: [bea.local.gamePlayerID], nil))
        }
        #expect(early == .challengeInvalid)
        earned.percentComplete = 100
        try await ali.run { try await GKAchievement.report([earned]) }
        earned.issueChallenge(toPlayers: [bea.local.gamePlayerID], message: "You too?")
        guard case .received(let challenge as GKAchievementChallenge)? = await beaHears.next()?.event else {
            Issue.record("no achievement challenge")
            return
        }
        #expect(challenge.achievement?.identifier == "first" && challenge.achievement?.isCompleted == true)
        #expect(challenge.achievement?.player == ali.local && challenge.message == "You too?")
        let mine = bea.run { GKAchievement(identifier: "first") }
        mine.percentComplete = 100
        let none = await bea.told {
            GKAchievement.report([mine], withEligibleChallenges: [], withCompletionHandler: $0)
        }
        #expect(none.error == nil)
        #expect(try await bea.run { try await GKChallenge.loadReceivedChallenges() }.count <= 1)
        let strangers = await ali.failure {
            try await ali.center.challenge(earned.challenge(to: ["A:_stranger"], nil))
        }
        #expect(strangers == .challengeInvalid)
        #expect(
            await ali.failure { try await ali.center.challenge(earned.challenge(to: [], nil)) } == .challengeInvalid)
    }

    @Test("rule 6.4: of an achievement challenge too both hear when it is met, and by whom")
    func achievementCompleted() async throws {
        let arena = try await FullGame()
        let (ali, aliHears) = try await arena.listening("ali")
        let (bea, beaHears) = try await arena.listening("bea")
        try await arena.befriend("ali", "bea")
        try await ali.run {
            let earned = GKAchievement(identifier: "first")
            earned.percentComplete = 100
            try await GKAchievement.report([earned])
            earned.issueChallenge(toPlayers: [bea.local.gamePlayerID], message: nil)
        }
        guard case .received(let challenge as GKAchievementChallenge)? = await beaHears.next()?.event else {
            Issue.record("no achievement challenge")
            return
        }
        try await bea.run {
            let earned = GKAchievement(identifier: "first")
            earned.percentComplete = 100
            try await GKAchievement.report([earned])
        }
        guard case .completed(let done as GKAchievementChallenge, issuedBy: ali.local)? = await beaHears.next()?.event
        else {
            Issue.record("bea did not hear that she met it")
            return
        }
        #expect(done == challenge && done.state == .completed && done.achievement?.identifier == "first")
        guard case .wasCompleted(challenge, by: bea.local)? = await aliHears.next()?.event else {
            Issue.record("ali did not hear that bea met it")
            return
        }
    }

    @Test("rules 6.3, 8.1: declined without a network, a challenge is declined for the player, and later on the server")
    func declinedOffline() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let network = CutTransport()
        let bea = try await arena.device("bea") {
            $0.transport = network
            $0.sleep = { _ in await Gate().wait() }
        }
        try await arena.befriend("ali", "bea")
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        try await ali.run { try await GKScore.report([score]) }
        try await ali.center.challenge(score.challenge(to: [bea.local.gamePlayerID], nil))
        let received = try #require(try await bea.run { try await GKChallenge.loadReceivedChallenges() }.first)
        let sent = try #require(received.challengeID)
        network.cut(true)
        received.decline()
        while received.state == .pending { await Task.yield() }
        #expect(received.state == .declined)
        #expect(try await state(of: sent, for: ali) == .pending)
        network.cut(false)
        // Behind it in the queue.
        try await bea.run {
            try await GKLeaderboard.submitScore(1, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        #expect(try await state(of: sent, for: ali) == .declined)
        #expect(try await bea.run { try await GKChallenge.loadReceivedChallenges() }.isEmpty)
    }

    private func state(of challenge: ChallengeID, for device: TestDevice) async throws -> GKChallengeState? {
        let record = try await device.center.asPlayer { (client, _) throws(ClientError) in
            try await client.challenge(challenge)
        }
        return GKChallengeState(rawValue: Int(record.state))
    }

    @Test("rule 8.1: a challenge whose answer got lost is sent again, and arrives once", arguments: [false, true])
    func lostAnswer(inLaterRun: Bool) async throws {
        let arena = try await FullGame()
        let network = AnsweringTransport()
        let ali = try await arena.device("ali") {
            $0.transport = network
            $0.sleep = { _ in await Gate().wait() }
        }
        let bea = try await arena.device("bea")
        try await arena.befriend("ali", "bea")
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        try await ali.run { try await GKScore.report([score]) }
        network.loseAnswer(of: "/challenges")
        do throws(GKError) {
            try await ali.center.challenge(score.challenge(to: [bea.local.gamePlayerID], nil))
            Issue.record("the answer wasn't lost")
        } catch {
            #expect(error.isKept, "\(error)")
        }
        // It has arrived, and is declined before it comes again.
        let received = try await bea.run { try await GKChallenge.loadReceivedChallenges() }
        let challenge = try #require(received.first?.challengeID)
        #expect(received.count == 1)
        received.first?.decline()
        while received.first?.state == .pending { await Task.yield() }
        #expect(try await state(of: challenge, for: bea) == .declined)

        let queue = SubmissionQueue(PlayerFolder(ali.folder, ali.game, playerID: ali.local.gamePlayerID))
        #expect(try queue.items().count == 1)
        if inLaterRun {
            ali.center.close()
            let again = try TestDevice(arena.game, folder: ali.folder)
            #expect(await again.authenticate().next().error == nil)
            while try !queue.items().isEmpty { await Task.yield() }
        } else {
            // Behind it in the queue.
            try await ali.run {
                try await GKLeaderboard.submitScore(
                    1, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
            }
        }
        #expect(try queue.items().isEmpty)
        #expect(try await bea.run { try await GKChallenge.loadReceivedChallenges() }.isEmpty)
    }

    @Test("all that a listener may leave out is left out without harm, and others hear all the same")
    func silentListener() async throws {
        final class Silent: NSObject, GKLocalPlayerListener {}
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let (bea, beaHears) = try await arena.listening("bea")
        let silent = Silent()
        bea.run { GKLocalPlayer.local.register(silent) }
        let again = RecordingListener()
        bea.run { GKLocalPlayer.local.register(again) }
        try await arena.befriend("ali", "bea")
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        try await ali.run { try await GKScore.report([score]) }
        score.issueChallenge(toPlayers: [bea.local.gamePlayerID], message: nil)
        guard case .received(let challenge)? = await beaHears.next()?.event,
            case .received(challenge)? = await again.next()?.event
        else {
            Issue.record("a listener without methods kept others from hearing")
            return
        }
        let listener: any GKLocalPlayerListener = silent
        listener.player(bea.local, wantsToPlay: challenge)
        listener.player(bea.local, didComplete: challenge, issuedByFriend: ali.local)
        listener.player(bea.local, issuedChallengeWasCompleted: challenge, byFriend: ali.local)
        listener.player(bea.local, hasConflictingSavedGames: [])
        // Nothing of a server calls these yet: docs/internals/gamekit.md.
        listener.player(
            bea.local, didAccept: GKInvite(from: ali.local, isHosted: false, group: 0, attributes: 0))
        listener.player(bea.local, didRequestMatchWithRecipients: [ali.local])
        listener.player(bea.local, didRequestMatchWithOtherPlayers: [ali.local])
        listener.player(bea.local, didRequestMatchWithPlayers: [ali.local.gamePlayerID])
        let text = challenge.description
        #expect(text.contains("from: ali, to: bea, state: pending") && text.contains("message: (null)"))
        #expect(challenge.hash == challenge.hash && challenge.hash != 0)
        #expect(challenge.isEqual(challenge) && !challenge.isEqual(silent))
    }

    @Test("a compose controller sends what the presenter gives back, and says to whom; dismissed, it sends nothing")
    @MainActor func composing() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let bea = try await arena.device("bea")
        try await arena.befriend("ali", "bea")
        try await ali.run {
            try await GKLeaderboard.submitScore(
                50, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best", "laps"])
            let first = GKAchievement(identifier: "first")
            first.percentComplete = 100
            try await GKAchievement.report([first])
        }
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        let laps = ali.run { GKLeaderboard() }
        laps.identifier = "laps"
        let entry = try #require(
            try await laps.loadEntries(for: .global, timeScope: .allTime, range: NSRange(location: 1, length: 1)).0)
        let achievement = ali.run { GKAchievement(identifier: "first") }
        let (friend, id) = (bea.local, bea.local.gamePlayerID)
        typealias Make = (@escaping (UIViewController, Bool, [String]?) -> Void) -> UIViewController?
        func players(_ tell: @escaping (UIViewController, Bool, [String]?) -> Void) -> GKChallengeComposeHandler {
            { tell($0, $1, $2?.map(\.gamePlayerID)) }
        }
        let composers: [Make] = [
            { score.challengeComposeController(withMessage: "1", players: [friend], completionHandler: $0) },
            { score.challengeComposeController(withPlayers: [id], message: "2", completionHandler: $0) },
            { score.challengeComposeController(withMessage: "3", players: [friend], completion: players($0)) },
            { entry.challengeComposeController(withMessage: "4", players: [friend], completionHandler: $0) },
            { entry.challengeComposeController(withMessage: "5", players: [friend], completion: players($0)) },
            { achievement.challengeComposeController(withMessage: "6", players: [friend], completionHandler: $0) },
            { achievement.challengeComposeController(withPlayers: [id], message: "7", completionHandler: $0) },
            { achievement.challengeComposeController(withMessage: "8", players: [friend], completion: players($0)) },
        ]
        let game = UIViewController()
        for (number, make) in composers.enumerated() {
            let (wasSent, receivers) = await withCheckedContinuation { continuation in
                let made = make { controller, wasSent, receivers in
                    MainActor.assumeIsolated { #expect(controller.presentingViewController === game) }
                    continuation.resume(returning: (wasSent, receivers))
                }
                if let made { game.present(made, animated: true) }
            }
            #expect(wasSent && receivers == [id], "\(number + 1)")
            game.dismiss(animated: false)
        }
        let messages = try await bea.run { try await GKChallenge.loadReceivedChallenges() }.map(\.message)
        #expect(messages.count == 3)

        // Nobody is named, or the player goes away.
        let open = score.challengeComposeController(withMessage: nil, players: nil) { _, wasSent, receivers in
            #expect(!wasSent && receivers == nil)
        }
        game.present(open, animated: false)
        game.dismiss(animated: false)
        #expect(try await bea.run { try await GKChallenge.loadReceivedChallenges() }.count == 3)
    }

    @Test("Play Now reaches a running game as wantsToPlay, and a game that is started for the challenge as well")
    func playNow() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        _ = try await arena.game.player("bea")
        try await arena.befriend("ali", "bea")
        try await ali.run {
            try await GKLeaderboard.submitScore(50, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        let page = try await arena.ownSession("bea")
        let me = try await arena.expect("GET", "/v1/players/me", nil, page)
        let bea = try #require((me["player"] as? [String: Any])?["id"] as? String)
        let senderPage = try await arena.ownSession("ali")
        let issued = try await arena.expect(
            "POST", "/v1/games/\(arena.game.bundleID)/challenges", ["players": [bea], "leaderboard": "best"], senderPage
        )
        let id = try #require((issued["challenges"] as? [[String: Any]])?.first?["id"] as? String)
        let play = "/v1/challenges/\(id)/play"
        let cold = try await arena.expect("POST", play, nil, page)
        #expect(cold["isRunning"] as? Bool == false && cold["launch"] as? String == "laurel://challenges/\(id)")
        let (device, listener) = try await arena.listening("bea", isNew: false)
        let warm = try await arena.expect("POST", play, nil, page)
        #expect(warm["isRunning"] as? Bool == true)
        guard let call = await listener.next(), case .wantsToPlay(let challenge) = call.event else {
            Issue.record("the running game was not told")
            return
        }
        #expect(challenge.record.id == id && call.player === device.local && call.isOnMainThread)
        #expect(device.run { Laurel.open(URL(string: "laurel://challenges/\(id)") ?? URL(filePath: "/")) })
        guard case .wantsToPlay(challenge)? = await listener.next()?.event else {
            Issue.record("the address did not reach the game")
            return
        }
        #expect(!device.run { Laurel.open(URL(filePath: "/tmp")) })

        // Started for it: told once somebody is signed in and listens.
        let started = try TestDevice(arena.game, variables: ["LAUREL_CHALLENGE": id])
        let hears = RecordingListener()
        try await started.signIn("bea")
        started.run { GKLocalPlayer.local.register(hears) }
        guard case .wantsToPlay(challenge)? = await hears.next()?.event else {
            Issue.record("the started game was not told")
            return
        }
        let refused = try await arena.server.http.json("POST", play, nil, token: senderPage)
        #expect(refused.status == 403)
    }

    @Test(
        "a program's arguments may name the challenge that it is started for",
        arguments: [
            (["game", "laurel://challenges/ID"], true), (["game", "--laurel-challenge", "ID"], true),
            (["game", "--laurel-challenge=ID"], true), (["game", "LAUREL://challenges/ID"], true),
            (["game", "--laurel-challenge"], false), (["game", "ID"], false), (["laurel://challenges/ID"], false),
            (["game", "laurel://challenges/C:_00"], false),
        ])
    func arguments(_ arguments: [String], _ isFound: Bool) {
        let id = "C:_00112233445566778899aabbccddeeff"
        let found = LaunchArguments(arguments.map { $0.replacing("ID", with: id) }).challenge
        #expect(found == (isFound ? ChallengeID(id) : nil))
    }
}
