import LaurelDomain
import LaurelStorage

/// Saved games as rows of SQL.
enum SavedGameTable {
    private static let onShelf = "player = ? AND app = ? AND environment = ?"

    static func versions(
        on shelf: SavedGameShelf, _ connection: SQLiteConnection
    ) throws(StoreError) -> [SavedGame] {
        let select = try connection.prepare(
            """
            SELECT id, name, device, device_name, modified, byte_count, digest FROM saved_games
            WHERE \(onShelf) ORDER BY number
            """)
        select.bind(shelf, from: 1)
        defer { select.reset() }
        var versions: [SavedGame] = []
        while try select.step() { versions.append(try version(select)) }
        return versions
    }

    /// One statement, so that nobody takes the data away between two.
    static func data(
        _ id: SavedGameID, on shelf: SavedGameShelf, _ connection: SQLiteConnection
    ) throws(StoreError) -> SavedGameData? {
        let select = try connection.prepare(
            """
            SELECT id, name, device, device_name, modified, byte_count, saved_games.digest, bytes
            FROM saved_games JOIN blobs ON blobs.digest = saved_games.digest
            WHERE \(onShelf) AND id = ?
            """)
        select.bind(shelf, from: 1)
        select.bind(4, id.text)
        defer { select.reset() }
        guard try select.step() else { return nil }
        let version = try version(select)
        guard let digest = BlobDigest(version.digest) else {
            throw .broken(reason: "the saved game \(id.text) has no digest")
        }
        return SavedGameData(version: version, data: Blob(digest: digest, bytes: select.blob(7)))
    }

    /// Over all games and both environments.
    static func bytes(of player: PlayerNumber, _ connection: SQLiteConnection) throws(StoreError) -> Int {
        let select = try connection.prepare("SELECT coalesce(sum(byte_count), 0) FROM saved_games WHERE player = ?")
        select.bind(1, Int64(player.rawValue))
        defer { select.reset() }
        return try select.step() ? Int(select.integer(0)) : 0
    }

    static func insert(
        _ new: SavedGameData, on shelf: SavedGameShelf, _ connection: SQLiteConnection
    ) throws(StoreError) {
        try BlobTable.retain(new.data, on: connection)
        let insert = try connection.prepare(
            """
            INSERT INTO saved_games (player, app, environment, id, name, device, device_name, modified, byte_count,
                digest)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(shelf, from: 1)
        insert.bind(4, new.version.id.text)
        insert.bind(5, new.version.name.text)
        insert.bind(6, new.version.device.rawValue)
        insert.bind(7, new.version.deviceName)
        insert.bind(8, new.version.modified.milliseconds)
        insert.bind(9, Int64(new.version.byteCount))
        insert.bind(10, blob: new.version.digest)
        try insert.run()
    }

    static func remove(
        _ version: SavedGame, from shelf: SavedGameShelf, _ connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM saved_games WHERE \(onShelf) AND id = ?")
        delete.bind(shelf, from: 1)
        delete.bind(4, version.id.text)
        try delete.run()
        guard connection.changedRows == 1, let digest = BlobDigest(version.digest) else { return }
        try BlobTable.release(digest, on: connection)
    }

    private static func version(_ row: SQLiteStatement) throws(StoreError) -> SavedGame {
        do throws(InvalidIdentifier) {
            return SavedGame(
                id: try SavedGameID(row.text(0)), name: SavedGameName(stored: row.text(1)),
                device: DeviceNumber(row.integer(2)), deviceName: row.text(3),
                modified: Timestamp(clamping: row.integer(4)), byteCount: Int(row.integer(5)), digest: row.blob(6))
        } catch {
            throw .broken(reason: "can't read a saved game: \(error)")
        }
    }
}

extension SQLiteStatement {
    fileprivate func bind(_ shelf: SavedGameShelf, from index: Int32) {
        bind(index, Int64(shelf.player.rawValue))
        bind(index + 1, Int64(shelf.app.rawValue))
        bind(index + 2, Int64(shelf.environment.rawValue))
    }
}
