import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import Testing

extension World {
    private static let game = "/v1/games/com.ali.MonkeyJump"

    func achievementCall(_ endpoint: Endpoint) -> Call {
        func make(_ target: String, _ token: String, _ body: String? = nil) -> Call {
            Call(method: endpoint.method.rawValue, target: target, token: token, body: body)
        }
        let one = Self.app + "/achievements/FirstRun"
        return switch endpoint {
        case .reportAchievements:
            make(
                Self.game + "/achievements", game,
                #"{"achievements":[{"id":"FirstRun","percentComplete":33.3,"reportID":"r"}],"waiting":0}"#)
        case .resetAchievements: make(Self.game + "/achievements", game)
        case .challengeablePlayers:
            make(Self.game + "/achievements/FirstRun/challengeable?ids=\(friendID)", game)
        case .appAchievements: make(Self.app + "/achievements", administrator)
        case .createAchievement:
            make(Self.app + "/achievements", administrator, Self.achievement("Another", isHidden: true))
        case .appAchievement: make(one, administrator)
        case .updateAchievement: make(one, administrator, #"{"referenceName":"Jump","isHidden":true}"#)
        case .deleteAchievement: make(Self.app + "/achievements/Disposable", administrator)
        default: make(Self.game + "/achievements?language=zh-Hans", game)
        }
    }

    func challengeCall(_ endpoint: Endpoint) -> Call {
        func make(_ target: String, _ token: String, _ body: String? = nil) -> Call {
            Call(method: endpoint.method.rawValue, target: target, token: token, body: body)
        }
        return switch endpoint {
        case .issueChallenges:
            make(
                Self.game + "/challenges", game,
                #"{"players":["\#(friendID)"],"leaderboard":"HighScores","value":31,"context":-1,"#
                    + #""message":"Beat this!","replay":"AAEC"}"#)
        case .challenges: make("/v1/challenges?role=received&state=pending&count=10", game)
        case .declineChallenge, .challenge: make("/v1/challenges/\(challengeID)", game)
        case .playChallenge: make("/v1/challenges/\(challengeID)/play", game)
        case .challengeReplay: make("/v1/challenges/\(replayedChallengeID)/replay", game)
        case .muteChallenges:
            make(
                "/v1/challenge-mutes", game,
                #"{"player":"\#(friendID)","bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores","isMuted":true}"#)
        default: make("/v1/challenge-mutes", game)
        }
    }

    func groupChallengeCall(_ endpoint: Endpoint) -> Call {
        func make(_ target: String, _ body: String? = nil) -> Call {
            Call(method: endpoint.method.rawValue, target: target, token: game, body: body)
        }
        let one = "/v1/group-challenges/\(groupChallengeID)"
        return switch endpoint {
        case .makeGroupChallenge:
            make(
                Self.game + "/group-challenges",
                #"{"definition":"Weekly Run","players":["\#(friendID)"],"duration":"oneWeek","tries":"unlimited"}"#)
        case .groupChallenges: make("/v1/group-challenges?count=10")
        case .joinGroupChallenge: make(one + "/join")
        case .rematchGroupChallenge: make(one + "/rematch")
        case .groupChallengeGhost: make(one + "/ghost")
        default: make(one)
        }
    }

    static func achievement(_ id: String, isHidden: Bool = false, isRepeatable: Bool = false) -> String {
        #"{"id":"\#(id)","points":10,"isHidden":\#(isHidden),"isRepeatable":\#(isRepeatable),"localizations":["#
            + #"{"language":"en","title":"\#(id)!","descriptionBefore":"Do it.","descriptionAfter":"Done."}]}"#
    }

    /// A friend who has challenged the player, achievements, and a challenge of the player's own with a replay.
    mutating func prepareChallenges() async throws {
        let achievements = Self.app + "/achievements"
        try await expect(201, "POST", achievements, administrator, Self.achievement("FirstRun"))
        try await expect(
            201, "POST", Self.app + "/challenge-definitions", administrator,
            #"{"id":"Weekly Run","leaderboard":"HighScores","isRepeatable":true,"#
                + #""localizations":[{"language":"en","title":"Run"}]}"#)
        try await release()
        // What is released cannot be deleted.
        try await expect(201, "POST", achievements, administrator, Self.achievement("Disposable"))
        try await makeFriend()
        let score = Self.board + "/scores"
        try await expect(200, "POST", score, friend, #"{"value":5000}"#)
        try await expect(200, "POST", score, game, #"{"value":30,"replay":"AAEC"}"#)
        let challenges = Self.game + "/challenges"
        let received = try await expect(
            201, "POST", challenges, friend, #"{"players":["\#(gamePlayerID)"],"leaderboard":"HighScores"}"#)
        challengeID = try received["challenges"]?[0].unwrapped().string("id") ?? ""
        let group = try await expect(
            201, "POST", Self.game + "/group-challenges", friend,
            #"{"definition":"Weekly Run","players":["\#(gamePlayerID)"]}"#)
        groupChallengeID = try group.string("id")
        let sent = try await expect(
            201, "POST", challenges, game, #"{"players":["\#(friendID)"],"leaderboard":"HighScores"}"#)
        replayedChallengeID = try sent["challenges"]?[0].unwrapped().string("id") ?? ""
    }

    /// With something there for every call. In this order: each releases the game, and what goes at the end must not be
    /// released.
    static func prepared(_ server: TestServer) async throws -> World {
        var world = try await World(server)
        try await world.prepareShares()
        try await world.prepareChallenges()
        try await world.prepareMatches()
        try await world.makeGroup()
        return world
    }

    /// A group that the game's leaderboard can move into.
    func makeGroup() async throws {
        try await expect(
            201, "POST", Self.app + "/leaderboards", administrator,
            #"{"id":"grp.monkeys","localizations":[{"language":"en","name":"Monkeys"}]}"#)
    }

    /// Signs up a player of MonkeyJump who is the player's friend.
    mutating func makeFriend() async throws {
        let made = try await expect(
            201, "POST", "/v1/players", "",
            #"{"alias":"best-friend","password":"\#(Self.password)","bundleID":"com.ali.MonkeyJump"}"#)
        friend = try made.string("token")
        friendID = try made["player"].unwrapped().string("id")
        try await befriend(gamePlayerID, friendID)
    }

    /// - Parameters: ids as MonkeyJump sees them.
    func befriend(_ id: String, _ other: String) async throws {
        let ids = server.accounts.ids
        let app = try #require(server.accounts.catalogue.app(try BundleID("com.ali.MonkeyJump")))
        let player = try #require(ids.player(id, in: .game(app.number)))
        let friend = try #require(ids.player(other, in: .game(app.number)))
        let now = server.clock.port.now()
        let directory = SQLiteDirectory(server.store)
        for (one, two) in [(player, friend), (friend, player)] {
            _ = try await directory.relate(one, to: two, at: now) { relation in
                do { _ = try relation.request(message: "", at: now) } catch { Issue.record("\(error)") }
            }
        }
    }

    /// Takes to Production what was made since the last release.
    func release() async throws {
        try await expect(200, "PATCH", Self.app, administrator, #"{"isReleased":true}"#)
    }

    @discardableResult
    func expect(
        _ status: Int, _ method: String, _ target: String, _ token: String, _ body: String? = nil
    ) async throws -> JSONValue {
        let answer = try await send(method, target, token, body)
        try #require(answer.status == status, "\(method) \(target): \(answer.status) \(answer.text)")
        return answer.json ?? .null
    }
}
