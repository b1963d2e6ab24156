/// Finds which entries of K sorted parts stand from a position of the whole on, without seeing the whole: from keys
/// that the parts pick evenly out of the ranges that are still possible, round by round.
///
/// Let T be the entry looked for, with `target` better ones. Of each part's entries those before its range are better
/// than T, those behind it are not. From each round's samples two of all keys are chosen: the last one that surely
/// isn't behind T, and the first one that surely is. Between them the ranges go on.
///
/// With C entries in all ranges and S samples from each, at most 4 C ÷ S + 1 are left.
/// For let g be the largest share (the entries from one sample up to the next one), at most C ÷ S + 1. How many entries
/// of the ranges are better than a sample is known but for less than one share of each part, in sum but for C ÷ S.
/// Neighbours among all samples differ by at most g. So either end is at most g + C ÷ S away from T.
///
/// (Samples as in Frederickson and Johnson, "The complexity of selection and ranking in X + Y and matrices with sorted
/// columns", 1982; here each round costs a round trip, so it takes many.)
struct RankSelection {
    let target: Int
    /// Where in each part T may be.
    private(set) var ranges: [Range<Int>]

    init(target: Int, ranges: [Range<Int>]) {
        self.target = target
        self.ranges = ranges
    }

    /// How many entries are still possible.
    var candidates: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The most that ``narrow(_:)`` leaves of `candidates`.
    static func candidatesLimit(after candidates: Int, samples: Int) -> Int { 4 * (candidates / samples + 1) + 1 }

    /// - Parameter samples: of each part's range, with the positions ``PartSamples`` names.
    mutating func narrow(_ samples: [PartSamples]) {
        var sweep = Sweep(samples)
        var low: [Int]?
        var high = samples.map(\.range.upperBound)
        for (part, index) in Self.inOrder(samples) {
            // Beyond the target for the first time: the sample before this one is the last that surely isn't.
            if low == nil, sweep.most > target { low = sweep.before }
            sweep.reach(part, index)
            if sweep.least > target {
                high = sweep.atMost
                break
            }
            sweep.pass(part, index)
        }
        ranges = zip(low ?? sweep.before, high).map { $0..<max($0, $1) }
    }

    /// All samples from the best on: whose they are, and which of theirs.
    private static func inOrder(_ samples: [PartSamples]) -> [(part: Int, index: Int)] {
        var all: [(part: Int, index: Int)] = []
        for part in samples.indices { all += samples[part].keys.indices.map { (part, $0) } }
        return all.sorted { samples[$0.part].keys[$0.index] < samples[$1.part].keys[$1.index] }
    }

    /// Goes through all samples in order, and knows of each part how many of its entries are better than the sample:
    /// so many at least, so many at most.
    private struct Sweep {
        private let samples: [PartSamples]
        private(set) var atLeast: [Int]
        private(set) var atMost: [Int]
        private(set) var least: Int
        private(set) var most: Int
        /// The part of the sample that was passed last.
        private var last: Int?

        init(_ samples: [PartSamples]) {
            self.samples = samples
            atLeast = samples.map(\.range.lowerBound)
            atMost = samples.map { $0.keys.isEmpty ? $0.range.upperBound : $0.position(0) }
            least = atLeast.reduce(0, +)
            most = atMost.reduce(0, +)
        }

        /// What ``atLeast`` was at the sample that was passed last; before the first one what it is.
        var before: [Int] {
            var counts = atLeast
            if let last { counts[last] -= 1 }
            return counts
        }

        /// To a sample. In its own part its position is known.
        mutating func reach(_ part: Int, _ index: Int) { set(part, least: samples[part].position(index)) }

        /// Beyond it.
        mutating func pass(_ part: Int, _ index: Int) {
            last = part
            let isLast = index + 1 == samples[part].keys.count
            let next = isLast ? samples[part].range.upperBound : samples[part].position(index + 1)
            set(part, least: samples[part].position(index) + 1)
            most += next - atMost[part]
            atMost[part] = next
        }

        private mutating func set(_ part: Int, least count: Int) {
            least += count - atLeast[part]
            atLeast[part] = count
        }
    }
}
