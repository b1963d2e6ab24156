import Foundation
import LaurelClient
import LaurelProcess
import Synchronization
import Testing

@testable import GameKit

@Suite("The event stream of a game", .timeLimit(.minutes(15)))
struct EventStreamTests {
    private final class Listener: NSObject, GKLocalPlayerListener {}

    @Test("one stream while somebody listens and the game is seen; between two events nothing is asked")
    func quiet() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let made = try await game.server.administration.json(
            "POST", "/v1/connect/apps/\(game.bundleID)/achievements",
            [
                "id": "first", "referenceName": "First", "points": 5,
                "localizations": [
                    ["language": "en", "title": "First", "descriptionBefore": "Do it", "descriptionAfter": "Done"]
                ],
            ])
        #expect(made.status == 201, "\(made.text)")
        let released = try await game.server.administration.json(
            "PATCH", "/v1/connect/apps/\(game.bundleID)", ["isReleased": true])
        #expect(released.status == 200, "\(released.text)")
        let proxy = try CuttingProxy(to: UInt16(game.server.base.port ?? 0))
        defer { proxy.stop() }
        let (opened, openings) = AsyncStream<Void>.makeStream()
        let heard = AsyncStream<Void>.makeStream()
        let pauses = Pauses()
        let device = try TestDevice(game, server: proxy.address) { world in
            world.sleep = pauses.sleep
            world.eventStreamOpened = { openings.yield() }
            world.eventWasHandled = { heard.continuation.yield() }
        }
        try await device.signInFromOutside("ali")
        #expect(await device.authenticate().next().error == nil)
        for await _ in opened { break }
        let listener = Listener()
        device.local.register(listener)
        device.local.register(listener)
        #expect(device.listenerCount == 1)
        // The stream says first of all where the inbox stands.
        for await _ in heard.stream { break }
        let folder = PlayerFolder(device.folder, device.game, playerID: device.local.gamePlayerID)
        let stood = try #require(try folder.lastEvent())
        let (before, connections) = (proxy.upBytes, proxy.connections)
        // Something happens to the player, from another device of his.
        let token = try await game.token("ali")
        let reported = try await game.server.http.json(
            "POST", "/v1/games/\(game.bundleID)/achievements",
            ["achievements": [["id": "first", "percentComplete": 100]]], token: token)
        #expect(reported.status == 200, "\(reported.text)")
        for await _ in heard.stream { break }
        #expect(try #require(try folder.lastEvent()) > stood)
        #expect(proxy.upBytes == before && proxy.connections == connections)
        // A game that nobody sees keeps no connection, and asks for none.
        let closed = proxy.connections
        device.run { Laurel.didEnterBackground() }
        await proxy.wait(forClosed: closed)
        device.run { Laurel.willEnterForeground() }
        for await _ in opened { break }
        device.local.unregisterAllListeners()
        #expect(device.listenerCount == 0)
        device.local.register(listener)
        device.local.unregisterListener(listener)
        #expect(device.listenerCount == 0)
    }

    @Test("a watched leaderboard that is not there costs neither the other watches nor the player's notices")
    func unknownLeaderboard() async throws {
        let arena = try await FullGame()
        _ = try await arena.game.player("ali")
        let (openings, heard, changed) = (StreamOpenings(), Happening<Void>(), Happening<String>())
        let device = try TestDevice(arena.game) { world in
            world.eventStreamOpened = openings.opened
            world.eventWasHandled = { heard.happen() }
        }
        let watches = device.run {
            ["nothing", "best", "gone"].map { id in Laurel.watch(leaderboardID: id) { changed.happen(id) } }
        }
        try await device.signIn("ali")
        await openings.next()
        // The stream says first of all where the leaderboards stand.
        _ = try await arena.expect(
            "POST", "/v1/games/\(arena.game.bundleID)/achievements",
            ["achievements": [["id": "first", "percentComplete": 100]]], try await arena.game.token("ali"))
        _ = await heard.next()
        await device.settle()
        #expect(changed.count == 1)
        _ = await heard.next()
        let bea = try await arena.device("bea")
        try await bea.run {
            try await GKLeaderboard.submitScore(1, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        #expect(await changed.next() == "best")
        #expect(await changed.next() == "best")
        withExtendedLifetime(watches) {}
    }
}
