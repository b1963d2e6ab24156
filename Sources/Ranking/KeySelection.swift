/// Finds which of some keys stand at given positions, without putting the others in order: quickselect (Hoare,
/// Algorithm 65: Find, 1961), with the median of three as the pivot.
struct KeySelection {
    private var candidates: [(key: RankKey, row: Int32)]

    /// - Parameter keys: fewer than 2^31, none twice.
    init(_ keys: [RankKey]) {
        var row: Int32 = -1
        candidates = keys.map { key in
            row &+= 1
            return (key, row)
        }
    }

    /// The indexes of the keys that are at these positions, best first.
    ///
    /// - Complexity: O(m + n log n) on average, m being the keys and n the positions. Where pivots are bad, what is
    ///   left is sorted: O(m log m).
    mutating func rows(at positions: Range<Int>) -> [Int] {
        let positions = positions.clamped(to: 0..<candidates.count)
        guard !positions.isEmpty else { return [] }
        candidates.withUnsafeMutableBufferPointer { all in
            Self.arrange(&all, 0..<all.count, positions.lowerBound)
            Self.arrange(&all, positions.lowerBound..<all.count, positions.upperBound)
            all[positions].sort { $0.key < $1.key }
        }
        return candidates[positions].map { Int($0.row) }
    }

    /// Moves the best of a range below a position, and the others to it and above.
    private static func arrange(
        _ all: inout UnsafeMutableBufferPointer<(key: RankKey, row: Int32)>, _ range: Range<Int>, _ position: Int
    ) {
        var range = range
        // Halving takes as many turns as the count has bits; twice that, and the keys are somebody's design.
        var turns = 2 * (Int.bitWidth - range.count.leadingZeroBitCount)
        while range.count > 16, range.lowerBound < position, position < range.upperBound {
            guard turns > 0 else { break }
            turns -= 1
            let middle = partition(&all, range)
            range = position < middle ? range.lowerBound..<middle : middle..<range.upperBound
        }
        if range.lowerBound < position, position < range.upperBound { all[range].sort { $0.key < $1.key } }
    }

    /// Hoare's partition: what is below the returned index is no worse than what is from there on. Neither is empty.
    private static func partition(
        _ all: inout UnsafeMutableBufferPointer<(key: RankKey, row: Int32)>, _ range: Range<Int>
    ) -> Int {
        let pivot = median(
            all[range.lowerBound].key, all[range.lowerBound + range.count / 2].key, all[range.upperBound - 1].key)
        var low = range.lowerBound
        var high = range.upperBound - 1
        while true {
            while all[low].key < pivot { low += 1 }
            while pivot < all[high].key { high -= 1 }
            // A pivot that is the least leaves itself below; the rest goes on.
            if low >= high { return max(low, range.lowerBound + 1) }
            all.swapAt(low, high)
            low += 1
            high -= 1
        }
    }

    private static func median(_ one: RankKey, _ two: RankKey, _ three: RankKey) -> RankKey {
        if one < two { return two < three ? two : max(one, three) }
        return one < three ? one : max(two, three)
    }
}
