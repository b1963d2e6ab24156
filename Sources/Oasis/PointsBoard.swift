/// A leaderboard of the points in one match over a server.
public enum PointsBoard: CaseIterable, Sendable {
    case ever
    /// Begins anew each week.
    case week

    /// Its ID at the Game Center.
    public var identifier: StaticString {
        switch self {
        case .ever: "MostPoints"
        case .week: "MostPointsWeekly"
        }
    }
}
