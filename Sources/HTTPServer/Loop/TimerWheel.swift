/// Who has to be looked at, and when, in steps of about 17 ms.
///
/// A deadline that moves later costs nothing: the old entry fires, finds that it is not time yet, and is put in
/// again. Since a connection's deadline moves with every request, that is nearly every change.
struct TimerWheel {
    /// 2^24 nanoseconds.
    static let tickBits: UInt64 = 24
    private static let size = 512

    private var buckets: [[ConnectionKey]] = Array(repeating: [], count: size)
    /// One bit a bucket that is not empty.
    private var occupied = [UInt64](repeating: 0, count: size / 64)
    private var present: UInt64

    init(now: UInt64) { present = now >> Self.tickBits }

    /// Puts `key` in for the first tick at or after `deadline`, or for the last one the wheel can hold.
    ///
    /// - Returns: the tick.
    mutating func insert(_ key: ConnectionKey, deadline: UInt64) -> UInt64 {
        let tick = min(max(Self.tick(deadline), present &+ 1), present &+ UInt64(Self.size - 1))
        let bucket = Int(tick % UInt64(Self.size))
        buckets[bucket].append(key)
        occupied[bucket / 64] |= 1 << UInt64(bucket % 64)
        return tick
    }

    /// The tick at whose time `deadline` has passed.
    static func tick(_ deadline: UInt64) -> UInt64 { (deadline >> tickBits) &+ 1 }

    /// Moves to `now` and takes out what is due.
    ///
    /// - Complexity: O(ticks that passed, at most 512, + entries).
    mutating func advance(to now: UInt64) -> [ConnectionKey] {
        let target = now >> Self.tickBits
        guard target > present else { return [] }
        var due: [ConnectionKey] = []
        let steps = min(target - present, UInt64(Self.size))
        for step in 1...steps {
            let bucket = Int((present &+ step) % UInt64(Self.size))
            if buckets[bucket].isEmpty { continue }
            due.append(contentsOf: buckets[bucket])
            buckets[bucket] = []
            occupied[bucket / 64] &= ~(1 << UInt64(bucket % 64))
        }
        present = target
        return due
    }

    /// Milliseconds until something may be due, rounded up; -1 when nothing is in the wheel. What `epoll_wait` takes.
    func timeout(now: UInt64) -> Int32 {
        let start = Int((present &+ 1) % UInt64(Self.size))
        var word = start / 64
        var bits = occupied[word] & (UInt64.max << UInt64(start % 64))
        // The first word is looked at again at the end, for the bits before the start.
        for _ in 0...occupied.count {
            if bits != 0 {
                let bucket = word * 64 + bits.trailingZeroBitCount
                let distance = UInt64((bucket - start + Self.size) % Self.size)
                let time = (present &+ 1 &+ distance) << Self.tickBits
                return time <= now ? 0 : Int32(clamping: (time - now) / 1_000_000 + 1)
            }
            word = (word + 1) % occupied.count
            bits = occupied[word]
        }
        return -1
    }
}
