/// Takes bytes apart. It never fails: what is missing reads as 255, and ``isDone`` tells at the end.
struct ByteReader {
    private let bytes: [UInt8]
    private var at = 0
    private var isShort = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether everything was read, and nothing more.
    var isDone: Bool { !isShort && at == bytes.count }

    mutating func next() -> UInt8 {
        guard at < bytes.count else {
            isShort = true
            return 255
        }
        at += 1
        return bytes[at - 1]
    }

    /// Two bytes, the higher one first.
    mutating func nextPair() -> Int32 {
        let high = Int32(next())
        return high << 8 | Int32(next())
    }

    mutating func nextWord() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(next()) }
        return word
    }

    /// Places for tiles: 0 for none, else the tile's number plus 1.
    ///
    /// - Returns: nil if one of them is no tile.
    mutating func nextTiles(_ count: Int32) -> [Tile?]? {
        var tiles: [Tile?] = []
        for _ in 0..<max(count, 0) {
            let byte = next()
            guard byte <= Tile.kinds else { return nil }
            tiles.append(byte == 0 ? nil : Tile(number: byte - 1))
        }
        return tiles
    }
}
