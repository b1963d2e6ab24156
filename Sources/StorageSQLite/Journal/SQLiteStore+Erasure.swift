public import LaurelDomain
public import LaurelStorage

extension SQLiteStore {
    public func overwrite(
        rowsOf player: PlayerNumber, in stream: StreamID, after sequence: JournalSequence, limit: Int
    ) throws(StoreError) -> JournalSequence? {
        guard let number = try number(of: stream) else { return nil }
        let first = JournalTable.position(sequence, ofStream: number)
        let last = try read { connection throws(StoreError) in
            let select = try connection.statement(
                """
                SELECT max(position) FROM (
                    SELECT position FROM journal WHERE position > ? AND position <= ? ORDER BY position LIMIT ?)
                """)
            defer { select.reset() }
            select.bind(1, first)
            select.bind(2, JournalTable.position(JournalSequence(1 << 48 - 1), ofStream: number))
            select.bind(3, Int64(max(1, limit)))
            return try select.step() ? select.optionalInteger(0) : nil
        }
        guard let last else { return nil }
        try change { connection throws(StoreError) in
            let rows = try JournalReader(stream, number: number, on: connection).rows(
                of: player, after: sequence, through: JournalTable.sequence(at: last), limit: limit)
            for sealed in rows where sealed.row.goesWithPlayer && !sealed.seal.isEmptied {
                try JournalTable.replace(
                    sealed.row.emptied, sealed.seal.emptied(sealed.row), ofStream: number, on: connection)
            }
        }
        return JournalTable.sequence(at: last)
    }

    public func erasureTargets(of player: PlayerNumber) throws(StoreError) -> [ErasureTarget] {
        let streams = try streams()
        return try read { connection throws(StoreError) in
            // A walk through the whole table: the journal has no index by player, since every score would pay for it.
            let select = try connection.statement(
                "SELECT DISTINCT position >> 48, leaderboard, kind = ? FROM journal WHERE player = ?")
            defer { select.reset() }
            select.bind(1, Int64(JournalRow.Kind.erasure.rawValue))
            select.bind(2, Int64(player.rawValue))
            var targets: [Int64: ErasureTarget] = [:]
            while try select.step() {
                let number = select.integer(0)
                guard let index = Int(exactly: number - 1), streams.indices.contains(index),
                    let leaderboard = UInt32(exactly: select.integer(1))
                else { throw .damaged(reason: "a row of the journal belongs to stream \(number), which is missing") }
                var target = targets[number] ?? ErasureTarget(stream: streams[index])
                if select.integer(2) != 0 {
                    target.isErased = true
                } else {
                    target.leaderboards.insert(LeaderboardNumber(leaderboard))
                }
                targets[number] = target
            }
            return targets.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    public func rows(
        of player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        guard let number = try number(of: stream) else { return [] }
        return try read { connection throws(StoreError) in
            try JournalReader(stream, number: number, on: connection).rows(
                of: player, after: sequence, limit: limit
            ).map(\.row)
        }
    }
}
