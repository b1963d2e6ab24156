import LaurelWire

/// What may be in a store. Servers of two releases share one while each is replaced, so nothing is written that the
/// release before doesn't understand, until the operator has raised the store's level.
public enum StoreLevel: Int64, CaseIterable, Comparable, Sendable {
    case first = 1
    /// Turn-based matches, activities, parties, definitions of challenges, challenges of groups, and their notices.
    case matchesAndGroups = 2

    /// Of this release.
    public static let current = matchesAndGroups

    /// - Parameter number: of another release, perhaps.
    public init(clamping number: Int64) {
        self = Self(rawValue: number) ?? (number < Self.first.rawValue ? .first : .current)
    }

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Route {
    /// Of what it may write.
    var neededLevel: StoreLevel {
        switch self {
        case .matches, .activities, .challengeDefinitions, .groupChallenges: .matchesAndGroups
        case .system, .accounts, .mail, .providers, .players, .games, .achievements, .challenges, .savedGames, .friends,
            .notifications, .sharing, .replays, .identity, .webGames, .sets, .images, .apps, .appLeaderboards,
            .simulators, .exports, .moderation, .teams, .administration:
            .first
        }
    }
}
