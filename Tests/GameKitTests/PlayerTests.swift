import Foundation
import LaurelClient
import LaurelProcess
import Testing

@testable import GameKit

@Suite("Players as a game sees them", .timeLimit(.minutes(15)))
struct PlayerTests {
    private struct Duo {
        let game: TestGame
        let ali: TestDevice
        let bea: TestDevice
        var arena: Arena { Arena(game: game) }
    }

    private func duo() async throws -> Duo {
        let game = try await TestGame(on: .started())
        for alias in ["ali", "bea"] { _ = try await game.player(alias) }
        let (ali, bea) = (try TestDevice(game), try TestDevice(game))
        try await ali.signIn("ali")
        try await bea.signIn("bea")
        return Duo(game: game, ali: ali, bea: bea)
    }

    /// What a completion handler was given.
    private func answer<Value: Sendable>(
        _ body: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
    ) async throws -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            body { value, error in
                #expect(Callbacks.isOnMain)
                continuation.resume(
                    returning: value.map { .success($0) } ?? .failure(error ?? GKError(.unknown)))
            }
        }
        return try result.get()
    }

    @Test("players are loaded by their ids, in order; those who do not exist are left out")
    func byID() async throws {
        let duo = try await duo()
        let ids = [duo.bea.local.gamePlayerID, "A:_" + String(repeating: "0", count: 32), duo.ali.local.gamePlayerID]
        let loaded = try await duo.ali.run { try await GKPlayer.loadPlayers(forIdentifiers: ids) }
        #expect(loaded == [duo.bea.local, duo.ali.local])
        #expect(loaded.map(\.alias) == ["bea", "ali"] && loaded[1] === duo.ali.local)
        #expect(
            loaded[0].teamPlayerID == duo.bea.local.teamPlayerID && loaded[0].teamPlayerID != loaded[1].teamPlayerID)
        #expect(loaded[0].isInvitable && !loaded[1].isInvitable)
        let told: [GKPlayer] = try await answer { handler in
            duo.ali.run { GKPlayer.loadPlayers(forIdentifiers: ids, withCompletionHandler: handler) }
        }
        #expect(told == loaded && Set(told).count == 2)
        await #expect(throws: GKError.self) {
            try await duo.ali.run { try await GKPlayer.loadPlayers(forIdentifiers: ["a,b"]) }
        }
    }

    @Test("rule 1.1: a game learns that its player is young, and what is restricted for him")
    func restrictions() async throws {
        let game = try await TestGame(on: .started())
        for alias in ["ali", "bea", "cal"] { _ = try await game.player(alias) }
        let bodies: [String: [String: Any]] = [
            "ali": ["birthYear": 2_025, "forbidsStrangers": false, "forbidsMessages": false],
            "bea": ["forbidsStrangers": true, "forbidsMessages": false],
            "cal": ["forbidsStrangers": false, "forbidsMessages": true],
        ]
        for (alias, body) in bodies {
            let token = try await Arena(game: game).token(of: alias)
            let answer = try await game.server.http.json("PUT", "/v1/players/me/restrictions", body, token: token)
            #expect(answer.status == 200, "\(answer.text)")
        }
        let expected: [(String, [Bool])] = [
            ("ali", [true, true, true]), ("bea", [false, true, false]), ("cal", [false, false, true]),
        ]
        for (alias, restrictions) in expected {
            let device = try TestDevice(game)
            try await device.signIn(alias)
            let player = device.local
            #expect(
                [
                    player.isUnderage, player.isMultiplayerGamingRestricted,
                    player.isPersonalizedCommunicationRestricted,
                ] == restrictions)
        }
    }

    /// Cal, with a score and a real name that friends see.
    private static func rank(in arena: FullGame) async throws {
        let cal = try await arena.device("cal")
        try await cal.run {
            try await GKLeaderboard.submitScore(5, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        _ = try await arena.expect(
            "PATCH", "/v1/players/me/profile", ["realName": "Cal Ender"], try await arena.ownSession("cal"))
    }

    /// The name of the first on the leaderboard, as this device shows it.
    private static func first(on device: TestDevice) async throws -> String? {
        let board = device.run { GKLeaderboard() }
        board.identifier = "best"
        let range = NSRange(location: 1, length: 1)
        return try await board.loadEntries(for: .global, timeScope: .allTime, range: range).1.first?.player.displayName
    }

    @Test("rule 1.1: who signs in next on a device doesn't see a name that only the player before may see")
    func nextPlayer() async throws {
        let arena = try await FullGame()
        try await Self.rank(in: arena)
        let device = try await arena.device("ali")
        try await arena.befriend("ali", "cal")
        #expect(try await Self.first(on: device) == "Cal Ender")
        _ = try await arena.game.player("bea")
        try await device.signIn("bea")
        #expect(try await Self.first(on: device) == "cal")
    }

    @Test("rule 1.1: nor a name whose answer comes only after they signed in")
    func lateName() async throws {
        let arena = try await FullGame()
        try await Self.rank(in: arena)
        let (network, gate) = (AnsweringTransport(), Pauses())
        let device = try await arena.device("ali") { $0.transport = network }
        try await arena.befriend("ali", "cal")
        _ = try await arena.game.player("bea")
        network.holdAnswers(at: gate) { $0.method == "GET" && $0.url.contains("/v1/players?") }
        async let former = Self.first(on: device)
        await gate.wait(for: 1)
        network.answer { _ in nil }
        try await device.signIn("bea")
        gate.end()
        _ = try await former
        #expect(try await Self.first(on: device) == "cal")
    }

    @Test("rule 2.2: the list of friends needs both players' consent; whom to challenge needs none")
    func friends() async throws {
        let duo = try await duo()
        let local = duo.ali.local
        try await duo.arena.befriend("ali", "bea")
        #expect(try await local.loadFriendsAuthorizationStatus() == .notDetermined)
        try await asked(duo, local)
        let challengeable = try await local.loadChallengableFriends()
        #expect(challengeable == [duo.bea.local])
        #expect(try await local.loadRecentPlayers() == challengeable)
        try await duo.arena.consent("ali")
        let status: GKFriendsAuthorizationStatus = try await answer { handler in
            local.loadFriendsAuthorizationStatus { handler($0, $1) }
        }
        #expect(status == .authorized)
        #expect(try await local.loadFriends().isEmpty)
        try await duo.arena.consent("bea")
        let friends: [GKPlayer] = try await answer { local.loadFriends($0) }
        #expect(friends == [duo.bea.local] && friends.first?.alias == "bea")
        #expect(try await local.loadFriends(identifiedBy: [duo.bea.local.gamePlayerID]) == friends)
        #expect(try await local.loadFriends(identifiedBy: ["A:_1"]).isEmpty)
        let named: [GKPlayer] = try await answer {
            local.loadFriends(identifiedBy: [duo.bea.local.gamePlayerID], completionHandler: $0)
        }
        #expect(named == friends)
        let told: [GKPlayer] = try await answer { local.loadChallengableFriends(completionHandler: $0) }
        let recent: [GKPlayer] = try await answer { local.loadRecentPlayers(completionHandler: $0) }
        #expect(told == friends && recent == friends)
        try await older(local, friends)
        try await duo.arena.consent("ali", "denied")
        #expect(try await local.loadFriendsAuthorizationStatus() == .denied)
    }

    /// Where he has not decided, a page asks him, once.
    private func asked(_ duo: Duo, _ local: GKLocalPlayer) async throws {
        let first = Task { try await local.loadFriends() }
        let page = try #require(await duo.ali.presenter.page())
        #expect(page.kind == .dashboard)
        #expect(page.url.path() == "/me/" && page.url.query() == "view=consent&game=\(duo.game.bundleID)")
        duo.ali.presenter.finish()
        do {
            _ = try await first.value
            Issue.record("friends were shown without consent")
        } catch GKError.friendListDenied {}
        let second = await duo.ali.failure { _ = try await local.loadFriends() }
        #expect(second == .friendListDenied && duo.ali.presenter.pageCount == 1)
    }

    @Test("rule 2.2: what the player decides on the page is what the game then sees")
    func consentOnPage() async throws {
        let duo = try await duo()
        try await duo.arena.befriend("ali", "bea")
        try await duo.arena.consent("bea")
        let told = Task { () -> [GKPlayer] in try await self.answer { duo.ali.local.loadFriends($0) } }
        _ = await duo.ali.presenter.page()
        try await duo.arena.consent("ali")
        duo.ali.presenter.finish()
        #expect(try await told.value == [duo.bea.local])
        #expect(try await duo.bea.local.loadFriends() == [duo.ali.local] && duo.bea.presenter.pageCount == 0)
    }

    private func older(_ local: GKLocalPlayer, _ friends: [GKPlayer]) async throws {
        let told: [GKPlayer] = try await answer { local.loadFriendPlayers(completionHandler: $0) }
        #expect(told == friends)
        let ids: [String] = try await answer { local.loadFriendsObsoleted(completionHandler: $0) }
        #expect(ids == friends.map(\.gamePlayerID) && local.friends == ids)
        #expect(friends.allSatisfy(\.isFriend) && !local.isFriend)
    }

    @Test("a photo comes in two sizes, and from the device where it was loaded once")
    func photo() async throws {
        let duo = try await duo()
        let bea = duo.bea.local
        do {
            _ = try await bea.loadPhoto(for: .small)
            Issue.record("a photo that nobody has was loaded")
        } catch GKError.playerPhotoFailure {}
        let set = try await duo.game.server.http.call(
            "PUT", "/v1/players/me/photo",
            headers: [
                "Content-Type": "image/png", "Authorization": "Bearer " + (try await duo.arena.token(of: "bea")),
            ], body: Data(TestPicture.png(side: 64)))
        #expect(set.status == 200, "\(set.text)")
        let seen = try #require(
            try await duo.ali.run { try await GKPlayer.loadPlayers(forIdentifiers: [bea.gamePlayerID]) }.first)
        let small: UIImage = try await answer { seen.loadPhoto(for: .small, withCompletionHandler: $0) }
        #expect(small.size == CGSize(width: 128, height: 128))
        #expect(try await seen.loadPhoto(for: .normal).size == CGSize(width: 512, height: 512))
        duo.game.server.stop()
        #expect(try await seen.loadPhoto(for: .small) == small)
    }

    @Test("rule 1.10: proof of identity for the game's own server")
    func identity() async throws {
        let duo = try await duo()
        let (url, signature, salt, timestamp) = try await duo.ali.local.fetchItemsForIdentityVerificationSignature()
        #expect(url.path.hasPrefix("/identity/") && url.pathExtension == "cer")
        #expect(signature.count >= 256 && salt.count >= 8)
        #expect(abs(Double(timestamp) / 1_000 - Date().timeIntervalSince1970) < 600)
        let told: URL = try await answer { handler in
            duo.ali.local.fetchItems { url, signature, salt, _, error in
                handler(signature?.isEmpty == false && salt?.isEmpty == false ? url : nil, error)
            }
        }
        #expect(told == url)
        try await olderIdentity(duo.ali.local, url)
    }

    private func olderIdentity(_ local: GKLocalPlayer, _ url: URL) async throws {
        #expect(try await local.generateIdentityVerificationSignature().0 == url)
        let told: URL = try await answer { handler in
            local.generateIdentityVerificationSignature { url, _, _, _, error in handler(url, error) }
        }
        #expect(told == url)
    }

    @Test("rule 4.3: a player may choose another default leaderboard, and go back")
    func defaultLeaderboard() async throws {
        let duo = try await duo()
        let local = duo.ali.local
        await #expect(throws: GKError.self) { try await local.loadDefaultLeaderboardIdentifier() }
        try await local.setDefaultLeaderboardIdentifier(duo.game.leaderboard)
        #expect(try await local.loadDefaultLeaderboardIdentifier() == duo.game.leaderboard)
        let done: Bool = try await answer { handler in
            local.setDefaultLeaderboardIdentifier("") { error in handler(error == nil, error) }
        }
        #expect(done)
        let told: String? = try? await answer { local.loadDefaultLeaderboardIdentifier(completionHandler: $0) }
        #expect(told == nil)
        do {
            try await local.setDefaultLeaderboardIdentifier("no such")
        } catch GKError.invalidParameter {
            return
        }
        Issue.record("an id with a space was taken")
    }

    @Test("a player stays findable in a game's sets and dictionaries when another signs in")
    func hashes() async throws {
        let game = try await TestGame(on: .started())
        for alias in ["ali", "bea"] { _ = try await game.player(alias) }
        let device = try TestDevice(game)
        var scores: [GKPlayer: Int] = [device.local: 1]
        try await device.signIn("ali")
        #expect(scores[device.local] == 1)
        let ali = device.local.gamePlayerID
        let other = try TestDevice(game)
        try await other.signIn("bea")
        // The same player, seen from elsewhere.
        let seen = try await other.run { try await GKPlayer.loadPlayers(forIdentifiers: [ali]) }
        #expect(seen.first !== device.local && seen.first.map { scores[$0] } == 1)
        scores[device.local] = 2
        try await device.signIn("bea")
        #expect(scores.count == 1 && scores[device.local] == 2)
    }

    @Test("a guest has the id that the game gives, and nothing of the server's")
    func guest() {
        let guest = GKPlayer.anonymousGuestPlayer(withIdentifier: "left")
        #expect(guest.guestIdentifier == "left" && !guest.scopedIDsArePersistent() && guest.playerID == "left")
        #expect(guest == GKPlayer.anonymousGuestPlayer(withIdentifier: "left") && guest.displayName == "left")
        #expect(guest != GKPlayer.anonymousGuestPlayer(withIdentifier: "right") && !guest.isInvitable)
        let base: GKBasePlayer = guest
        #expect(base.playerID == "left" && base.displayName == "left")
        #expect(GKBasePlayer().playerID == nil && GKBasePlayer().displayName == nil)
        #expect(GKPlayerIDNoLongerAvailable != guest.playerID)
    }

    @Test("as in iOS 4: authenticate, and authenticate with a completion handler, beside a handler of today")
    func older() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let device = try TestDevice(game)
        // Who has a handler is given the view controller there, and nobody is signed in for the completion.
        let offers = device.authenticate()
        #expect(await offers.next().controller != nil)
        let error: GKError = try await answer { handler in
            device.local.authenticate { error in handler(error as? GKError, error) }
        }
        #expect(error.code == .notAuthenticated)
        try await device.signInFromOutside("ali")
        let isIn: Bool = try await answer { handler in
            device.local.authenticate { error in handler(error == nil, error) }
        }
        #expect(isIn && device.local.isAuthenticated)
        let calls = device.authenticate()
        #expect(await calls.next().error == nil)
        device.local.authenticate()
        #expect(await calls.next().error == nil)
    }
}
