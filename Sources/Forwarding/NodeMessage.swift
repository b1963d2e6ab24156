/// Writes what nodes tell one another in one body: numbers, the highest byte first, and bytes after their count.
struct NodeMessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ part: [UInt8]) {
        put(UInt32(clamping: part.count))
        bytes.append(contentsOf: part)
    }
}

/// Reads what ``NodeMessageWriter`` wrote.
struct NodeMessageReader {
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number<Number: FixedWidthInteger>() throws(Malformed) -> Number {
        var number: Number = 0
        for byte in try take(MemoryLayout<Number>.size) { number = number << 8 | Number(truncatingIfNeeded: byte) }
        return number
    }

    mutating func part() throws(Malformed) -> [UInt8] {
        let count: UInt32 = try number()
        return Array(try take(Int(count)))
    }

    private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw Malformed() }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
