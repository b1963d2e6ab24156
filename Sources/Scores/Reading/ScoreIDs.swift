import LaurelDomain
import LaurelStorage

/// Which ids of scores a stream has seen (rule 4.4). Only the writer's thread uses it.
///
/// Ids of recent rows are in memory. Older ones are in runs in the store, each behind a filter in memory that says
/// "not here" of nearly all fresh ids, so that these cost no disk read.
struct ScoreIDs {
    private(set) var recent = DigestTable()
    /// Digests that more than one row has.
    private var collisions: [UInt64: [Int64]] = [:]
    private(set) var runs: [(run: ScoreIDRun, filter: ScoreIDFilter)] = []

    /// Rows up to here are in runs.
    var indexed: JournalSequence { runs.map(\.run.last).max() ?? .start }

    /// Not the id's alone: two players may use the same one.
    static func digest(_ id: ScoreID, of player: PlayerNumber) -> UInt64 {
        var hash = mix(UInt64(player.rawValue) &+ 0x9E37_79B9_7F4A_7C15)
        var text = id.text
        return text.withUTF8 { text in
            let bytes = UnsafeRawBufferPointer(text)
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                hash = mix(hash ^ word)
                offset += 8
            }
            var word: UInt64 = 0
            for byte in bytes[offset...] { word = word << 8 | UInt64(byte) }
            return mix(hash ^ word ^ UInt64(bytes.count) << 56)
        }
    }

    /// Of a row's ID with its player. Nil: it has none.
    static func digest(of row: JournalRow) -> UInt64? {
        guard let id = row.scoreID, let player = row.player else { return nil }
        return digest(id, of: player)
    }

    /// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Where a row with the id may be.
    enum Candidate: Hashable {
        case row(JournalSequence)
        /// A run's number.
        case run(Int64)
    }

    /// Where rows may be that have the id: nearly always nowhere, and then no disk is read.
    func candidates(_ digest: UInt64) -> [Candidate] {
        var found: [Candidate] = []
        if let sequence = recent[digest] { found.append(.row(JournalSequence(sequence))) }
        if !collisions.isEmpty { found += collisions[digest, default: []].map { .row(JournalSequence($0)) } }
        for (run, filter) in runs where filter.mayContain(digest) { found.append(.run(run.number)) }
        return found
    }

    /// Which of these digests have ``candidates(_:)``, by index: nearly always none of them.
    ///
    /// Each table is asked for all of them before the next one is: so the processor waits for the memory of several at
    /// once, and not for one after the other.
    func suspects(among digests: [UInt64?]) -> Set<Int> {
        var found: Set<Int> = []
        for (index, digest) in digests.enumerated() {
            guard let digest else { continue }
            if recent[digest] != nil || collisions[digest]?.isEmpty == false { found.insert(index) }
        }
        for run in runs.indices {
            let filter = runs[run].filter
            for (index, digest) in digests.enumerated() {
                if let digest, filter.mayContain(digest) { found.insert(index) }
            }
        }
        return found
    }

    mutating func insert(_ digest: UInt64, _ sequence: JournalSequence) {
        guard let other = recent.insert(sequence.rawValue, for: digest) else { return }
        if other != sequence.rawValue { collisions[digest, default: []].append(sequence.rawValue) }
    }

    /// The row never came to be.
    mutating func remove(_ digest: UInt64, _ sequence: JournalSequence) {
        if recent[digest] == sequence.rawValue {
            recent.remove(digest)
        } else {
            collisions[digest]?.removeAll { $0 == sequence.rawValue }
        }
    }

    /// Takes over what the background has written, and forgets those rows.
    mutating func adopt(_ runs: [ScoreIDRun]) {
        self.runs = runs.map { ($0, ScoreIDFilter(bytes: $0.filter)) }
        let indexed = indexed.rawValue
        recent = recent.filter { $0 > indexed }
        collisions = collisions.mapValues { $0.filter { $0 > indexed } }.filter { !$0.value.isEmpty }
        for (digest, sequences) in collisions { _ = recent.insert(sequences[0], for: digest) }
    }
}

/// A Bloom filter whose bits for one digest share a cache line.
///
/// 16 bits an id and 6 probes: about 1 in 400 fresh ids costs a needless disk read. Source: Putze, Sanders, Singler,
/// "Cache-, Hash- and Space-Efficient Bloom Filters", 2007.
struct ScoreIDFilter {
    private(set) var bytes: [UInt8]
    private static let lineBytes = 64
    private static let probes = 6

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ digests: some Collection<UInt64>) {
        let lines = max(1, (digests.count * 2 + Self.lineBytes - 1) / Self.lineBytes)
        bytes = [UInt8](repeating: 0, count: lines * Self.lineBytes)
        for digest in digests {
            let line = Self.line(digest, of: lines)
            for probe in 0..<Self.probes {
                let bit = Self.bit(digest, probe)
                bytes[line + bit >> 3] |= 1 << UInt8(bit & 7)
            }
        }
    }

    func mayContain(_ digest: UInt64) -> Bool {
        let lines = bytes.count / Self.lineBytes
        guard lines > 0 else { return true }
        let line = Self.line(digest, of: lines)
        for probe in 0..<Self.probes {
            let bit = Self.bit(digest, probe)
            if bytes[line + bit >> 3] & 1 << UInt8(bit & 7) == 0 { return false }
        }
        return true
    }

    private static func line(_ digest: UInt64, of lines: Int) -> Int {
        Int(digest.multipliedFullWidth(by: UInt64(lines)).high) * lineBytes
    }

    /// The line comes from the upper bits, the bits in it from the lower 54.
    private static func bit(_ digest: UInt64, _ probe: Int) -> Int {
        Int(digest >> UInt64(probe * 9) & 511)
    }
}
