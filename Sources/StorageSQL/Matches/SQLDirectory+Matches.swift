public import LaurelMatches
public import LaurelStorage

extension SQLDatabase {
    public func matches() throws(StoreError) -> [MatchGame: [Match]] {
        try read { connection throws(StoreError) in try MatchTable.all(on: connection) }
    }

    public func lastMatches() throws(StoreError) -> [MatchGame: MatchNumber] {
        try read { connection throws(StoreError) in try MatchTable.lastNumbers(on: connection) }
    }

    public func openData(of game: MatchGame) throws(StoreError) -> [MatchNumber: [UInt8]] {
        try read { connection throws(StoreError) in try MatchTable.openData(of: game, on: connection) }
    }
}

extension SQLDirectory {
    public func match(_ number: MatchNumber, of game: MatchGame) async throws(StoreError) -> MatchRecord? {
        try await read { connection throws(StoreError) in
            try connection.snapshot { () throws(StoreError) in
                try MatchTable.record(number, of: game, on: connection)
            }
        }
    }
}
