/// Why bytes are no snapshot of a board. A cache: the answer is to rebuild it from the journal.
public enum SnapshotDamage: Error, Hashable, Sendable {
    /// The bytes end inside a chunk, or the last chunk is missing.
    case truncated
    /// The chunk with this index is malformed, or of a format that this program does not know.
    case unknownFormat(chunk: Int)
    /// The chunk with this index has other bytes than were written, or is not the one that belongs here.
    case damaged(chunk: Int)
    /// Every chunk is as it was written, and yet they do not make a board.
    case inconsistent(chunk: Int)
}

/// The board changed as a whole (wipe, range) while a snapshot of it was being taken: begin again.
public struct SnapshotInterrupted: Error, Hashable, Sendable {
    public init() {}
}

/// A snapshot is a run of chunks, each with a head of 32 bytes, all little-endian:
/// ```
///  0  magic      8   "LAURELRK"
///  8  kind       1
///  9  format     1   the version of this layout
/// 10  unused     2   zero
/// 12  index      4   of this chunk in the snapshot, from 0
/// 16  count      4   of records
/// 20  length     4   of the payload in bytes, a multiple of 8
/// 24  checksum   8   of the first 24 bytes and the payload
/// ```
enum SnapshotChunk {
    static let magic: UInt64 = 0x4B52_4C45_5255_414C
    static let format: UInt8 = 1
    static let headBytes = 32
    static let lengthLimit = 1 << 28

    enum Kind: UInt8 {
        /// ``PlayerRecord``s in the all-time order; the staircase field holds the player's number.
        case ranked = 1
        /// The same for players without an all-time entry, in no order.
        case unranked
        /// Player (4), number of steps (4), steps (32 each), in the order of the week.
        case week
        /// Players (4), in the order of the day.
        case today
        /// Players who changed after they were written: player (4), number of steps (4), their record (40; zeroes: they
        /// are gone), steps. Overrides what other chunks, and patches before it, say of them.
        case patch
        case end
    }

    /// Two multiply-and-fold lanes over 8-byte words, each word's position included. Finds damage, not forgery.
    static func checksum(_ head: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer) -> UInt64 {
        var first: UInt64 = 0x9E37_79B9_7F4A_7C15
        var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
        absorb(head, &first, &second)
        absorb(payload, &first, &second)
        return fold(first ^ UInt64(payload.count), second | 1)
    }

    private static func absorb(_ bytes: UnsafeRawBufferPointer, _ first: inout UInt64, _ second: inout UInt64) {
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            first = fold(first ^ word, 0xA076_1D64_78BD_642F)
            second = (second &+ word) &* 0x9FB2_1C65_1E98_DF25
            second ^= second &>> 32
            offset &+= 8
        }
    }

    @inline(__always) private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

/// Collects one chunk.
struct SnapshotChunkWriter {
    private var bytes: [UInt8]
    private(set) var count = 0
    private let kind: SnapshotChunk.Kind

    init(_ kind: SnapshotChunk.Kind, capacity: Int) {
        self.kind = kind
        bytes = []
        bytes.reserveCapacity(SnapshotChunk.headBytes + capacity + 8)
        bytes.append(contentsOf: repeatElement(0, count: SnapshotChunk.headBytes))
    }

    var length: Int { bytes.count - SnapshotChunk.headBytes }

    mutating func append<Value: BitwiseCopyable>(_ value: Value) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ steps: UnsafePointer<Step>, count: Int) {
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: steps, count: count * MemoryLayout<Step>.stride))
    }

    mutating func endRecord() { count += 1 }

    consuming func finish(index: UInt32) -> [UInt8] {
        while bytes.count % 8 != 0 { bytes.append(0) }
        let length = bytes.count - SnapshotChunk.headBytes
        let count = count
        let kind = kind
        bytes.withUnsafeMutableBytes { whole in
            whole.storeBytes(of: SnapshotChunk.magic.littleEndian, as: UInt64.self)
            whole[8] = kind.rawValue
            whole[9] = SnapshotChunk.format
            whole.storeBytes(of: index.littleEndian, toByteOffset: 12, as: UInt32.self)
            whole.storeBytes(of: UInt32(count).littleEndian, toByteOffset: 16, as: UInt32.self)
            whole.storeBytes(of: UInt32(length).littleEndian, toByteOffset: 20, as: UInt32.self)
            let sum = SnapshotChunk.checksum(
                UnsafeRawBufferPointer(rebasing: whole[0..<24]),
                UnsafeRawBufferPointer(rebasing: whole[SnapshotChunk.headBytes...]))
            whole.storeBytes(of: sum.littleEndian, toByteOffset: 24, as: UInt64.self)
        }
        return bytes
    }
}

/// What the first 32 bytes of a chunk say of it.
struct SnapshotChunkHead: Sendable {
    let kind: SnapshotChunk.Kind
    /// Of records.
    let count: Int
    /// Of the payload. Unit: bytes.
    let length: Int

    /// - Parameter bytes: begin with the head.
    init(_ bytes: UnsafeRawBufferPointer, index: Int) throws(SnapshotDamage) {
        guard bytes.count >= SnapshotChunk.headBytes else { throw .truncated }
        guard bytes.loadUnaligned(as: UInt64.self) == SnapshotChunk.magic.littleEndian,
            bytes[9] == SnapshotChunk.format, let kind = SnapshotChunk.Kind(rawValue: bytes[8])
        else { throw .unknownFormat(chunk: index) }
        length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self)))
        guard length <= SnapshotChunk.lengthLimit, length % 8 == 0 else { throw .damaged(chunk: index) }
        count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)))
        self.kind = kind
    }
}

/// Reads a chunk's records. A copy reads on from the same record.
struct SnapshotChunkReader {
    let kind: SnapshotChunk.Kind
    let index: Int
    let count: Int
    private let payload: UnsafeRawBufferPointer
    private var offset = 0

    init(_ head: SnapshotChunkHead, index: Int, _ payload: UnsafeRawBufferPointer) {
        (kind, count) = (head.kind, head.count)
        self.index = index
        self.payload = payload
    }

    mutating func read<Value: BitwiseCopyable>(_ type: Value.Type) throws(SnapshotDamage) -> Value {
        let end = offset + MemoryLayout<Value>.size
        guard end <= payload.count else { throw .inconsistent(chunk: index) }
        defer { offset = end }
        return payload.loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// - Parameter count: any number that was read, however large.
    mutating func skip<Value: BitwiseCopyable>(_ count: Int, _ type: Value.Type) throws(SnapshotDamage) {
        let (length, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Value>.size)
        guard !overflow, 0...payload.count - offset ~= length else { throw .inconsistent(chunk: index) }
        offset += length
    }

    /// Nothing but padding may be left.
    func finish() throws(SnapshotDamage) {
        guard payload.count - offset < 8 else { throw .inconsistent(chunk: index) }
    }
}

/// What the last chunk says of the whole.
struct SnapshotEnd: BitwiseCopyable {
    var version: Int64
    var wipedThrough: Int64
    var now: Int64
    var rangeLowest: Int64
    var rangeHighest: Int64
    var ranked: Int64
    var week: Int64
    var today: Int64
    var players: Int64
    var chunks: UInt32
    var highestPlayer: UInt32
    var order: UInt8
    var type: UInt8
    var hasRange: UInt8
    var lacksWindows: UInt8
    var padding: UInt32 = 0
}
