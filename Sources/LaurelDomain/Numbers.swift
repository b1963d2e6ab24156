// What the store and the indexes call things. None of these numbers leaves the server: players and games
// see identifiers.

/// A player, in order of signing up; ties on a leaderboard go to the lower number (rule 4.6). Never used again.
public struct PlayerNumber: Hashable, Comparable, Sendable {
    public let rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (left: PlayerNumber, right: PlayerNumber) -> Bool { left.rawValue < right.rawValue }
}

/// A team of developers.
public struct TeamNumber: Hashable, Sendable {
    public let rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// An app.
public struct AppNumber: Hashable, Sendable {
    public let rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// A leaderboard's definition. The same number serves both environments, whose scores never mix.
public struct LeaderboardNumber: Hashable, Comparable, Sendable {
    /// No leaderboard has it: a row of a journal that concerns all of its stream.
    public static let all = LeaderboardNumber(0)
    public let rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (left: LeaderboardNumber, right: LeaderboardNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One of the two worlds that every app keeps for ever (rule 3.2).
public enum Environment: UInt8, CaseIterable, Hashable, Sendable {
    case production = 0
    case sandbox = 1

    /// As in a URL or a body.
    public var name: String {
        switch self {
        case .production: "production"
        case .sandbox: "sandbox"
        }
    }

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}

/// What one journal orders: everything of one team in one environment, so that groups stay inside one.
public struct StreamID: Hashable, Sendable {
    public let team: TeamNumber
    public let environment: Environment
    public init(team: TeamNumber, environment: Environment) {
        self.team = team
        self.environment = environment
    }
}

/// A position in a stream's journal. The first row has 1 and there are no gaps; 0 stands before the first row.
///
/// - Range: 0 ..< 2^48, so that an index can store it in six bytes.
public struct JournalSequence: Hashable, Comparable, Sendable {
    public static let start = JournalSequence(0)
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: JournalSequence, right: JournalSequence) -> Bool { left.rawValue < right.rawValue }
    public func advanced(by count: Int) -> JournalSequence { JournalSequence(rawValue &+ Int64(count)) }
}
