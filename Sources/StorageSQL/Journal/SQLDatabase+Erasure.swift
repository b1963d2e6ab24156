public import LaurelDomain
public import LaurelStorage

extension SQLDatabase where Self: Journal {
    public func overwrite(
        rowsOf player: PlayerNumber, in stream: StreamID, after sequence: JournalSequence, limit: Int
    ) throws(StoreError) -> JournalSequence? {
        guard let number = try number(of: stream) else { return nil }
        let first = JournalTable.position(sequence, ofStream: number)
        let end = JournalTable.position(JournalSequence(1 << JournalTable.sequenceBits - 1), ofStream: number)
        let last = try read { connection throws(StoreError) in
            try connection.value(
                """
                SELECT max(position) FROM (
                    SELECT position FROM journal WHERE position > \(first) AND position <= \(end)
                    ORDER BY position LIMIT \(max(1, limit))) AS looked_at
                """, of: Int64.self)
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
            var targets: [Int64: ErasureTarget] = [:]
            try connection.each(
                """
                SELECT DISTINCT position >> 48 AS stream, leaderboard, kind FROM journal WHERE player = \(player)
                """
            ) { row throws(StoreError) in
                let number: Int64 = try row["stream"]
                guard let index = Int(exactly: number - 1), streams.indices.contains(index) else {
                    throw .damaged(reason: "a row of the journal belongs to stream \(number), which is missing")
                }
                if try row["kind"] == Int(JournalRow.Kind.erasure.rawValue) {
                    targets[number, default: ErasureTarget(stream: streams[index])].isErased = true
                } else {
                    targets[number, default: ErasureTarget(stream: streams[index])].leaderboards
                        .insert(try row["leaderboard"])
                }
                return true
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

    public func streams(awaitingUpgradeOf player: PlayerNumber) throws(StoreError) -> [StreamID] {
        let numbers = try read { connection throws(StoreError) in
            try JournalTable.streams(awaitingUpgradeOf: player, on: connection)
        }
        guard !numbers.isEmpty else { return [] }
        let streams = try streams()
        return numbers.compactMap { number in
            Int(exactly: number - 1).flatMap { streams.indices.contains($0) ? streams[$0] : nil }
        }
    }

    public func rows(
        awaitingUpgradeOf player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        guard let number = try number(of: stream) else { return [] }
        return try read { connection throws(StoreError) in
            try JournalReader(stream, number: number, on: connection).rows(
                awaitingUpgradeOf: player, after: sequence, limit: limit)
        }
    }
}
