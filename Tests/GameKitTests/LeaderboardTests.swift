import Foundation
import LaurelProcess
import Testing

@testable import GameKit

@Suite("Leaderboards of a game", .timeLimit(.minutes(15)))
struct LeaderboardTests {
    @Test("rules 4.8, 4.9: entries by rank and by player, with the local player's own, in both forms")
    func entries() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let bea = try await arena.device("bea")
        let cal = try await arena.device("cal")
        try await arena.befriend("ali", "cal")
        for (device, value) in [(ali, 70), (bea, 90), (cal, 80)] {
            try await device.run {
                try await GKLeaderboard.submitScore(
                    value, context: -value, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
            }
        }
        let board = try #require(
            try await ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["best"]) }.first)
        let (local, top, total) = try await board.loadEntries(
            for: .global, timeScope: .allTime, range: NSRange(location: 1, length: 2))
        #expect(top.map(\.rank) == [1, 2] && top.map(\.score) == [90, 80] && total == 3)
        #expect(top.map(\.player.displayName) == ["bea", "cal"] && top.map(\.context) == [-90, -80])
        #expect(top.first?.formattedScore == "90 m" && top.first?.player.alias == "bea")
        #expect(local?.rank == 3 && local?.player === ali.local && local?.score == 70)
        #expect(abs(local?.date.timeIntervalSinceNow ?? 1_000) < 600)

        let friends = await ali.told { (tell: @escaping @Sendable ([GKLeaderboard.Entry]?, (any Error)?) -> Void) in
            board.loadEntries(for: .friendsOnly, timeScope: .today, range: NSRange(location: 1, length: 100)) {
                local, entries, total, error in
                #expect(local?.rank == 2 && total == 2)
                tell(entries, error)
            }
        }
        #expect(friends.isOnMainThread && friends.error == nil)
        #expect(friends.value?.map(\.player.displayName) == ["cal", "ali"])

        let beas = try await board.loadEntries(for: [bea.local], timeScope: .week)
        #expect(beas.1.map(\.rank) == [1] && beas.0?.rank == 3)
        let named = await ali.told { (tell: @escaping @Sendable ([GKLeaderboard.Entry]?, (any Error)?) -> Void) in
            board.loadEntries(for: [cal.local, ali.local], timeScope: .allTime) { local, entries, error in
                #expect(local?.rank == 3)
                tell(entries, error)
            }
        }
        #expect(named.value?.map(\.score) == [80, 70])
    }

    @Test(
        "rule 4.9: a range that does not begin at 1, is empty or has more than 100 ranks is an invalid parameter",
        arguments: [
            NSRange(location: 0, length: 10), NSRange(location: 1, length: 0), NSRange(location: 1, length: 101),
        ])
    func ranges(_ range: NSRange) async throws {
        let arena = try await FullGame()
        let device = try await arena.device("ali")
        let board = device.run { GKLeaderboard() }
        board.identifier = "best"
        let code = await device.failure {
            _ = try await board.loadEntries(for: .global, timeScope: .allTime, range: range)
        }
        #expect(code == .invalidParameter)
        board.range = range
        let old = await device.told { board.loadScores(completionHandler: $0) }
        #expect(old.value == nil && old.code == .invalidParameter && !board.isLoading)
        #expect(
            await device.failure { _ = try await board.loadEntries(for: [], timeScope: .today) } == .invalidParameter)
        let nobody = try TestDevice(arena.game)
        #expect(await nobody.failure { _ = try await GKLeaderboard.loadLeaderboards(IDs: nil) } == .notAuthenticated)
    }

    @Test("rules 4.1, 4.2: leaderboards are loaded with what they are: all that are shown, and by their ids")
    func descriptions() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let all = await ali.told { GKLeaderboard.loadLeaderboards(IDs: nil, completionHandler: $0) }
        #expect(all.value?.map(\.baseLeaderboardID) == ["best", "laps", "daily"] && all.isOnMainThread)
        let old = await ali.told { GKLeaderboard.loadLeaderboards(completionHandler: $0) }
        #expect(old.value?.map(\.title) == ["Best", "Laps", "Daily"])
        #expect(all.value?.map(\.leaderboardDescription) == ["One go, all counts.", "", ""])
        #expect(try await ali.run { try await GKLeaderboard.loadLeaderboards() }.count == 3)

        let some = try await ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["daily", "nothing", "secret"]) }
        let daily = try #require(some.first)
        #expect(some.map(\.identifier) == ["daily", "secret"])
        #expect(daily.type == .recurring && daily.duration == 300 && !daily.isHidden)
        let (start, next) = (try #require(daily.startDate), try #require(daily.nextStartDate))
        #expect(
            next.timeIntervalSince(start) == 300
                && start.timeIntervalSince1970.truncatingRemainder(dividingBy: 300) == 0)
        #expect(some.last?.isHidden == true && some.last?.type == .classic && some.last?.startDate == nil)
        #expect(some.last?.duration == 0 && some.last?.nextStartDate == nil && some.last?.groupIdentifier == nil)
        #expect(all.value?.first?.releaseState == .released)
        #expect([GKReleaseState.released, .prereleased].map(\.rawValue) == [1, 2])
        #expect(try await daily.loadPreviousOccurrence() == nil)
        #expect(try await all.value?.first?.loadPreviousOccurrence() == nil)
        let bad = await ali.failure { _ = try await GKLeaderboard.loadLeaderboards(IDs: ["no such id!"]) }
        #expect(bad == .invalidParameter)
    }

    @Test("rule 4.1: the previous occurrence is the last expired one in which the player scored, with its entries")
    func previousOccurrence() async throws {
        let arena = try await FullGame()
        let token = try await arena.game.player("ali")
        // Made eleven minutes ago by a device that said nothing of its queue: believed.
        let made = Date(timeIntervalSinceNow: -660)
        let formatter = ISO8601DateFormatter()
        _ = try await arena.expect(
            "POST", "/v1/games/\(arena.game.bundleID)/leaderboards/daily/scores",
            ["value": 5, "date": formatter.string(from: made)], token)
        let ali = try TestDevice(arena.game)
        try await ali.signIn("ali")
        let daily = try #require(
            try await ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["daily"]) }.first)
        let found = await ali.told { daily.loadPreviousOccurrence(completionHandler: $0) }
        let previous = try #require(found.value)
        #expect(try await daily.loadPreviousOccurrence()?.startDate == previous.startDate)
        let start = try #require(previous.startDate)
        #expect(start <= made && made < start.addingTimeInterval(301) && previous.nextStartDate == start + 300)
        let (local, entries, total) = try await previous.loadEntries(
            for: .global, timeScope: .allTime, range: NSRange(location: 1, length: 10))
        #expect(local?.score == 5 && entries.map(\.score) == [5] && total == 1)
        let now = try await daily.loadEntries(
            for: .global, timeScope: .allTime, range: NSRange(location: 1, length: 10))
        #expect(now.1.isEmpty && now.0 == nil)
    }

    @Test("before iOS 14: a leaderboard is asked for scores, by category, scope and range, and keeps what it got")
    func scores() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let bea = try await arena.device("bea")
        for (device, value) in [(ali, 70), (bea, 90)] {
            try await device.run {
                try await GKLeaderboard.submitScore(
                    value, context: 3, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
            }
        }
        let board = ali.run { GKLeaderboard() }
        #expect(board.range == NSRange(location: 1, length: 25) && board.timeScope == .allTime)
        #expect(board.playerScope == .global && board.scores == nil && board.maxRange == 0 && board.title == nil)
        #expect(board.localPlayerScore == nil && !board.isLoading && board.identifier == nil)
        board.category = "best"
        board.timeScope = .week
        board.playerScope = .global
        board.range = NSRange(location: 1, length: 1)
        let loaded = await ali.told { (tell: @escaping @Sendable ([GKScore]?, (any Error)?) -> Void) in
            board.loadScores(completionHandler: tell)
            #expect(board.isLoading)
        }
        let first = try #require(loaded.value?.first)
        #expect(loaded.value?.count == 1 && board.scores?.count == 1 && board.maxRange == 2 && !board.isLoading)
        #expect(first.rank == 1 && first.value == 90 && first.formattedValue == "90 m" && first.context == 3)
        #expect(first.player.displayName == "bea" && first.leaderboardIdentifier == "best")
        #expect(board.localPlayerScore?.rank == 2 && board.localPlayerScore?.player === ali.local)
        #expect(board.title == "Best" && board.category == "best")

        board.range = NSRange(location: 1, length: 25)
        board.playerScope = .friendsOnly
        board.timeScope = .today
        #expect(await ali.told { board.loadScores(completionHandler: $0) }.value?.map(\.value) == [70])
        #expect(board.playerScope == .friendsOnly && board.timeScope == .today)
        // Another leaderboard's scores, by the name of before iOS 7.
        board.category = "laps"
        #expect(await ali.told { board.loadScores(completionHandler: $0) }.value?.isEmpty == true)
        #expect(board.identifier == "laps" && board.groupIdentifier == nil)
        board.identifier = "grp.org.example.shared"
        #expect(board.groupIdentifier == "grp.org.example.shared")

        // Without a name: the default one. Of certain players: those.
        let standard = ali.run { GKLeaderboard(players: [bea.local]) }
        #expect(await ali.told { standard.loadScores(completionHandler: $0) }.value?.map(\.value) == [90])
        #expect(standard.identifier == "best")
        let byID = ali.run { GKLeaderboard(playerIDs: [ali.local.gamePlayerID]) }
        #expect(await ali.told { byID?.loadScores(completionHandler: $0) }.value?.map(\.rank) == [2])
        #expect(ali.run { GKLeaderboard(playerIDs: nil) } == nil)
    }

    @Test("rules 4.1, 4.3: sets with their leaderboards, also from an archive")
    func sets() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let told = await ali.told { GKLeaderboardSet.loadLeaderboardSets(completionHandler: $0) }
        let set = try #require(told.value?.first)
        #expect(set.title == "Everything" && set.identifier == "all" && set.groupIdentifier == nil)
        #expect(try await ali.run { try await GKLeaderboardSet.loadLeaderboardSets() }.map(\.identifier) == ["all"])
        #expect(try await set.loadLeaderboards().map(\.title) == ["Laps", "Best", "Daily"])
        let byHandler = await ali.told { set.loadLeaderboards(handler: $0) }
        #expect(byHandler.value?.map(\.baseLeaderboardID) == ["laps", "best", "daily"])
        let data = try NSKeyedArchiver.archivedData(withRootObject: set, requiringSecureCoding: true)
        let copy = try ali.run { try NSKeyedUnarchiver.unarchivedObject(ofClass: GKLeaderboardSet.self, from: data) }
        #expect(copy?.title == "Everything")
        let byCompletion = await ali.told { copy?.loadLeaderboards(completionHandler: $0) }
        #expect(byCompletion.value?.count == 3)
        let other = ali.run { GKLeaderboardSet() }
        other.identifier = "all"
        #expect(try await other.loadLeaderboards().count == 3)
        other.identifier = "nothing"
        #expect(await ali.failure { _ = try await other.loadLeaderboards() } == .invalidParameter)
    }

    @Test("rules 3.6, 4.2, 5.1, 14.1, 14.12: pictures of what a game has; without one, a placeholder or none")
    func pictures() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        for subject in [
            "leaderboards/best", "achievements/first", "sets/all", "activities/race",
            "challenge-definitions/Fast%20Laps",
        ] {
            let answer = try await arena.server.administration.call(
                "PUT", "/v1/connect/apps/\(arena.game.bundleID)/\(subject)/images/en",
                headers: ["Content-Type": "image/png"], body: Data(TestPicture.png(side: 8)))
            #expect((200...299).contains(answer.status), "\(answer.text)")
        }
        let boards = try await ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["best", "laps"]) }
        let picture = try await boards[0].loadImage()
        #expect(picture.size == CGSize(width: 512, height: 512) && picture.scale == 1)
        #expect(UIImage(data: try #require(picture.pngData())) == picture && picture.hash != 0)
        #expect(UIImage().pngData() == nil && UIImage(data: Data("no picture".utf8)) == nil)
        let told = await ali.told { boards[1].loadImage(completionHandler: $0) }
        #expect(told.value != nil && told.value != picture && told.isOnMainThread)
        let set = try #require(try await ali.run { try await GKLeaderboardSet.loadLeaderboardSets() }.first)
        #expect(try await set.loadImage() == picture)
        #expect(await ali.told { set.loadImage(completionHandler: $0) }.value == picture)
        let descriptions = try await ali.run { try await GKAchievementDescription.loadAchievementDescriptions() }
        #expect(try await descriptions[0].loadImage() == picture)
        let other = await ali.told { descriptions[1].loadImage(completionHandler: $0) }
        #expect(other.value != nil && other.value != picture)
        let activities = try await ali.run {
            try await GKGameActivityDefinition.loadGameActivityDefinitions(IDs: ["race", "solo"])
        }
        let definitions = try await ali.run { try await GKChallengeDefinition.all }
        let wide = try #require(try await activities[0].image)
        #expect(wide.size == CGSize(width: 8, height: 8))
        #expect(await ali.told { activities[0].loadImage(completionHandler: $0) }.value == wide)
        #expect(try await definitions[0].image == wide)
        #expect(await ali.told { definitions[0].loadImage(completionHandler: $0) }.value == wide)
        #expect(try await activities[1].image == nil)
        #expect(try await definitions[1].image == nil)
    }
}
