import Glibc
public import LaurelDomain
import LaurelStorage
import LaurelStorageSQL
import Synchronization

/// How far a store has come. Neither number ever gets smaller while the store keeps all that was committed.
struct StoreExtent: Hashable, Sendable {
    /// Rows of the journal, in all streams.
    var rows: Int64 = 0
    /// Transactions that wrote no row of the journal.
    var changes: Int64 = 0
    /// When the journal's last row was accepted.
    var time = Timestamp.first
    /// Nil: there is none, or it isn't known.
    var end: StoreEnd?
}

/// A row of the journal that was the last one, and all rows before it in its stream.
struct StoreEnd: Hashable, Sendable {
    /// Its key in the journal.
    let position: Int64
    let digest: JournalDigest
}

extension StoreEnd {
    /// Nil: the stream has no row.
    init?(_ record: SQLiteStore.StreamRecord) {
        guard let last = record.last else { return nil }
        self.init(
            position: JournalTable.position(last.sequence, ofStream: record.number), digest: record.digest)
    }
}

extension StoreExtent {
    /// - Returns: what a store that has come so far lacks of `mark`; nil: nothing.
    func loss(before mark: StoreExtent) -> LostEnd? {
        guard rows < mark.rows || changes < mark.changes else { return nil }
        return LostEnd(
            rows: max(0, mark.rows - rows), changes: max(0, mark.changes - changes),
            last: rows < mark.rows ? mark.time : nil)
    }
}

/// What a store had and has no more.
public struct LostEnd: Hashable, Sendable, CustomStringConvertible {
    /// Rows of the journal: scores, mostly.
    public let rows: Int64
    /// Other changes, such as sign-ups.
    public let changes: Int64
    /// When the last of the rows was accepted.
    public let last: Timestamp?
    /// Nothing is missing, but the journal's rows are others than they were.
    public var hasOtherRows = false

    static let otherRows = LostEnd(rows: 0, changes: 0, last: nil, hasOtherRows: true)

    public var description: String {
        if hasOtherRows { return "its journal has other rows than before" }
        let time = last.map { ", the last from \($0.rfc3339)" } ?? ""
        let lost = [
            rows > 0 ? "\(rows) \(rows == 1 ? "row" : "rows") of the journal (mostly scores\(time))" : nil,
            changes > 0 ? "\(changes) other \(changes == 1 ? "change" : "changes")" : nil,
        ].compactMap { $0 }
        return lost.joined(separator: " and ") + " missing"
    }
}

/// A small file beside the store, `laurel.db-mark`, that says how far the store has come: a store without its end, or
/// without its log, is whole to SQLite.
///
/// It is written after each commit, without waiting for the disk, so it costs no commit anything to speak of. What it
/// says was durable before it was said: neither a kill nor a power cut leaves it ahead of the store. It may be behind,
/// by the second that passes between two flushes, or be torn: there are two slots, written in turn, with a checksum
/// each.
final class HighWaterMark: Sendable {
    static let suffix = "-mark"
    /// Slots lie in sectors of their own: a torn write spoils one.
    private static let slotBytes = 512
    private static let slots = 2
    /// Magic, turn, rows, changes, time, damage, position, digest, checksum.
    private static let fields = 10
    /// "1LRLMRK2" in ASCII.
    private static let magic: Int64 = 0x324B_524D_4C52_4C31
    /// From before there were digests: the same without the two fields before the checksum.
    private static let olderFields = 7
    private static let olderMagic: Int64 = 0x314B_524D_4C52_4C31

    private struct State {
        var turn: Int64 = 0
        var hasNews = false
        var extent = StoreExtent()
        var isDamaged = false
    }

    /// -1: it can't be written. The store is as good without it.
    private let file: Int32
    private let state = Mutex(State())

    /// Both slots say `extent` from now on, on the disk.
    init(at path: String, extent: StoreExtent) {
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        for _ in 0..<Self.slots { note(extent) }
        flush()
    }

    deinit { if file >= 0 { close(file) } }

    /// - Parameter extent: of what is durable.
    func note(_ extent: StoreExtent) {
        state.withLock { state in
            state.extent = extent
            write(&state)
        }
    }

    /// The store is damaged: the next start reads all of it first. On the disk on return.
    func noteDamage() {
        state.withLock { state in
            state.isDamaged = true
            write(&state)
        }
        flush()
    }

    private func write(_ state: inout State) {
        state.turn += 1
        state.hasNews = true
        let slot = Self.slot([
            Self.magic, state.turn, state.extent.rows, state.extent.changes, state.extent.time.milliseconds,
            state.isDamaged ? 1 : 0, state.extent.end?.position ?? 0,
            Int64(bitPattern: state.extent.end?.digest.first ?? 0),
            Int64(bitPattern: state.extent.end?.digest.second ?? 0),
        ])
        // A failure leaves it behind, which is harmless.
        _ = pwrite(file, slot, slot.count, off_t((state.turn % Int64(Self.slots)) * Int64(Self.slotBytes)))
    }

    /// Takes it to the disk. Blocks; not on the thread of a commit.
    func flush() {
        let hasNews = state.withLock { state in
            defer { state.hasNews = false }
            return state.hasNews
        }
        if hasNews { fdatasync(file) }
    }

    /// What a mark says.
    struct Reading {
        var extent: StoreExtent
        /// The last server found damage.
        var isDamaged: Bool
    }

    /// - Returns: nil when there is none, or none that is whole.
    static func read(at path: String) -> Reading? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var best: (turn: Int64, reading: Reading)?
        for index in 0..<slots {
            guard let numbers = numbers(file, index, fields, magic) ?? numbers(file, index, olderFields, olderMagic),
                numbers[2] >= 0, numbers[3] >= 0, numbers[1] > best?.turn ?? 0
            else { continue }
            var extent = StoreExtent(rows: numbers[2], changes: numbers[3], time: Timestamp(clamping: numbers[4]))
            if numbers.count > olderFields, numbers[6] > 0 {
                let digest = JournalDigest(UInt64(bitPattern: numbers[7]), UInt64(bitPattern: numbers[8]))
                extent.end = StoreEnd(position: numbers[6], digest: digest)
            }
            best = (numbers[1], Reading(extent: extent, isDamaged: numbers[5] != 0))
        }
        return best?.reading
    }

    /// Nil: the slot isn't whole, or of another kind.
    private static func numbers(_ file: Int32, _ index: Int, _ fields: Int, _ magic: Int64) -> [Int64]? {
        var bytes = [UInt8](repeating: 0, count: fields * 8)
        guard pread(file, &bytes, bytes.count, off_t(index * slotBytes)) == bytes.count else { return nil }
        let numbers = bytes.withUnsafeBytes { bytes in
            (0..<fields).map { Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self)) }
        }
        return numbers[0] == magic && slot(Array(numbers.dropLast())) == bytes ? numbers : nil
    }

    /// Numbers and their checksum: FNV-1a, 64 bits, against tearing, not against malice.
    private static func slot(_ numbers: [Int64]) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        withUnsafeBytes(of: hash.littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }
}

/// How many transactions wrote no row of the journal, in the store itself.
enum ChangeCounter {
    static func read(on connection: SQLiteConnection) throws(StoreError) -> Int64 {
        try connection.integer("SELECT number FROM changes") ?? 0
    }

    static func write(_ number: Int64, on connection: SQLiteConnection) throws(StoreError) {
        try connection.run("UPDATE changes SET number = \(number)")
    }
}
