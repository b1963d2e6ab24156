import Foundation
import LaurelClient
import LaurelDomain
import LaurelWire
import Testing

@Suite("The queue of a merged guest", .timeLimit(.minutes(15))) struct MergedQueueTests {
    private func queue(_ device: DeviceFolder, _ playerID: String) throws -> SubmissionQueue {
        let game = DeviceGame(server: .local, bundleID: try BundleID("org.example.game"), environment: .production)
        return SubmissionQueue(PlayerFolder(device, game, playerID: playerID))
    }

    private func add(_ id: String, to queue: SubmissionQueue) throws {
        var score = ScoreOfGame()
        score.score = Score(value: 5, id: try ScoreID(id))
        var body = ScoresBody()
        body.scores = [score]
        _ = try queue.add(QueuedSubmission(.scores, body.json, in: queue.folder), mark: id)
    }

    private func ids(_ queue: SubmissionQueue) throws -> [String?] {
        try queue.items().flatMap { $0.submission.scores?.scores ?? [] }.map { $0.score.id?.text }
    }

    @Test("rule 1.13: what waits for a guest is the account's, behind its own, with the IDs that it was made with")
    func moved() throws {
        let device = DeviceFolder(
            path: FileManager.default.temporaryDirectory.appending(path: "merge-\(UUID().uuidString)").path)
        let (guest, account) = (try queue(device, "A:_guest"), try queue(device, "A:_account"))
        try add("own", to: account)
        for id in ["first", "second"] { try add(id, to: guest) }
        try guest.move(to: account)
        #expect(try ids(guest).isEmpty)
        #expect(try ids(account) == ["own", "first", "second"])
        #expect(try account.items().allSatisfy { $0.submission.playerID == "A:_account" })
        // Again, and to itself: nothing happens.
        try guest.move(to: account)
        try account.move(to: account)
        #expect(try ids(account) == ["own", "first", "second"])
    }
}
