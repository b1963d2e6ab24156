extension [RankKey] {
    /// Below this many, counting bytes costs more than comparing.
    private static var comparedCount: Int { 2_048 }

    /// Puts them in order. Ordinals byte by byte, lowest byte first, and only those bytes in which they differ (radix
    /// sort; Knuth 5.2.5, algorithm R); keys of one ordinal by comparing. O(n) for ordinals that seldom repeat.
    mutating func sortByRank() {
        guard count > Self.comparedCount, let first = first?.ordinal else { return sort() }
        var varying: UInt64 = 0
        for key in self { varying |= UInt64(bitPattern: key.ordinal ^ first) }
        var spare = self
        for shift in stride(from: 0, to: UInt64(64), by: 8) where varying >> shift & 0xFF != 0 {
            distribute(by: shift, into: &spare)
            swap(&self, &spare)
        }
        sortEqualOrdinals()
    }

    /// In the order of one byte of the ordinals, and otherwise as they are.
    private func distribute(by shift: UInt64, into target: inout [RankKey]) {
        // Bytes of a signed number are in its order once its sign is turned.
        func byte(_ key: RankKey) -> Int { Int((UInt64(bitPattern: key.ordinal) ^ 1 << 63) >> shift & 0xFF) }
        withUnsafeBufferPointer { keys in
            target.withUnsafeMutableBufferPointer { target in
                withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { next in
                    next.initialize(repeating: 0)
                    for key in keys { next[byte(key)] += 1 }
                    var start = 0
                    for index in next.indices {
                        let count = next[index]
                        next[index] = start
                        start += count
                    }
                    for key in keys {
                        let index = byte(key)
                        target[next[index]] = key
                        next[index] += 1
                    }
                }
            }
        }
    }

    private mutating func sortEqualOrdinals() {
        withUnsafeMutableBufferPointer { keys in
            var start = 0
            while start < keys.count {
                var end = start + 1
                while end < keys.count, keys[end].ordinal == keys[start].ordinal { end += 1 }
                if end - start > 1 { keys[start..<end].sort() }
                start = end
            }
        }
    }
}
