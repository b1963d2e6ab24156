import LaurelDomain
import LaurelStorage

/// Who plays which game, 4,096 players a row.
enum GamePlayerTable {
    static func put(_ page: PlayerPage, on connection: SQLiteConnection) throws(StoreError) {
        let upsert = try connection.prepare("INSERT OR REPLACE INTO game_players VALUES (?, ?, ?, ?)")
        upsert.bind(1, Int64(page.app.rawValue))
        upsert.bind(2, Int64(page.environment.rawValue))
        upsert.bind(3, Int64(page.page))
        var bits: [UInt8] = []
        bits.reserveCapacity(page.words.count * 8)
        for word in page.words {
            for shift in stride(from: 0, to: 64, by: 8) {
                bits.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        upsert.bind(4, blob: bits)
        try upsert.run()
    }

    static func all(on connection: SQLiteConnection) throws(StoreError) -> [PlayerPage] {
        let select = try connection.prepare("SELECT app, environment, page, bits FROM game_players")
        defer { select.reset() }
        var pages: [PlayerPage] = []
        while try select.step() {
            guard let app = UInt32(exactly: select.integer(0)),
                let environment = UInt8(exactly: select.integer(1)).flatMap(Environment.init(rawValue:)),
                let number = UInt32(exactly: select.integer(2)),
                let page = PlayerPage(
                    app: AppNumber(app), environment: environment, page: number, words: words(select.blob(3)))
            else { throw .broken(reason: "can't read the players of app \(select.integer(0))") }
            pages.append(page)
        }
        return pages
    }

    private static func words(_ bits: [UInt8]) -> [UInt64] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { word, byte in
                word | UInt64(byte.element) << UInt64(byte.offset * 8)
            }
        }
    }
}
