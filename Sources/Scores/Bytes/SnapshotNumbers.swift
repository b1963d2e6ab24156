import LaurelDomain
import LaurelStorage

/// Little-endian 64-bit integers, one after another.
struct SnapshotNumbers {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() throws(SnapshotFailure) -> Int64 {
        guard offset + 8 <= bytes.count else { throw .damaged("its directory is too short") }
        defer { offset += 8 }
        return Self.integer(bytes, offset)
    }

    /// How many follow: never more than there is room for.
    mutating func count() throws(SnapshotFailure) -> Int {
        let count = try next()
        guard 0...Int64(bytes.count / 8) ~= count else { throw .damaged("its directory is too short") }
        return Int(count)
    }

    /// A count and so many sequences.
    mutating func sequences() throws(SnapshotFailure) -> [JournalSequence] {
        var sequences: [JournalSequence] = []
        for _ in 0..<(try count()) { sequences.append(JournalSequence(try next())) }
        return sequences
    }

    static func integer(_ bytes: [UInt8], _ offset: Int) -> Int64 {
        bytes.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int64.self)) }
    }

    static func bytes(_ value: Int64) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    /// FNV-1a, 64 bits: against damage, not against malice. Source: draft-eastlake-fnv.
    static func checksum(_ bytes: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
