import Foundation

/// How far a test of random input goes: `make test` takes a few seeds of each, `make test-deep` many more.
public enum Depth {
    /// `LAUREL_DEPTH`, 1 unless it is set: how many times as many seeds.
    public static let factor = max(1, Int(ProcessInfo.processInfo.environment["LAUREL_DEPTH"] ?? "") ?? 1)

    /// The seeds from 1 on, as the arguments of a test: a failure names its own reproduction.
    public static func seeds(_ count: Int) -> ClosedRange<UInt64> { 1...UInt64(count * factor) }
}
