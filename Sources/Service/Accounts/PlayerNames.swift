public import LaurelDomain
import LaurelStorage
import Synchronization

/// Every player's display name, in memory, so that a page of a leaderboard never touches the disk.
///
/// - Size: 8 bytes a player beside the text (measured by a test: at most 40 with room to grow).
/// - Numbers are given in order of sign-up, so the table is an array; a hole costs 8 bytes.
public final class PlayerNames: Sendable {
    /// Longer names are cut at the end of a character: twenty characters of any script fit.
    public static let bytesLimit = 1_023

    fileprivate struct State {
        /// For each number, where its text starts (upper 48 bits) and how long it is (lower 16); 0: no name.
        var ranges: [UInt64] = []
        var text: [UInt8] = []
        /// Bytes of `text` that no range covers any more.
        var unusedBytes = 0
        /// Where reads go that only bring memory closer.
        var warmed: UInt8 = 0
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    public init() {}

    /// Grows with every change of any name: a page encoded under an equal revision still shows the right names.
    public var revision: UInt64 { changes.load(ordering: .acquiring) }

    /// Memory in use, room to grow included.
    public var byteCount: Int { state.withLock { $0.ranges.capacity * 8 + $0.text.capacity } }

    /// O(length of the name).
    public func displayName(_ player: PlayerNumber) -> String? {
        state.withLock { state in
            state.range(of: player).map { String(decoding: state.text[$0], as: UTF8.self) }
        }
    }

    /// Appends the name's UTF-8 to `bytes`.
    /// - Returns: false, with `bytes` as they were, when there is no such player.
    public func append(_ player: PlayerNumber, to bytes: inout [UInt8]) -> Bool {
        state.withLock { state in
            guard let range = state.range(of: player) else { return false }
            bytes.append(contentsOf: state.text[range])
            return true
        }
    }

    /// The players' names in their order, an empty one for who is unknown; one lock for a whole page.
    public func packed(of players: [PlayerNumber]) -> PackedTexts {
        state.withLock { state in
            let ranges = players.map { state.range(of: $0) ?? 0..<0 }
            var names = PackedTexts()
            names.ends.reserveCapacity(ranges.count)
            var count = 0
            for range in ranges {
                count &+= range.count
                names.ends.append(count)
            }
            state.text.withUnsafeBufferPointer { text in
                // Names lie far apart: each is touched first, so that the misses overlap.
                for range in ranges where !range.isEmpty { state.warmed &+= text[range.lowerBound] }
                names.bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
                    guard let source = text.baseAddress, let target = bytes.baseAddress else { return }
                    for range in ranges {
                        (target + filled).initialize(from: source + range.lowerBound, count: range.count)
                        filled &+= range.count
                    }
                }
            }
            return names
        }
    }

    public func put(_ name: String, of player: PlayerNumber) {
        state.withLock { $0.put(Self.cut(name).utf8, at: Int(player.rawValue)) }
        changes.add(1, ordering: .releasing)
    }

    /// A page from the store, under one lock.
    func put(_ page: PackedNames) {
        state.withLock { state in
            if let last = page.players.last { state.reserve(players: Int(last.rawValue) + 1, bytes: page.text.count) }
            var start = 0
            for (player, end) in zip(page.players, page.ends) {
                let name = page.text[start..<min(end, start + Self.bytesLimit)]
                state.put(name, at: Int(player.rawValue))
                start = end
            }
        }
        changes.add(1, ordering: .releasing)
    }

    public func remove(_ player: PlayerNumber) {
        state.withLock { $0.put("".utf8, at: Int(player.rawValue)) }
        changes.add(1, ordering: .releasing)
    }

    private static func cut(_ name: String) -> Substring {
        var name = name[...]
        while name.utf8.count > bytesLimit { name.removeLast() }
        return name
    }
}

extension PlayerNames.State {
    func range(of player: PlayerNumber) -> Range<Int>? {
        let index = Int(player.rawValue)
        guard index < ranges.count, ranges[index] != 0 else { return nil }
        let start = Int(ranges[index] >> 16)
        return start..<start + Int(ranges[index] & 0xFFFF)
    }

    /// Room for a page; at least double, so that filling page by page stays linear.
    mutating func reserve(players: Int, bytes: Int) {
        if ranges.capacity < players { ranges.reserveCapacity(max(players, ranges.capacity * 2)) }
        let needed = text.count + bytes
        if text.capacity < needed { text.reserveCapacity(max(needed, text.capacity * 2)) }
    }

    mutating func put(_ name: some Collection<UInt8>, at index: Int) {
        if index >= ranges.count {
            guard !name.isEmpty else { return }
            ranges.append(contentsOf: repeatElement(0, count: index - ranges.count + 1))
        }
        unusedBytes += Int(ranges[index] & 0xFFFF)
        ranges[index] = name.isEmpty ? 0 : UInt64(text.count) << 16 | UInt64(name.count)
        text.append(contentsOf: name)
        if unusedBytes > 65_536, unusedBytes > text.count / 2 { compact() }
    }

    /// Renaming leaves the old text behind; this drops it once it is more than half.
    private mutating func compact() {
        var packed: [UInt8] = []
        packed.reserveCapacity(text.count - unusedBytes)
        for index in ranges.indices where ranges[index] != 0 {
            let start = Int(ranges[index] >> 16)
            let count = Int(ranges[index] & 0xFFFF)
            ranges[index] = UInt64(packed.count) << 16 | UInt64(count)
            packed.append(contentsOf: text[start..<start + count])
        }
        text = packed
        unusedBytes = 0
    }
}
