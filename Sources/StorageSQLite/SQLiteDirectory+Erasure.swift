public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func beginErasure(
        of player: PlayerNumber, receipt: String, at now: Timestamp
    ) async throws(StoreError) -> ErasureRecord? {
        try await write { connection throws(StoreError) in
            if let known = try ErasureTable.record(of: player, on: connection) { return known }
            guard try PlayerTable.player(player, on: connection) != nil else { return nil }
            for section in ErasureSection.all { try section.erase(player, connection) }
            let record = ErasureRecord(receipt: receipt, player: player, requested: now)
            try ErasureTable.insert(record, on: connection)
            return record
        }
    }

    public func unfinishedErasures() async throws(StoreError) -> [ErasureRecord] {
        try await read { connection throws(StoreError) in try ErasureTable.unfinished(on: connection) }
    }

    public func finishErasure(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            let update = try connection.prepare("UPDATE erasures SET finished = ? WHERE player = ?")
            update.bind(1, now.milliseconds)
            update.bind(2, Int64(player.rawValue))
            try update.run()
        }
    }

    /// Deleted cells are zeroed as they are deleted (`secure_delete`); what the log still holds of them goes when it is
    /// moved into the database and cut to nothing.
    public func scrub() async throws(StoreError) -> Bool {
        try await withStore { store throws(StoreError) in try store.cutLog() }
    }
}
