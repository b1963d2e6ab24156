import Foundation

/// How far a test of random input goes: `make test` takes a few seeds of each, `make test-deep` many more.
public enum Depth {
    /// `LAUREL_DEPTH`, 1 unless it is set: how many times as many seeds.
    public static let factor = max(1, Int(ProcessInfo.processInfo.environment["LAUREL_DEPTH"] ?? "") ?? 1)

    /// `LAUREL_SEED`: this seed alone, to see a failure again.
    private static let only = ProcessInfo.processInfo.environment["LAUREL_SEED"].flatMap { UInt64($0) }

    /// The seeds from 1 on, as the arguments of a test: a failure names its own reproduction.
    public static func seeds(_ count: Int) -> [UInt64] { only.map { [$0] } ?? Array(1...UInt64(count * factor)) }
}
