import LaurelDomain
import LaurelStorage

/// Saved games as rows of SQL.
enum SavedGameTable {
    private static func isOn(_ shelf: SavedGameShelf) -> SQL {
        "player = \(shelf.player) AND app = \(shelf.app) AND environment = \(shelf.environment)"
    }

    static func versions(
        on shelf: SavedGameShelf, _ connection: any SQLConnection
    ) throws(StoreError) -> [SavedGame] {
        try connection.rows(
            """
            SELECT id, name, device, device_name, modified, byte_count, digest FROM saved_games
            WHERE \(isOn(shelf)) ORDER BY number
            """, version)
    }

    /// One statement, so that nobody takes the data away between two.
    static func data(
        _ id: SavedGameID, on shelf: SavedGameShelf, _ connection: any SQLConnection
    ) throws(StoreError) -> SavedGameData? {
        try connection.first(
            """
            SELECT id, name, device, device_name, modified, byte_count, saved_games.digest, bytes
            FROM saved_games JOIN blobs ON blobs.digest = saved_games.digest
            WHERE \(isOn(shelf)) AND id = \(id)
            """
        ) { row throws(StoreError) in
            SavedGameData(version: try version(row), data: Blob(digest: try row["digest"], bytes: try row["bytes"]))
        }
    }

    /// Over all games and both environments.
    static func bytes(of player: PlayerNumber, _ connection: any SQLConnection) throws(StoreError) -> Int {
        try connection.number(
            "SELECT CAST(coalesce(sum(byte_count), 0) AS BIGINT) FROM saved_games WHERE player = \(player)")
    }

    static func insert(
        _ new: SavedGameData, on shelf: SavedGameShelf, _ connection: any SQLConnection
    ) throws(StoreError) {
        try BlobTable.retain(new.data, on: connection)
        try connection.run(
            .insert(
                into: "saved_games",
                [
                    "player": shelf.player, "app": shelf.app, "environment": shelf.environment,
                    "id": new.version.id, "name": new.version.name.text, "device": new.version.device,
                    "device_name": new.version.deviceName, "modified": new.version.modified,
                    "byte_count": new.version.byteCount, "digest": new.version.digest,
                ]))
    }

    static func remove(
        _ version: SavedGame, from shelf: SavedGameShelf, _ connection: any SQLConnection
    ) throws(StoreError) {
        let condition: SQL = "\(isOn(shelf)) AND id = \(version.id)"
        try BlobTable.release("SELECT digest FROM saved_games WHERE \(condition)", on: connection)
        try connection.run("DELETE FROM saved_games WHERE \(condition)")
    }

    static func players(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int,
        _ connection: any SQLConnection
    ) throws(StoreError) -> [PlayerNumber] {
        try connection.values(
            """
            SELECT DISTINCT player FROM saved_games
            WHERE app = \(app) AND environment = \(environment) AND player > \(SQLPage.after(player))
            ORDER BY player LIMIT \(SQLPage.limit(limit))
            """)
    }

    private static func version(_ row: SQLRow) throws(StoreError) -> SavedGame {
        SavedGame(
            id: try row["id"], name: SavedGameName(stored: try row["name"]), device: try row["device"],
            deviceName: try row["device_name"], modified: try row["modified"], byteCount: try row["byte_count"],
            digest: try row["digest"])
    }
}
