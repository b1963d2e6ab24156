extension [UInt8] {
    /// As ``ByteReader`` reads them.
    mutating func append(_ tiles: [Tile?]) {
        for tile in tiles { append(tile.map { $0.number + 1 } ?? 0) }
    }

    mutating func append(pair value: Int32) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }
}
