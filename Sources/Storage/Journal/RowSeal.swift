import LaurelCryptography
import LaurelDomain

/// 16 bytes: a digest of the journal, or chance.
public struct JournalDigest: Hashable, Sendable {
    public static let byteCount = 16
    /// What stands before the first row of a stream.
    public static let start = JournalDigest(0, 0)

    /// The first eight bytes, little-endian.
    public let first: UInt64
    /// The others.
    public let second: UInt64

    public init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }
}

/// What stands beside each row, so that no change of it goes unseen: the digest of the stream up to it.
///
///     digest(n) = H(2, digest(n − 1), what an erasure leaves of row n, content)
///     content   = H(1, salt, what an erasure takes of row n)
///
/// With the row the salt is kept, and in its place, once the row was emptied, the content's digest: so the chain still
/// holds, and nothing of what was there can be guessed. Every engine stores these bytes; docs/internals/journal.md has
/// them one by one.
public struct RowSeal: Hashable, Sendable {
    public static let byteCount = 2 * JournalDigest.byteCount

    /// Of the stream up to this row. An erasure doesn't change it.
    public let digest: JournalDigest
    /// The salt, or the content's digest once the row was emptied.
    public let rest: JournalDigest
    public let isEmptied: Bool

    /// As it was stored.
    public init(digest: JournalDigest, rest: JournalDigest, isEmptied: Bool) {
        self.digest = digest
        self.rest = rest
        self.isEmptied = isEmptied
    }

    /// Of a new row.
    ///
    /// - Parameter before: the digest of the row before it; ``JournalDigest/start`` for the first.
    public init(of row: JournalRow, after before: JournalDigest, salt: JournalDigest) {
        let content = SealedBytes.content(of: row, salt)
        self.init(digest: SealedBytes.digest(of: row, content, after: before), rest: salt, isEmptied: false)
    }

    /// Whether the row is as it was written, and stands where it stood.
    public func holds(_ row: JournalRow, after before: JournalDigest) -> Bool {
        if isEmptied, !row.isEmpty { return false }
        let content = isEmptied ? rest : SealedBytes.content(of: row, rest)
        return digest == SealedBytes.digest(of: row, content, after: before)
    }

    /// Of the row once an erasure has emptied it.
    ///
    /// - Parameter row: as it was before that.
    public func emptied(_ row: JournalRow) -> RowSeal {
        guard !isEmptied else { return self }
        return RowSeal(digest: digest, rest: SealedBytes.content(of: row, rest), isEmptied: true)
    }
}

extension JournalRow {
    /// Whether the row goes with its player. An erasure itself stays.
    public var goesWithPlayer: Bool { player != nil && kind != .erasure }

    /// What is left of a row when its player was erased.
    public var emptied: JournalRow {
        var row = self
        (row.value, row.context, row.scoreID, row.flags, row.extra) = (0, 0, nil, [], [])
        row.date = time
        return row
    }

    fileprivate var isEmpty: Bool {
        value == 0 && context == 0 && scoreID == nil && flags.isEmpty && extra.isEmpty && date == time
    }
}

/// Where salts come from.
public struct JournalSalts: Sendable {
    public static let random = JournalSalts { SecureRandom.manyBytes($0) }

    private let bytes: @Sendable (Int) -> [UInt8]

    /// - Parameter bytes: gives so many, which nobody can foresee.
    public init(_ bytes: @escaping @Sendable (Int) -> [UInt8]) { self.bytes = bytes }

    /// One for each row, in order: a single call to the kernel, however many they are. A row that no erasure empties
    /// has none.
    public func salts(for rows: [JournalRow]) -> [JournalDigest] {
        let needed = rows.reduce(into: 0) { $0 += $1.goesWithPlayer ? 1 : 0 }
        let bytes = needed > 0 ? bytes(needed * JournalDigest.byteCount) : []
        precondition(bytes.count == needed * JournalDigest.byteCount, "a source of salts gives what it's asked for")
        var offset = 0
        return rows.map { row in
            guard row.goesWithPlayer else { return .start }
            defer { offset += JournalDigest.byteCount }
            return bytes.withUnsafeBytes { bytes in
                JournalDigest(
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
            }
        }
    }
}

/// The bytes that are hashed: numbers of fixed width, little-endian, one after another.
private struct SealedBytes {
    /// What a row has beside its score ID and its extra is at most so long.
    private static let fixedCount = 128

    private let target: UnsafeMutableRawBufferPointer
    private var count = 0

    private init(_ target: UnsafeMutableRawBufferPointer) { self.target = target }

    /// What an erasure takes of a row.
    static func content(of row: JournalRow, _ salt: JournalDigest) -> JournalDigest {
        hash(fixedCount + ScoreID.lengthLimit + row.extra.count) { bytes in
            bytes.add(UInt8(1))
            bytes.add(salt)
            bytes.add(row.value)
            bytes.add(row.date.milliseconds)
            bytes.add(row.context)
            bytes.add(row.flags.rawValue)
            bytes.add(row.scoreID?.text ?? "")
            bytes.add(row.extra)
        }
    }

    /// What it leaves.
    static func digest(
        of row: JournalRow, _ content: JournalDigest, after before: JournalDigest
    ) -> JournalDigest {
        hash(fixedCount) { bytes in
            bytes.add(UInt8(2))
            bytes.add(before)
            bytes.add(row.stream.team.rawValue)
            bytes.add(row.stream.environment.rawValue)
            bytes.add(row.sequence.rawValue)
            bytes.add(row.time.milliseconds)
            bytes.add(row.kind.rawValue)
            bytes.add(row.leaderboard.rawValue)
            bytes.add(UInt8(row.player == nil ? 0 : 1))
            bytes.add(row.player?.rawValue ?? 0)
            bytes.add(row.previous.rawValue)
            bytes.add(content)
        }
    }

    private static func hash(_ room: Int, _ fill: (inout SealedBytes) -> Void) -> JournalDigest {
        withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { target in
            var bytes = SealedBytes(target)
            fill(&bytes)
            let words = Digest.blake2b128(UnsafeRawBufferPointer(rebasing: target[..<bytes.count]))
            return JournalDigest(words.0, words.1)
        }
    }

    private mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        target.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }

    private mutating func add(_ digest: JournalDigest) {
        add(digest.first)
        add(digest.second)
    }

    /// One byte says how many follow; an ID has at least one.
    private mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { text in
            add(UInt8(truncatingIfNeeded: text.count))
            add(UnsafeRawBufferPointer(text))
        }
    }

    /// Two bytes say how many follow.
    private mutating func add(_ bytes: [UInt8]) {
        add(UInt16(truncatingIfNeeded: bytes.count))
        bytes.withUnsafeBytes { add($0) }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: bytes)
        count += bytes.count
    }
}
