import Foundation
import LaurelClient
import LaurelProcess
import Testing

@testable import GameKit

@Suite("A device that cannot be written", .timeLimit(.minutes(15)))
struct ReadOnlyDeviceTests {
    @Test("rule 1.3: the player signs in for this run of the game")
    @MainActor func readOnlyDevice() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let pauses = Pauses()
        let device = try TestDevice(game) { $0.sleep = pauses.sleep }
        // What is locked before each change.
        let lock = device.folder.file("lock")
        try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
        let calls = device.authenticate()
        let controller = try #require(await calls.next().controller)
        UIViewController().present(controller, animated: true)
        guard case .signIn(let code)? = await device.presenter.page()?.kind else {
            Issue.record("no page to sign in")
            return
        }
        try await Arena(game: game).decide(code, as: "ali", allow: true)
        await pauses.wait(for: 1)
        pauses.end()
        let call = await calls.next()
        #expect(call.controller == nil && call.error == nil && device.local.alias == "ali")
        #expect(try device.folder.state() == nil)
        // He stays, and what he makes is sent.
        let again = await device.authenticate().next()
        #expect(again.controller == nil && again.error == nil && device.local.alias == "ali")
        let score = device.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 5
        try await device.run { try await GKScore.report([score]) }
        #expect(try await Arena(game: game).journal().map(\.value) == [5])
        // As soon as it can be written, it is.
        try FileManager.default.removeItem(atPath: lock)
        #expect(await device.authenticate().next().error == nil)
        #expect(try device.folder.state()?.session(of: device.game)?.player.id == device.local.gamePlayerID)
    }
}
