/// A match, within its game and environment, in order of creation. Never used again.
public struct MatchNumber: Hashable, Comparable, Sendable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    public static func < (left: MatchNumber, right: MatchNumber) -> Bool { left.rawValue < right.rawValue }
}

/// How many writes a match has had. The first has 1.
public struct MatchVersion: Hashable, Comparable, Sendable {
    public let rawValue: UInt64
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    public static func < (left: MatchVersion, right: MatchVersion) -> Bool { left.rawValue < right.rawValue }
}

/// An exchange, within its match, in order of sending.
public struct ExchangeNumber: Hashable, Comparable, Sendable {
    public let rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (left: ExchangeNumber, right: ExchangeNumber) -> Bool { left.rawValue < right.rawValue }
}
