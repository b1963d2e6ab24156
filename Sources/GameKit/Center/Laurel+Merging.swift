import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

// A device with a guest signs in to an account that is there already (rule 1.13).
extension Laurel {
    /// The best scores of this device's guest and of the local player on one leaderboard. The better one counts.
    public struct MergedScore: Hashable, Sendable {
        public let leaderboardID: String
        public let title: String
        /// In the leaderboard's format.
        public let guest: String
        /// Nil: the local player has no entry.
        public let localPlayer: String?
    }

    /// Whether this device has a guest of this game beside the local player: ask the player once whether to merge.
    public static func canMergeGuest() async -> Bool {
        do throws(GKError) { return try await current.mergeBody() != nil } catch { return false }
    }

    /// What to show with that question: the guest's name, and the best scores of both on each leaderboard where the
    /// guest has one.
    ///
    /// - Throws: ``GKError``: `notAuthenticated` if nobody is signed in, `invalidParameter` if there is no guest.
    public static func previewMerge() async throws -> (guestName: String, scores: [MergedScore]) {
        let body = try await current.guestBody()
        let preview = try await current.asPlayer { (client, _) throws(ClientError) in
            try await client.previewMerge(body)
        }
        let scores = preview.scores.map {
            MergedScore(
                leaderboardID: $0.leaderboard.text, title: $0.title, guest: $0.guestFormatted,
                localPlayer: $0.accountFormatted)
        }
        return (preview.displayName, scores)
    }

    /// Makes this device's guest part of the local player: scores with their dates, achievements and saved games, and
    /// what waits on the device. The guest is erased. It can't be undone; called again, it goes on where it was.
    ///
    /// - Returns: the receipt of the erasure.
    /// - Throws: as ``previewMerge()``, and `notAuthenticated` if the guest is part of another account.
    @discardableResult public static func mergeGuest() async throws -> String { try await current.mergeGuest() }

    private func mergeGuest() async throws(GKError) -> String {
        let game = try configuration.game.get()
        let body = try await guestBody()
        let (session, answer) = try await asPlayer { (client, session) throws(ClientError) in
            (session, try await client.mergeGuest(body))
        }
        try await takeWaiting(game, session.player.id)
        return answer.receipt
    }

    private func guestBody() async throws(GKError) -> GuestMergeBody {
        guard let body = try await mergeBody() else {
            throw GKError(.invalidParameter, detail: "This device has no guest beside the local player.")
        }
        return body
    }

    /// - Returns: nil: there is nobody to merge.
    private func mergeBody() async throws(GKError) -> GuestMergeBody? {
        let game = try configuration.game.get()
        guard let session else { throw GKError(.notAuthenticated) }
        guard session.isGuest != true, let state = try await deviceState(), state.guestPlayer(in: game) != nil,
            let secret = state.guestSecret(on: game.server)
        else { return nil }
        var body = GuestMergeBody()
        body.secret = secret
        return body
    }

    /// The secret stays: it proves whose the guest's scores are that wait for other games of this device.
    private func takeWaiting(_ game: DeviceGame, _ playerID: String) async throws(GKError) {
        guard let guest = try await deviceState()?.guestPlayer(in: game) else { return }
        let source = SubmissionQueue(PlayerFolder(device, game, playerID: guest))
        let target = SubmissionQueue(PlayerFolder(device, game, playerID: playerID))
        do throws(DeviceError) {
            try await disk.run { () throws(DeviceError) in try source.move(to: target) }
        } catch {
            throw GKError(error)
        }
        await changeDevice { $0.forgetGuestPlayer(in: game) }
        queueMayHold.withLock { $0 = true }
        await queue.flush(in: self)
    }
}
