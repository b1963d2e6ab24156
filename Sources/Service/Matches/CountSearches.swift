public import LaurelMatches

/// How many players look for a match, never who (rule 11.8).
public struct CountSearches: Sendable {
    private let matches: Matches
    public init(_ matches: Matches) { self.matches = matches }

    /// - Parameter group: nil: all groups, also those of parties.
    /// - Returns: players who have asked for a match within the last minute, rounded.
    public func callAsFunction(in game: MatchGame, group: Int64?) -> Int {
        Self.rounded(matches.searches.players(in: game, group: group, at: matches.now))
    }

    /// A number below 100 is rounded down, so that a single player who comes or goes doesn't show.
    static func rounded(_ count: Int) -> Int {
        count < 100 ? [50, 20, 10, 5, 2, 1].first { $0 <= count } ?? 0 : count
    }
}
