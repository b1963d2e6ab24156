public import LaurelDomain
import LaurelScores

/// A leaderboard as a configuration file has it (rules 3.7, 4.2).
@dynamicMemberLookup
public struct LeaderboardConfiguration: Hashable, Sendable {
    public var id: LeaderboardID
    /// Localizations in order of language.
    public var settings: LeaderboardSettings
    /// Parts by their ids in the app.
    public var kind: LeaderboardKind<LeaderboardID>
    /// Of a group: ids of the app's leaderboards that were moved into it. In order.
    public var formerIDs: [LeaderboardID]
    /// Names of the settings that the file doesn't have, and that stay as they are.
    public var staying: Set<String>

    public init(
        id: LeaderboardID, settings: LeaderboardSettings, kind: LeaderboardKind<LeaderboardID> = .classic,
        formerIDs: [LeaderboardID] = [], staying: Set<String> = []
    ) {
        self.id = id
        self.settings = settings
        self.settings.localizations.sort { $0.language.text < $1.language.text }
        self.kind = kind
        self.formerIDs = formerIDs.sorted { $0.text < $1.text }
        self.staying = staying
    }

    /// - Parameter own: all that were made in the app, moved ones too: what numbers stand for.
    public init(_ leaderboard: Leaderboard, among own: [Leaderboard]) {
        let ids = Dictionary(own.map { ($0.number, $0.id) }) { first, _ in first }
        self.init(
            id: leaderboard.id, settings: leaderboard.settings,
            // Parts are the app's own: each has its id.
            kind: leaderboard.kind.map { ids[$0] } ?? .classic,
            formerIDs: own.filter { $0.movedInto == leaderboard.number }.map(\.id))
    }

    public subscript<Value>(dynamicMember field: WritableKeyPath<LeaderboardSettings, Value>) -> Value {
        get { settings[keyPath: field] }
        set { settings[keyPath: field] = newValue }
    }

    /// With what the file doesn't say as it is now.
    public func settings(over present: LeaderboardSettings) -> LeaderboardSettings {
        var settings = settings
        settings.take(staying, from: present)
        return settings
    }
}
