import LaurelClient

/// One call of the game's whose submissions stand in the queue.
struct BegunReport: Sendable {
    /// The local player's; nil if none of it is theirs.
    var own: PendingSubmission?
    /// Those of players who are not signed in.
    var others: [PendingSubmission] = []
    /// One of them.
    var waitsFor: PlayerRecord?

    /// Waits until what others made is kept until they sign in on this device.
    func areKept() async throws(GKError) {
        for other in others {
            do throws(GKError) { _ = try await other.outcome() } catch {
                // It is kept, as it should be; everything else went wrong.
                guard error.isKept else { throw error }
            }
        }
    }
}

extension Laurel {
    /// Gives the queue what each player made.
    ///
    /// - Parameters:
    ///   - bodies: by the ids of those whose they are.
    ///   - players: all who are named.
    func begin(
        _ kind: QueuedSubmission.Kind, _ bodies: [String: [UInt8]], of players: [PlayerRecord]
    ) throws(GKError) -> BegunReport {
        for body in bodies.values { try OfflineQueue.checkSize(of: body) }
        let local = session?.player.id
        var begun = BegunReport(waitsFor: players.first { $0.id != local })
        for (owner, body) in bodies {
            let submission = try queue.add(kind, body, by: owner, in: self)
            if owner == local { begun.own = submission } else { begun.others.append(submission) }
        }
        return begun
    }
}
