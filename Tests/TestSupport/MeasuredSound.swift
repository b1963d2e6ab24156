import Foundation

/// A sound as it is measured: levels in decibels below the loudest that sixteen bits hold.
public struct MeasuredSound {
    public struct Side: CustomStringConvertible {
        public let peak: Double
        /// The root of the mean square.
        public let level: Double
        /// How far the mean is from the middle, of 1.
        public let offset: Double

        public var description: String { "peak \(peak) dB, level \(level) dB, offset \(offset)" }
    }

    public let left: Side
    public let right: Side
    public let seconds: Double
    /// Samples at the end of what sixteen bits hold.
    public let clipped: Int
    /// Of the loudest 100 ms of both sides.
    public let loudest: Double
    /// How much of the sound is not in the middle, of 1.
    public let difference: Double
    public var level: Double { max(left.level, right.level) }

    /// - Parameters:
    ///   - samples: left and right in turn.
    ///   - rate: samples a second on each side.
    public init(_ samples: [Int16], rate: Int32) {
        let sides = [0, 1].map { side in
            stride(from: side, to: samples.count, by: 2).map { Double(samples[$0]) / 32_768 }
        }
        left = Self.measure(sides[0])
        right = Self.measure(sides[1])
        seconds = Double(samples.count / 2) / Double(rate)
        clipped = samples.count { abs(Int($0)) >= 32_767 }
        let window = max(Int(rate) / 10, 1)
        var loudest = -200.0
        for begin in stride(from: 0, to: max(sides[0].count, 1), by: window) {
            for side in sides where begin < side.count {
                loudest = max(loudest, Self.decibels(of: side[begin..<min(begin + window, side.count)]))
            }
        }
        self.loudest = loudest
        let apart = zip(sides[0], sides[1]).reduce(0) { $0 + abs($1.0 - $1.1) }
        let whole = zip(sides[0], sides[1]).reduce(0) { $0 + abs($1.0) + abs($1.1) }
        difference = whole == 0 ? 0 : apart / whole
    }

    private static func measure(_ side: [Double]) -> Side {
        Side(
            peak: decibels(side.map(abs).max() ?? 0), level: decibels(of: side[...]),
            offset: side.reduce(0, +) / Double(max(side.count, 1)))
    }

    private static func decibels(of part: ArraySlice<Double>) -> Double {
        decibels((part.reduce(0) { $0 + $1 * $1 } / Double(max(part.count, 1))).squareRoot())
    }

    private static func decibels(_ level: Double) -> Double { 20 * log10(max(level, 1e-10)) }
}
