import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelWire
import Synchronization
import Testing

@testable import GameKit

@Suite("Activities of a game", .timeLimit(.minutes(15)))
struct GameActivityTests {
    /// Takes what it is asked about, or not.
    private final class Player: NSObject, GKLocalPlayerListener {
        private let takes: Bool
        private let asked: AsyncStream<GKGameActivity>
        private let feed: AsyncStream<GKGameActivity>.Continuation

        init(takes: Bool) {
            self.takes = takes
            (asked, feed) = AsyncStream.makeStream()
        }

        func next() async -> GKGameActivity? {
            for await activity in asked { return activity }
            return nil
        }

        func player(
            _ player: GKPlayer, wantsToPlay activity: GKGameActivity,
            completionHandler: @escaping @Sendable (Bool) -> Void
        ) {
            #expect(Callbacks.isOnMain)
            completionHandler(takes)
            feed.yield(activity)
        }
    }

    /// Says nothing until the test does.
    private final class Thinker: NSObject, GKLocalPlayerListener {
        private let asked: AsyncStream<@Sendable (Bool) -> Void>
        private let feed: AsyncStream<@Sendable (Bool) -> Void>.Continuation

        override init() { (asked, feed) = AsyncStream.makeStream() }

        func next() async -> (@Sendable (Bool) -> Void)? {
            for await answer in asked { return answer }
            return nil
        }

        func player(
            _ player: GKPlayer, wantsToPlay activity: GKGameActivity,
            completionHandler: @escaping @Sendable (Bool) -> Void
        ) { feed.yield(completionHandler) }
    }

    private final class Silent: NSObject, GKLocalPlayerListener {}

    /// Has the asynchronous form alone.
    private final class Modern: NSObject, GKLocalPlayerListener {
        private let asked: AsyncStream<GKGameActivity>
        private let feed: AsyncStream<GKGameActivity>.Continuation

        override init() { (asked, feed) = AsyncStream.makeStream() }

        func next() async -> GKGameActivity? {
            for await activity in asked { return activity }
            return nil
        }

        func player(_ player: GKPlayer, wantsToPlay activity: GKGameActivity) async -> Bool {
            feed.yield(activity)
            return true
        }
    }

