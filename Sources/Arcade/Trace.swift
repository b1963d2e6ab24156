/// A hash that is chained over every tick of a run, state and input.
///
/// The hash of a last state proves nothing, as many roads lead to it; this one tells the roads apart. Each step is
/// a bijection of the value so far, so two traces that once differ stay different for equal words.
public struct Trace: Hashable, Sendable {
    public private(set) var value: UInt64

    public init(seed: UInt64) { value = SeededRandom.mix(seed ^ 0x4C61_7572_656C_2121) }

    public mutating func fold(_ word: UInt64) {
        let folded = (value ^ word) &* 0xD6E8_FEB8_6659_FD93
        value = folded ^ (folded >> 32)
    }

    /// Two signed words at once, to halve the cost.
    public mutating func fold(_ high: Int32, _ low: Int32) {
        fold(UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low)))
    }
}
