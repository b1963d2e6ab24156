package import LaurelDomain
import LaurelRanking
package import LaurelStorage

/// A player taken out of all leaderboards for good.
package struct EraseCall: Sendable {
    let player: PlayerNumber
    /// Where the player has rows; nil: only refuse new ones.
    let places: [ErasurePlaces]?
    let completion: @Sendable (Result<Void, StoreError>) -> Void
}

// Writes an erasure row to every stream with rows of the player. Their rows are emptied afterwards, elsewhere.
extension JournalWriter {
    /// - Returns: false when the store failed.
    func erase(_ call: EraseCall) -> Bool {
        batch.time = readClock()
        erased.insert(call.player)
        let places = call.places ?? []
        let rows = places.filter { !$0.isErased }.map { place in
            JournalRow(
                stream: place.stream, sequence: stream(place.stream).last.advanced(by: 1), time: batch.time,
                kind: .erasure, leaderboard: LeaderboardNumber(0), player: call.player)
        }
        do throws(StoreError) {
            if !rows.isEmpty { try commit(Change(rows: rows)) }
        } catch {
            keeper.noteFailure(error)
            call.completion(.failure(error))
            return error.leavesStoreSound
        }
        for row in rows { publish(row) }
        for place in places { forgetCopies(of: place.leaderboards, in: stream(place.stream)) }
        call.completion(.success(()))
        return true
    }

    private func publish(_ row: JournalRow) {
        let changes = stream(row.stream).boards.withLock { state -> LeaderboardChanges in
            state.published = max(state.published, row.sequence)
            state.time = max(state.time, row.time)
            // A board that is absent folds it in when it is loaded.
            state.everywhere.append(row.sequence)
            var changed: Set<BoardKey> = []
            for (key, slot) in state.slots {
                if let player = row.player, slot.board.latestSequence(of: player) != nil { changed.insert(key) }
                slot.board.fold(row)
            }
            return state.takeChanges(of: changed, at: row.time)
        }
        keeper.tell(changes, in: row.stream)
    }

    /// What was written down of these boards knows the player: none of it is carried over to another file.
    private func forgetCopies(of leaderboards: Set<LeaderboardNumber>, in stream: WriterStream) {
        let last = stream.last
        stream.boards.withLock { state in
            for key in state.extents.keys where leaderboards.contains(key.leaderboard) {
                state.extents[key]?.epoch = last
                state.snapshot?.sections[key]?.count = 0
            }
        }
    }
}

extension ScoreKeeper {
    /// Rows looked at in one go when a player's rows are emptied: a few milliseconds of the writer.
    static let overwrittenRows = 20_000

    /// Removes a player from all leaderboards, empties their journal rows and rewrites the snapshots. Each step
    /// can be repeated.
    package func erase(_ player: PlayerNumber) async throws(StoreError) {
        // First no row comes any more; then those that are there are looked for.
        try await send(player, nil)
        let places = try await onThread { [journal] () throws(StoreError) in try journal.places(of: player) }
        try await send(player, places)
        // It may take long in a large journal.
        try await onThread { [self] () throws(StoreError) in try empty(player, places.map(\.stream)) }
    }

    private func send(_ player: PlayerNumber, _ places: [ErasurePlaces]?) async throws(StoreError) {
        let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
            let call = EraseCall(player: player, places: places) { continuation.resume(returning: $0) }
            if !queue.add(.erase(call)) { continuation.resume(returning: .failure(.unavailable)) }
        }
        try result.get()
    }

    /// Blocking work off the threads that others need.
    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            BlockingThread.start { continuation.resume(returning: Result { () throws(StoreError) in try body() }) }
        }
        return try result.get()
    }

    private func empty(_ player: PlayerNumber, _ streams: [StreamID]) throws(StoreError) {
        for stream in streams {
            var place: JournalSequence? = .start
            while let after = place {
                place = try journal.overwrite(rowsOf: player, in: stream, after: after, limit: Self.overwrittenRows)
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