    private func definition(_ device: TestDevice, _ id: String = "race") async throws -> GKGameActivityDefinition {
        try #require(
            try await device.run { try await GKGameActivityDefinition.loadGameActivityDefinitions(IDs: [id]) }.first)
    }

    @Test("rule 14.1: definitions come as their developer wrote them, in both forms")
    func definitions() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let told = await ali.told { GKGameActivityDefinition.loadGameActivityDefinitions(completionHandler: $0) }
        #expect(told.value?.map(\.identifier) == ["race", "solo"] && told.isOnMainThread)
        #expect(try await ali.run { try await GKGameActivityDefinition.all }.map(\.title) == ["Race", "Solo"])
        let named = try await ali.run {
            try await GKGameActivityDefinition.loadGameActivityDefinitions(IDs: ["solo", "nothing", "race"])
        }
        #expect(named.map(\.identifier) == ["solo", "race"])
        let (solo, race) = (try #require(named.first), try #require(named.last))
        #expect(race.details == "First wins." && solo.details == nil)
        #expect(race.defaultProperties == ["course": "jungle", "wind": "none"])
        #expect(race.supportsPartyCode && !solo.supportsPartyCode)
        #expect(race.playStyle == .synchronous && solo.playStyle == .unspecified)
        #expect(race.playerRange as? ClosedRange<Int> == 2...4 && solo.playerRange == nil)
        #expect(!race.supportsUnlimitedPlayers && !solo.supportsUnlimitedPlayers)
        #expect(race.releaseState == .released && race.groupIdentifier == nil)
        #expect(race.fallbackURL == URL(string: "https://hop.example/start"))
        #expect(try await race.leaderboards.map(\.baseLeaderboardID) == ["laps", "best"])
        #expect(try await race.achievementDescriptions.map(\.identifier) == ["first"])
        let linking = try await race.leaderboards.first
        #expect(linking?.activityIdentifier == "race" && linking?.activityProperties["course"] == "jungle")
        let earning = try await race.achievementDescriptions.first
        #expect(earning?.activityIdentifier == "race" && earning?.activityProperties.count == 2)
        #expect(try await race.image == nil)
    }

    @Test("rule 14.3: a link's properties stand over the definition's, and the game's over both")
    func linkProperties() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let boards = try await ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["laps", "best"]) }
        try #require(boards.count == 2)
        #expect(boards[0].activityProperties == ["course": "jungle", "wind": "none"])
        #expect(boards[1].activityProperties == ["course": "desert", "wind": "none", "laps": "3"])
        let descriptions = try await ali.run { try await GKAchievementDescription.loadAchievementDescriptions() }
        let first = try #require(descriptions.first { $0.identifier == "first" })
        #expect(first.activityProperties == ["course": "jungle", "wind": "storm"])

        // As the leaderboard's page opens it: with what its link says.
        let listener = Player(takes: true)
        ali.run { GKLocalPlayer.local.register(listener) }
        let url = try #require(URL(string: "laurel://activities/race?course=desert&laps=3"))
        #expect(ali.run { Laurel.open(url) })
        let activity = try #require(await listener.next())
        #expect(activity.properties == boards[1].activityProperties)
        activity.properties["course"] = "beach"
        #expect(activity.properties == ["course": "beach", "wind": "none", "laps": "3"])
        #expect(activity.activityDefinition.defaultProperties == ["course": "jungle", "wind": "none"])
        // One that the game starts by itself has no link.
        let own = try await definition(ali)
        #expect(try ali.run { try GKGameActivity.start(definition: own) }.properties == own.defaultProperties)
        withExtendedLifetime(listener) {}
    }

    @Test("rule 14.3: links of as many properties as there may be are read, and longer ones are not")
    func longLinks() throws {
        let (rest, value) = (String(repeating: "n", count: 62), String(repeating: "v", count: 255))
        let pairs = (10..<74).map { "\($0)\(rest)=\(value)" }
        let link = try #require(LaunchActivity("race?" + pairs.joined(separator: "&")))
        #expect(link.properties.count == 64)
        #expect(LaunchActivity("race?a=" + String(repeating: "v", count: 65_536)) == nil)
    }

    @Test("rule 14.2: each state follows the ones that it may follow; a call out of order changes nothing")
    func states() {
        let start = Date(timeIntervalSince1970: 1_000)
        func at(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }
        var progress = ActivityProgress(created: start)
        #expect(progress.state == .initialized && GKGameActivity.State.ended.rawValue == 4)
        let early = [progress.pause(at: at(1)), progress.resume(at: at(1)), progress.end(at: at(1))]
        #expect(early == [false, false, false] && progress == ActivityProgress(created: start))
        #expect(progress.start(at: at(10)) && progress.state == .active)
        #expect(!progress.start(at: at(11)) && !progress.resume(at: at(11)))
        #expect(progress.started == at(10) && progress.duration(at: at(25)) == 15)
        #expect(progress.pause(at: at(30)) && progress.state == .paused && progress.duration(at: at(99)) == 20)
        let again = progress.pause(at: at(31))
        #expect(!again)
        #expect(progress.resume(at: at(100)) && progress.resumed == at(100))
        #expect(progress.duration(at: at(105)) == 25)
        // A clock that was set back takes nothing away.
        #expect(progress.duration(at: at(50)) == 20)
        #expect(progress.end(at: at(110)) && progress.state == .ended && progress.ended == at(110))
        #expect(progress.duration(at: at(500)) == 30)
        let before = progress
        let late = [
            progress.start(at: at(200)), progress.pause(at: at(200)), progress.resume(at: at(200)),
            progress.end(at: at(200)),
        ]
        #expect(late == [false, false, false, false] && progress == before)
    }

    @Test("rule 14.4: the latest scores and progress are submitted when it ends, once")
    func ending() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let definition = try await definition(ali, "solo")
        let boards = try await ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["best", "laps"]) }
        let (best, laps) = (try #require(boards.first), try #require(boards.last))
        let activity = try ali.run { try GKGameActivity.start(definition: definition) }
        let achievement = ali.run { GKAchievement(identifier: "first") }
        ali.run {
            activity.setScore(on: best, to: 7)
            activity.setScore(on: best, to: 9, context: 3)
            activity.setScore(on: laps, to: 50)
            activity.removeScores(from: [laps])
            activity.setProgress(on: achievement, to: 40)
            activity.setProgress(on: achievement, to: 25)
        }
        #expect(activity.score(on: best)?.value == 9 && activity.score(on: best)?.context == 3)
        #expect(activity.score(on: laps) == nil && activity.leaderboardScores.count == 1)
        #expect(activity.progress(on: achievement) == 25 && activity.achievements == [achievement])
        #expect(activity.state == .active && activity.partyCode == nil && activity.partyURL == nil)
        let server = Arena(game: arena.game)
        #expect(try await server.journal() == [])
        ali.run {
            activity.pause()
            activity.end()
            activity.end()
            activity.setScore(on: best, to: 1_000)
        }
        #expect(activity.state == .ended && activity.score(on: best)?.value == 9)
        // What is sent after it arrives after it.
        try await ali.run {
            try await GKLeaderboard.submitScore(60, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["laps"])
        }
        #expect(try await server.journal().map(\.value) == [9, 60])
        let earned = try await ali.run { try await GKAchievement.loadAchievements() }
        #expect(earned.map(\.identifier) == ["first"] && earned.first?.percentComplete == 25)
        // One commit: a score that can't count takes the achievement along.
        let refused = try ali.run { try GKGameActivity.start(definition: definition) }
        let unknown = ali.run { GKAchievement(identifier: "nothing") }
        ali.run {
            refused.setScore(on: best, to: 11)
            refused.setProgress(on: achievement, to: 90)
            refused.setProgress(on: unknown, to: 100)
            refused.end()
        }
        try await ali.run {
            try await GKLeaderboard.submitScore(61, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["laps"])
        }
        #expect(try await server.journal().map(\.value) == [9, 60, 61])
        #expect(try await ali.run { try await GKAchievement.loadAchievements() }.first?.percentComplete == 25)
    }

    @Test("rules 14.2 and 14.6: a code that isn't valid is an invalid parameter; those with one code have one request")
    func codes() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let (race, solo) = (try await definition(ali), try await definition(ali, "solo"))
        for (definition, code) in [(race, "AB-C"), (race, "AO-BC"), (race, ""), (solo, "AB-CD")] {
            #expect(throws: GKError.self) {
                _ = try ali.run { try GKGameActivity.start(definition: definition, partyCode: code) }
            }
        }
        #expect(GKGameActivity.isValidPartyCode("ab-cd") && GKGameActivity.isValidPartyCode("01-10"))
        #expect(!GKGameActivity.isValidPartyCode("abcd"))
        #expect(GKGameActivity.validPartyCodeAlphabet.count == 30)
        let own = try ali.run { try GKGameActivity.start(definition: race, partyCode: "ab-cd") }
        #expect(own.partyCode == "AB-CD" && own.partyURL?.path == "/join/AB-CD")
        let drawn = try ali.run { try GKGameActivity.start(definition: race) }
        #expect(drawn.partyCode.map(GKGameActivity.isValidPartyCode) == true)
        // Those with one code meet only one another.
        let same = try ali.run { try GKGameActivity.start(definition: race, partyCode: "AB-CD") }
        let request = try #require(own.makeMatchRequest())
        #expect(request.minPlayers == 2 && request.maxPlayers == 4)
        #expect(request.playerGroup == same.makeMatchRequest()?.playerGroup)
        #expect(request.playerGroup != drawn.makeMatchRequest()?.playerGroup)
        #expect(ali.run { GKGameActivity(definition: solo) }.makeMatchRequest() == nil)
        // Not started yet, it has no code; and no match has as many players, or as few.
        #expect(ali.run { GKGameActivity(definition: race) }.makeMatchRequest() == nil)
        for (least, most, found) in [(1, 1, nil), (17, nil, nil), (1, nil, 2...16), (3, 40, 3...16)]
            as [(Int, Int?, ClosedRange<Int>?)]
        {
            var record = race.record
            (record.minPlayers, record.maxPlayers) = (least, most)
            let definition = GKGameActivityDefinition(record, in: ali.center)
            let request = try ali.run { try GKGameActivity.start(definition: definition, partyCode: "AB-CD") }
                .makeMatchRequest()
            #expect(request.map { $0.minPlayers...$0.maxPlayers } == found)
        }
    }

    @Test("rules 14.6 and 14.10: a match that is sought as soon as the activity has started knows of the party")
    func atOnce() async throws {
        let arena = try await FullGame()
        let (ali, bea) = (try await arena.device("ali"), try await arena.device("bea"))
        let (one, other) = (try await definition(ali), try await definition(bea))
        for number in 10..<20 {
            var found: [String] = []
            for (device, race) in [(ali, one), (bea, other)] {
                let match = try await device.run {
                    let activity = try GKGameActivity.start(definition: race, partyCode: "22-\(number)")
                    let request = try #require(activity.makeMatchRequest())
                    request.maxPlayers = 2
                    return try await GKTurnBasedMatch.find(for: request)
                }
                found.append(match.matchID)
            }
            #expect(found[0] == found[1])
        }
    }

    @Test("rule 14.10: neither the search for a match nor the activity's end overtakes the entry into its party")
    func entersFirst() async throws {
        let arena = try await FullGame()
        let (network, gate, found) = (AnsweringTransport(), Pauses(), Happening<Bool>())
        let ali = try await arena.device("ali") { $0.transport = network }
        let race = try await definition(ali)
        let sent = Mutex<[String]>([])
        network.answer { request in
            let isParty = request.url.contains("/parties")
            guard isParty || (request.method == "POST" && request.url.contains("/matches")) else { return nil }
            if isParty, request.method == "POST" {
                do { try await gate.sleep(.zero) } catch { return ForeignAnswer.missing.response }
            }
            sent.withLock { $0.append(isParty ? request.method : "match") }
            return nil
        }
        let first = try ali.run { try GKGameActivity.start(definition: race, partyCode: "22-33") }
        await gate.wait(for: 1)
        let request = try #require(first.makeMatchRequest())
        ali.run {
            GKTurnBasedMatch.find(for: request, withCompletionHandler: { match, _ in found.happen(match != nil) })
        }
        // Time enough for what doesn't wait.
        _ = try await ali.run { try await GKTurnBasedMatch.loadMatches() }
        #expect(sent.withLock(\.self) == [])
        gate.end()
        #expect(await found.next() == true)
        #expect(sent.withLock(\.self) == ["POST", "match"])

        let second = try ali.run { try GKGameActivity.start(definition: race, partyCode: "22-34") }
        await gate.wait(for: 2)
        second.end()
        _ = try await ali.run { try await GKTurnBasedMatch.loadMatches() }
        #expect(sent.withLock(\.self) == ["POST", "match"])
        gate.end()
        while sent.withLock({ $0.count < 4 }) { await Task.yield() }
        #expect(sent.withLock(\.self) == ["POST", "match", "POST", "DELETE"])
    }

    @Test("rule 14.10: an activity that began before anybody was signed in has its party as soon as somebody is")
    func beforeSignIn() async throws {
        let arena = try await FullGame()
        let known = try await definition(try await arena.device("ali"))
        let (network, entered) = (AnsweringTransport(), Happening<Void>())
        network.answer { request in
            if request.method == "POST", request.url.contains("/parties") { entered.happen() }
            return nil
        }
        let device = try TestDevice(arena.game) { $0.transport = network }
        // As the game knows it from an earlier run.
        let race = GKGameActivityDefinition(known.record, in: device.center)
        let activity = try device.run { try GKGameActivity.start(definition: race, partyCode: "22-33") }
        #expect(entered.count == 0)
        try await device.signIn("ali")
        _ = await entered.next()
        activity.end()
    }

    @Test("rule 14.10: the player stays in the party as long as the activity runs and the game is seen")
    func stays() async throws {
        let arena = try await FullGame()
        let (network, pauses) = (AnsweringTransport(), Pauses())
        let (entries, leaving) = (Happening<Void>(), Happening<Void>())
        let ali = try await arena.device("ali") { world in
            world.transport = network
            // Of the party alone: its pauses are of five minutes.
            world.sleep = { duration in
                if duration == .seconds(300) { try await pauses.sleep(duration) } else { await Gate().wait() }
            }
        }
        let race = try await definition(ali)
        network.answer { request in
            guard request.url.contains("/parties") else { return nil }
            if request.method == "POST" { entries.happen() } else { leaving.happen() }
            return nil
        }
        let activity = try ali.run { try GKGameActivity.start(definition: race, partyCode: "22-33") }
        await pauses.wait(for: 1)
        #expect(entries.count == 1)
        pauses.end()
        await pauses.wait(for: 2)
        #expect(entries.count == 2)
        // A game that nobody sees asks nothing.
        ali.run { Laurel.didEnterBackground() }
        pauses.end()
        await pauses.wait(for: 3)
        #expect(entries.count == 2)
        // Seen again, it enters at once, and its five minutes begin anew.
        ali.run { Laurel.willEnterForeground() }
        await pauses.wait(for: 4)
        #expect(entries.count == 3)
        pauses.end()
        await pauses.wait(for: 5)
        #expect(entries.count == 4)
        activity.end()
        _ = await leaving.next()
        pauses.end()
        // Time enough for one more entry.
        _ = try await ali.run { try await GKTurnBasedMatch.loadMatches() }
        #expect(entries.count == 4)
    }

    @Test(
        "rules 14.8, 14.9 and 14.10: friends meet by a code, as it is typed or in its link, before the first turn too")
    func parties() async throws {
        let arena = try await FullGame()
        let (ali, bea) = (try await arena.device("ali"), try await arena.device("bea"))
        let made = try await ali.run { try await Laurel.beginParty(activityID: "race") }
        #expect(made.players == [ali.local] && made.activityIdentifier == "race")
        #expect(made.url.path == "/join/\(made.code)")
        let request = GKMatchRequest()
        request.playerGroup = made.playerGroup
        let table = try await ali.run { try await GKTurnBasedMatch.find(for: request) }

        // As people write it, and as they paste it.
        let typed = made.code.lowercased().replacing("-", with: " ")
        #expect(Laurel.partyCode(in: typed) == made.code && Laurel.partyCode(in: "hello") == nil)
        #expect(Laurel.partyCode(in: made.url.absoluteString + "?language=en") == made.code)
        #expect(try await bea.run { try await Laurel.loadParty(code: made.url.absoluteString) }.players == [ali.local])
        let entered = try await bea.run { try await Laurel.enterParty(code: typed) }
        #expect(entered.players == [ali.local, bea.local] && entered.playerGroup == made.playerGroup)
        #expect(try await bea.run { try await Laurel.loadMatches(in: entered) }.isEmpty)
        let seat = try await bea.run { try await GKTurnBasedMatch.find(for: request) }
        #expect(seat.matchID == table.matchID && seat.participants.map(\.status) == [.active, .active])
        let found = try await bea.run { try await Laurel.loadMatches(in: entered) }
        #expect(found.map(\.matchID) == [table.matchID])
        #expect(found.map(\.partyCode) == [made.code])
        let alone = try await ali.run { try await GKTurnBasedMatch.find(for: GKMatchRequest()) }
        #expect(alone.partyCode == nil)

        let image = try await bea.run { try await Laurel.loadImage(of: entered) }
        #expect(image.size.width == image.size.height && image.size.width > 100)
        let left = await bea.told { Laurel.leaveParty(code: made.code, completionHandler: $0) }
        #expect(left.error == nil && left.isOnMainThread)
        // Who sits at its table is in it all the same.
        let seated = await ali.told { Laurel.loadParty(code: made.code, completionHandler: $0) }
        #expect(seated.value?.players.count == 2)
        try await seat.participantQuitOutOfTurn(with: .quit)
        let now = await ali.told { Laurel.loadParty(code: made.code, completionHandler: $0) }
        #expect(now.value?.players == [ali.local])
        for wrong in ["2222-2222", "hello"] {
            let refused = await bea.told { Laurel.enterParty(code: wrong, completionHandler: $0) }
            #expect(refused.value == nil && refused.error?.code == .invalidParameter)
            #expect(refused.error?.localizedDescription.contains("party code") == true)
        }
    }

    @Test("rules 14.3 and 14.5: what the player chose waits for sign-in and a listener, with the link's properties")
    func pending() async throws {
        let arena = try await FullGame()
        _ = try await arena.game.player("ali")
        let pauses = Pauses()
        let device = try TestDevice(
            arena.game, variables: ["LAUREL_ACTIVITY": "race?partyCode=abcd&course=desert&more=1%202"]
        ) { $0.sleep = pauses.sleep }
        #expect(await device.run { await GKGameActivity.hasPendingGameActivities })
        try await device.signIn("ali")
        let listener = Player(takes: true)
        device.run { GKLocalPlayer.local.register(listener) }
        let activity = try #require(await listener.next())
        #expect(activity.activityDefinition.identifier == "race" && activity.state == .initialized)
        #expect(activity.partyCode == "AB-CD")
        #expect(activity.properties == ["course": "desert", "wind": "none", "more": "1 2"])
        device.run { activity.properties["wind"] = "storm" }
        #expect(activity.properties["wind"] == "storm" && activity.properties["course"] == "desert")
        #expect(await !device.run { await GKGameActivity.hasPendingGameActivities })
        withExtendedLifetime(listener) {}
    }

    @Test("rule 14.5: a no, or nothing in 10 seconds, leaves it pending; a later yes counts for nothing")
    func refused() async throws {
        let arena = try await FullGame()
        let pauses = Pauses()
        let ali = try await arena.device("ali") { $0.sleep = pauses.sleep }
        let first = Player(takes: false)
        ali.run { GKLocalPlayer.local.register(first) }
        let url = try #require(URL(string: "laurel://activities/solo"))
        #expect(ali.run { Laurel.open(url) })
        #expect(await first.next()?.activityDefinition.identifier == "solo")
        #expect(await ali.run { await GKGameActivity.hasPendingGameActivities })
        let told = await ali.asked { GKGameActivity.checkPendingGameActivityExistence(completionHandler: $0) }
        #expect(told)
        // On the game's page it stays what it was: the player can open it again from there.
        let shown = try await arena.server.http.json("GET", "/v1/games/\(arena.game.bundleID)/activities")
        let listed = (shown.object["activities"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
        #expect(listed?.contains("solo") == true, "\(shown.text)")
        // All have said no: who begins to listen is asked at once, and all others again. One of them only thinks.
        let thinker = Thinker()
        ali.run { GKLocalPlayer.local.register(thinker) }
        let late = try #require(await thinker.next())
        #expect(await first.next() != nil)
        // Somebody begins to listen meanwhile: they are asked when the ten seconds are over.
        let last = Player(takes: true)
        ali.run { GKLocalPlayer.local.register(last) }
        await pauses.wait(for: 2)
        pauses.end()
        #expect(await last.next()?.activityDefinition.identifier == "solo")
        while await ali.run({ await GKGameActivity.hasPendingGameActivities }) { await Task.yield() }
        // It is about another one now.
        #expect(ali.run { Laurel.open(url) })
        late(true)
        #expect(await last.next() != nil)
        withExtendedLifetime((first, thinker, last)) {}
    }

    @Test("rule 14.5: answers count once, for the question that they are about")
    func answers() throws {
        let solo = try #require(LaunchActivity("solo"))
        let pending = PendingActivity(nil)
        #expect(!pending.exists && pending.take() == nil)
        pending.choose(solo)
        let first = try #require(pending.take())
        #expect(pending.take() == nil && pending.exists)
        // It was asked for twice: once more, after the no.
        #expect(pending.answered(first, isTaken: false))
        let second = try #require(pending.take())
        #expect(!pending.answered(first, isTaken: true) && pending.exists)
        pending.choose(solo)
        let third = try #require(pending.take())
        #expect(!pending.answered(second, isTaken: true) && pending.exists)
        #expect(!pending.answered(third, isTaken: true) && !pending.exists)
        #expect(!pending.answered(third, isTaken: false) && pending.take() == nil)
    }

    @Test("rule 14.5: a listener with the asynchronous method alone is asked, and one with none of them takes nothing")
    func asynchronous() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let silent = Silent()
        ali.run { GKLocalPlayer.local.register(silent) }
        let url = try #require(URL(string: "laurel://activities/solo?level=3"))
        #expect(ali.run { Laurel.open(url) })
        let modern = Modern()
        ali.run { GKLocalPlayer.local.register(modern) }
        let activity = try #require(await modern.next())
        #expect(activity.properties == ["level": "3"])
        while await ali.run({ await GKGameActivity.hasPendingGameActivities }) { await Task.yield() }
        withExtendedLifetime((silent, modern)) {}
    }

    @Test(
        "links to activities are read, and nothing else is",
        arguments: [
            ("race", "race", nil, [:]), ("race?partyCode=2345", "race", "23-45", [:]),
            ("race?a=1&b=%26&partyCode=x", "race", nil, ["a": "1", "b": "&"]),
        ] as [(String, String, String?, [String: String])])
    func links(text: String, id: String, code: String?, properties: [String: String]) throws {
        let link = try #require(LaunchActivity(text))
        #expect(link.id.text == id && link.code?.text == code && link.properties == properties)
        #expect(LaunchArguments(["game", "laurel://activities/" + text]).activity == link)
        #expect(LaunchArguments(["game", "--laurel-activity", text]).activity == link)
        #expect(LaunchArguments(["game", "laurel://challenges/" + text]).activity == nil)
        #expect(LaunchActivity("a b") == nil && LaunchActivity("") == nil)
    }
}
