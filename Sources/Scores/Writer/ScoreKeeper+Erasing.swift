package import LaurelDomain
package import LaurelStorage

extension ScoreKeeper {
    /// Rows looked at in one go when a player's rows are emptied: a few milliseconds of the writer.
    static let overwrittenRows = 20_000

    /// Removes players from all leaderboards, empties their journal rows and rewrites the snapshots, once for all of
    /// them. Each step can be repeated.
    package func erase(_ players: [PlayerNumber]) async throws(StoreError) {
        var streams: Set<StreamID> = []
        for player in players { streams.formUnion(try await empty(player)) }
        let touched = Array(streams)
        try await onThread { [self] () throws(StoreError) in try rewriteSnapshots(of: touched) }
    }

    /// - Returns: where there were rows of the player.
    private func empty(_ player: PlayerNumber) async throws(StoreError) -> [StreamID] {
        // First no row comes any more; then those that are there are looked for.
        try await send(player, nil)
        let targets = try await onThread { [journal] () throws(StoreError) in try journal.erasureTargets(of: player) }
        try await send(player, targets)
        let streams = targets.map(\.stream)
        // It may take long in a large journal.
        try await onThread { [self] () throws(StoreError) in try overwrite(rowsOf: player, in: streams) }
        return streams
    }

    func send(_ player: PlayerNumber, _ targets: [ErasureTarget]?) async throws(StoreError) {
        do throws(EraseStepError) { try await perform(EraseStep(player: player, targets: targets)) } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
    }

    /// Blocking work off the threads that others need.
    package func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            BlockingThread.start { continuation.resume(returning: Result { () throws(StoreError) in try body() }) }
        }
        return try result.get()
    }

    private func overwrite(rowsOf player: PlayerNumber, in streams: [StreamID]) throws(StoreError) {
        for stream in streams {
            var position: JournalSequence? = .start
            while let after = position {
                position = try journal.overwrite(rowsOf: player, in: stream, after: after, limit: Self.overwrittenRows)
            }
        }
    }

    /// A copy that was written down before still has those who were erased.
    private func rewriteSnapshots(of streams: [StreamID]) throws(StoreError) {
        guard let snapshots, !streams.isEmpty else { return }
        for stream in streams {
            do throws(SnapshotFailure) { try snapshots.remove(stream) } catch {
                throw .broken(reason: "can't remove a snapshot: \(error.reason)")
            }
            forgetSnapshot(of: stream)
        }
        runBackgroundNow()
    }
}
