import Foundation
import LaurelProcess
import Testing

@testable import GameKit

@Suite("Signing in from a game", .timeLimit(.minutes(10)))
struct AuthenticationTests {
    @Test("rule 1.3: a player who is signed in on the device is there at once, with names and ids")
    func storedSession() async throws {
        let game = try await TestGame(on: LaurelProcess())
        _ = try await game.player("ali")
        let device = try TestDevice(game)
        try await device.signInFromOutside("ali")
        let call = await device.authenticate().next()
        #expect(call.controller == nil && call.error == nil && call.isOnMainThread)
        let player = device.run { GKLocalPlayer.local }
        #expect(player.isAuthenticated && player.alias == "ali" && player.displayName == "ali")
        #expect(player.gamePlayerID.hasPrefix("A:_") && player.teamPlayerID.hasPrefix("T:_"))
        #expect(player.playerID == player.gamePlayerID && player.scopedIDsArePersistent())
        #expect(!player.isUnderage && player.guestIdentifier == nil)
        #expect(device.presenter.banners.map(\.title) == ["Welcome back, ali"])
        let same = try await device.run { try await GKPlayer.loadPlayers(forIdentifiers: [player.gamePlayerID]) }
        #expect(same == [player])
    }
}
