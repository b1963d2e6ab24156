import LaurelDomain
import LaurelStorage

/// Who plays which game, 4,096 players a row.
enum GamePlayerTable {
    static func put(_ page: PlayerPage, on connection: any SQLConnection) throws(StoreError) {
        var bits: [UInt8] = []
        bits.reserveCapacity(page.words.count * 8)
        for word in page.words {
            for shift in stride(from: 0, to: 64, by: 8) {
                bits.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        try connection.run(
            .insert(
                into: "game_players",
                ["app": page.app, "environment": page.environment, "page": page.page, "bits": bits],
                ifThere: .takesOver(key: ["app", "environment", "page"])))
    }

    static func all(on connection: any SQLConnection) throws(StoreError) -> [PlayerPage] {
        try connection.rows("SELECT app, environment, page, bits FROM game_players") { row throws(StoreError) in
            let app: AppNumber = try row["app"]
            guard
                let page = PlayerPage(
                    app: app, environment: try row["environment"], page: try row["page"], words: words(try row["bits"]))
            else { throw .broken(reason: "can't read the players of app \(app.rawValue)") }
            return page
        }
    }

    private static func words(_ bits: [UInt8]) -> [UInt64] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { word, byte in
                word | UInt64(byte.element) << UInt64(byte.offset * 8)
            }
        }
    }
}
