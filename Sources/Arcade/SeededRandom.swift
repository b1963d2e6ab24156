/// Random numbers that are the same on every machine for the same seed.
///
/// - Source: SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
public struct SeededRandom: Hashable, Sendable {
    public private(set) var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number in `0..<bound`; 0 when `bound` is not positive. The bias is below 2⁻³² × bound.
    public mutating func below(_ bound: Int32) -> Int32 {
        guard bound > 0 else { return 0 }
        return Int32(truncatingIfNeeded: ((next() >> 32) &* UInt64(UInt32(bound))) >> 32)
    }

    /// A number in `low...high`; `low` when the two are not in order.
    public mutating func between(_ low: Int32, _ high: Int32) -> Int32 {
        low &+ below(high &- low &+ 1)
    }

    /// Scrambles a word so that neighbours share nothing: the output step of SplitMix64.
    public static func mix(_ word: UInt64) -> UInt64 {
        var z = word
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
