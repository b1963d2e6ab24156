public import LaurelDomain
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

extension SQLDirectory {
    public func archivedMatch(_ number: MatchNumber, of game: MatchGame) async throws(StoreError) -> MatchRecord? {
        try await read { connection throws(StoreError) in
            try connection.snapshot { () throws(StoreError) in
                try MatchArchiveTable(game: game).record(number, on: connection)
            }
        }
    }

    public func archivedGames(of player: PlayerNumber) async throws(StoreError) -> [MatchGame] {
        try await read { connection throws(StoreError) in
            try MatchArchiveTable.games(of: player, on: connection)
        }
    }

    public func archivedMatches(
        of player: PlayerNumber, in game: MatchGame, after number: MatchNumber, limit: Int
    ) async throws(StoreError) -> [MatchNumber] {
        try await read { connection throws(StoreError) in
            try MatchArchiveTable(game: game).numbers(of: player, after: number, limit: limit, on: connection)
        }
    }

    public func countArchivedMatches(of player: PlayerNumber?, in game: MatchGame) async throws(StoreError) -> Int {
        try await read { connection throws(StoreError) in
            try MatchArchiveTable(game: game).count(of: player, on: connection)
        }
    }

    public func removeArchivedMatches(
        of player: PlayerNumber?, in game: MatchGame, limit: Int
    ) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try MatchArchiveTable(game: game).remove(of: player, limit: limit, on: connection)
        }
    }

    public func eraseArchivedSeats(of player: PlayerNumber, limit: Int) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try MatchArchiveTable.erase(player, limit: limit, on: connection)
        }
    }

    public func mergeArchivedSeats(
        of guest: PlayerNumber, into account: PlayerNumber, apartFrom blocks: Set<PlayerNumber>, in game: MatchGame,
        after number: MatchNumber, limit: Int
    ) async throws(StoreError) -> MatchNumber? {
        try await write { connection throws(StoreError) in
            try MatchArchiveTable(game: game).merge(
                guest, into: account, apartFrom: blocks, after: number, limit: limit, on: connection)
        }
    }
}
