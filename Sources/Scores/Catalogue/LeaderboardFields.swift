public import LaurelDomain

/// What a developer may say about a leaderboard (rule 4.2).
@dynamicMemberLookup
public struct LeaderboardFields: Hashable, Sendable {
    public var settings: LeaderboardSettings
    /// Can become true, never false again (rule 3.3).
    public var isReleased: Bool
    /// Can change while it has no scores; the parts of a combined one at any time.
    public var kind: LeaderboardKind<LeaderboardNumber>
    /// The other apps of the team that share a group.
    public var sharedWith: [AppNumber]

    public init(
        _ settings: LeaderboardSettings, isReleased: Bool = false,
        kind: LeaderboardKind<LeaderboardNumber> = .classic, sharedWith: [AppNumber] = []
    ) {
        self.settings = settings
        self.isReleased = isReleased
        self.kind = kind
        self.sharedWith = sharedWith
    }

    public init(_ leaderboard: Leaderboard) {
        self.init(
            leaderboard.settings, isReleased: leaderboard.isReleased, kind: leaderboard.kind,
            sharedWith: leaderboard.sharedWith)
    }

    public subscript<Value>(dynamicMember field: WritableKeyPath<LeaderboardSettings, Value>) -> Value {
        get { settings[keyPath: field] }
        set { settings[keyPath: field] = newValue }
    }

    func leaderboard(_ number: LeaderboardNumber, _ app: AppNumber, _ id: LeaderboardID) -> Leaderboard {
        Leaderboard(
            number: number, app: app, id: id, settings: settings, isReleased: isReleased, kind: kind,
            sharedWith: sharedWith)
    }
}

/// A leaderboard that is not there yet.
public struct NewLeaderboard: Hashable, Sendable {
    public let id: LeaderboardID
    public var fields: LeaderboardFields
    public init(id: LeaderboardID, fields: LeaderboardFields) {
        self.id = id
        self.fields = fields
    }
}
