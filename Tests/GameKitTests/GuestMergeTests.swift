import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelWire
import Testing

@testable import GameKit

@Suite("Merging a guest in a game", .timeLimit(.minutes(15)))
struct GuestMergeTests {
    private static let allowed = ["LAUREL_GUESTS": "allowed"]

    private func queue(_ device: TestDevice, _ playerID: String) -> SubmissionQueue {
        SubmissionQueue(PlayerFolder(device.folder, device.game, playerID: playerID))
    }

    @Test("rule 1.13: the device's guest becomes part of the account that signs in, with what waits for them")
    func merged() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let device = try TestDevice(game, variables: Self.allowed)
        #expect(await device.authenticate().next().error == nil)
        let (guest, name) = (device.local.gamePlayerID, device.local.alias)
        #expect(await device.run { await Laurel.canMergeGuest() } == false)
        var score = ScoreOfGame()
        score.score = Score(value: 5, id: try ScoreID("waits"))
        var body = ScoresBody()
        body.scores = [score]
        let waiting = queue(device, guest)
        _ = try waiting.add(QueuedSubmission(.scores, body.json, in: waiting.folder), mark: "waits")
        let next = try TestDevice(game, folder: device.folder, variables: Self.allowed)
        try await next.signIn("ali")
        #expect(await next.run { await Laurel.canMergeGuest() })
        let preview = try await next.run { try await Laurel.previewMerge() }
        #expect(preview.guestName == name)
        let receipt = try await next.run { try await Laurel.mergeGuest() }
        #expect(!receipt.isEmpty)
        #expect(try waiting.items().isEmpty)
        #expect(await next.run { await Laurel.canMergeGuest() } == false)
        await #expect(throws: GKError.self) { try await next.run { try await Laurel.mergeGuest() } }
        #expect(next.local.alias == "ali" && next.local.gamePlayerID != guest)
    }

    @Test("a device without a guest, or whose player is the guest, has nobody to merge")
    func nobody() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let device = try TestDevice(game)
        try await device.signIn("ali")
        #expect(await device.run { await Laurel.canMergeGuest() } == false)
        await #expect(throws: GKError.self) { try await device.run { try await Laurel.previewMerge() } }
    }
}
