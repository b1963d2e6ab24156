package import LaurelDomain
package import LaurelStorage

extension ScoreKeeper {
    /// Rows looked at in one go when a player's rows are emptied: a few milliseconds of the writer.
    static let overwrittenRows = 20_000

    /// Removes a player from all leaderboards, empties their journal rows and rewrites the snapshots. Each step
    /// can be repeated.
    package func erase(_ player: PlayerNumber) async throws(StoreError) {
        // First no row comes any more; then those that are there are looked for.
        try await send(player, nil)
        let targets = try await onThread { [journal] () throws(StoreError) in try journal.erasureTargets(of: player) }
        try await send(player, targets)
        // It may take long in a large journal.
        try await onThread { [self] () throws(StoreError) in try empty(player, targets.map(\.stream)) }
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

    private func empty(_ player: PlayerNumber, _ streams: [StreamID]) throws(StoreError) {
        for stream in streams {
            var position: JournalSequence? = .start
            while let after = position {
                position = try journal.overwrite(rowsOf: player, in: stream, after: after, limit: Self.overwrittenRows)
            }
        }
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
