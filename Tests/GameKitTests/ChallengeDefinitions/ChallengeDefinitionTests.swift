import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelWire
import Testing

@testable import GameKit

@Suite("Challenge definitions of a game", .timeLimit(.minutes(15)))
struct ChallengeDefinitionTests {
    @Test("rule 14.12: definitions come as their developer wrote them, in both forms; archived ones aren't loaded")
    func definitions() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let told = await ali.told { GKChallengeDefinition.loadChallengeDefinitions(completionHandler: $0) }
        #expect(told.value?.map(\.identifier) == ["Fast Laps", "daily"] && told.isOnMainThread)
        let all = try await ali.run { try await GKChallengeDefinition.all }
        let (laps, daily) = (try #require(all.first), try #require(all.last))
        #expect(laps.title == "Fast laps" && laps.details == "The fastest lap wins." && daily.details == nil)
        #expect(laps.groupIdentifier == "hop" && daily.groupIdentifier == nil)
        #expect(laps.durationOptions == [DateComponents(day: 1), DateComponents(day: 7)])
        #expect(daily.durationOptions.isEmpty && laps.isRepeatable && !daily.isRepeatable)
        #expect(laps.leaderboard?.baseLeaderboardID == "laps" && daily.leaderboard?.type == .recurring)
        #expect(laps.releaseState == .released)
        #expect(try await laps.image == nil)
        #expect(laps == told.value?.first && laps != daily)
    }

    @Test("rule 14.12: a definition that needs a newer version of the game isn't loaded, where the version is known")
    func versions() async throws {
        let arena = try await FullGame()
        let changed = try await arena.server.administration.json(
            "PATCH", "/v1/connect/apps/\(arena.game.bundleID)/challenge-definitions/daily",
            ["oldestAppVersion": "2.10"])
        try #require(changed.status == 200, "\(changed.text)")
        _ = try await arena.game.player("ali")
        for (version, count) in [("2.9.9", 1), ("2.10", 2), ("2.10.0", 2), ("3", 2), ("two", 2), ("", 2)] {
            let device = try TestDevice(arena.game, variables: ["LAUREL_GAME_VERSION": version])
            try await device.signIn("ali")
            let all = try await device.run { try await GKChallengeDefinition.all }
            #expect(all.map(\.identifier) == ["Fast Laps", "daily"].prefix(count).map(\.self), "\(version)")
        }
    }

    @Test("rule 14.12: a game says its version in code, by LAUREL_GAME_VERSION or in its bundle, in this order")
    func ownVersion() throws {
        func version(_ choice: String?, _ variable: String?, _ bundle: String?) -> AppVersion? {
            let choices = Configuration.Choices(bundleID: "com.example.hop", version: choice)
            let variables = variable.map { ["LAUREL_GAME_VERSION": $0] } ?? [:]
            return Configuration(choices, variables: variables, mainBundleID: nil, mainVersion: bundle).version
        }
        #expect(version("3", "2", "1") == AppVersion("3") && version(nil, "2", "1") == AppVersion("2"))
        #expect(version(nil, "", "1") == AppVersion("1") && version(nil, nil, nil) == nil)
        #expect(version("beta", nil, nil) == nil)
    }

    @Test("rule 14.13: it's known which challenges the player has joined and their tries, in both forms")
    func active() async throws {
        let arena = try await FullGame()
        let (ali, ben) = (try await arena.device("ali"), try await arena.device("ben"))
        try await arena.befriend("ali", "ben")
        func isActive(_ device: TestDevice, _ id: String = "Fast Laps") async throws -> Bool {
            let all = try await device.run { try await GKChallengeDefinition.all }
            let definition = try #require(all.first { $0.identifier == id })
            let told = await device.told { definition.hasActiveChallenges(completionHandler: $0) }
            #expect(told.isOnMainThread)
            let isActive = try await definition.hasActiveChallenges
            #expect(isActive == told.value)
            return isActive
        }
        #expect(try await !isActive(ali))
        var body = GroupChallengeBody()
        body.definition = try ChallengeDefinitionID("Fast Laps")
        body.players = [ben.center.session?.player.id ?? ""]
        let made: GroupChallengeAnswer = try await ali.center.asPlayer { [body] (client, _) throws(ClientError) in
            try await client.ask(.groupChallenges(.make(ali.game.bundleID, nil)), body.json)
        }
        #expect(try await isActive(ali))
        #expect(try await !isActive(ben))
        #expect(try await !isActive(ali, "daily"))
        let id = try #require(GroupChallengeID(made.id))
        let joined: GroupChallengeAnswer = try await ben.center.asPlayer { (client, _) throws(ClientError) in
            try await client.ask(.groupChallenges(.join(id)))
        }
        let haveAllJoined = joined.players.allSatisfy { $0.hasJoined }
        #expect(haveAllJoined)
        #expect(try await isActive(ben))
        // What a score counts for, before the first and after it.
        let before = try await ben.run { try await Laurel.loadJoinedChallenges() }
        let challenge = try #require(before.first)
        #expect(before.count == 1 && challenge.identifier == made.id && challenge.title == "Fast laps")
        #expect(challenge.definitionIdentifier == "Fast Laps" && challenge.leaderboardID == "laps")
        #expect(challenge.tries == 0 && challenge.triesLimit == 1 && challenge.playerCount == 2)
        #expect(challenge.rank == nil && challenge.formattedScore == nil)
        #expect(challenge.endDate == Date(made.ends))
        // It is no rematch.
        #expect(!challenge.hasGhost)
        let noGhost = await ben.told { Laurel.loadGhost(of: challenge, completionHandler: $0) }
        #expect(noGhost.isOnMainThread && noGhost.value == nil && noGhost.error == nil)
        #expect(try await ben.run { try await Laurel.loadGhost(of: challenge) } == nil)
        try await ben.run {
            try await GKLeaderboard.submitScore(61, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["laps"])
        }
        let told = await ben.told { Laurel.loadJoinedChallenges(completionHandler: $0) }
        #expect(told.isOnMainThread && told.value?.map(\.tries) == [1])
        #expect(told.value?.first?.rank == 1 && told.value?.first?.formattedScore == "0:01:01")
    }
}
