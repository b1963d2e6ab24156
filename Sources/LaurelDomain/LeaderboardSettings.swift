/// What a developer writes of a leaderboard, but for its kind and its release (rule 4.2).
///
/// A new field is a property here with a default, and its line in ``fields``; CONTRIBUTING.md names the other places.
public struct LeaderboardSettings: Hashable, Sendable {
    /// Seen by developers alone.
    public var referenceName: String
    public var format: ScoreFormat
    public var submissionType: SubmissionType
    public var sortOrder: SortOrder
    public var range: ScoreRange?
    /// Takes the scores that name no leaderboard (rule 4.3); at most one of an app.
    public var isDefault: Bool
    public var isHidden: Bool
    /// Takes no more scores; can be read.
    public var isArchived: Bool
    /// At least the app's default language (rule 3.6); no language twice.
    public var localizations: [LeaderboardLocalization]
    /// How the server checks its scores; nil: a replay is bytes that it never reads.
    public var replays: ReplayRule?
    /// What becomes of guests' scores. A change concerns scores from then on.
    public var guests: GuestEntries

    public init(
        referenceName: String = "", format: ScoreFormat = .integer, submissionType: SubmissionType = .best,
        sortOrder: SortOrder = .highToLow, range: ScoreRange? = nil, isDefault: Bool = false, isHidden: Bool = false,
        isArchived: Bool = false, localizations: [LeaderboardLocalization] = [], replays: ReplayRule? = nil,
        guests: GuestEntries = .shown
    ) {
        self.referenceName = referenceName
        self.format = format
        self.submissionType = submissionType
        self.sortOrder = sortOrder
        self.range = range
        self.isDefault = isDefault
        self.isHidden = isHidden
        self.isArchived = isArchived
        self.localizations = localizations
        self.replays = replays
        self.guests = guests
    }
}

extension LeaderboardSettings {
    /// Every field, in the order in which people read of them.
    public static let fields: [Field] = [
        Field("referenceName", \.referenceName),
        Field("format", \.format),
        Field("submissionType", \.submissionType),
        Field("sortOrder", \.sortOrder),
        Field(orNone: "range", \.range) { "\($0.lowest)…\($0.highest)" },
        Field("isDefault", \.isDefault),
        Field("isHidden", \.isHidden),
        Field("isArchived", \.isArchived),
        Field("localizations", \.localizations) { localizations in
            localizations.map { "\($0.language.text) \($0.name)" }.joined(separator: ", ")
        },
        Field(orNone: "replays", \.replays) { "\($0.simulator.text), requires \($0.requires.name)" },
        Field("guests", \.guests) { $0.name },
    ]

    /// One of the fields.
    public struct Field: Sendable {
        /// The property's own name, in JSON too.
        public let name: String
        public let property: any PartialKeyPath<LeaderboardSettings> & Sendable
        private let isSame: @Sendable (LeaderboardSettings, LeaderboardSettings) -> Bool
        private let describe: @Sendable (LeaderboardSettings) -> String
        fileprivate let text: @Sendable (LeaderboardSettings) -> String?
        fileprivate let copy: @Sendable (LeaderboardSettings, inout LeaderboardSettings) -> Void

        fileprivate init<Value: Equatable & Sendable>(
            _ name: String, _ property: any WritableKeyPath<LeaderboardSettings, Value> & Sendable,
            _ text: @escaping @Sendable (Value) -> String = { "\($0)" }
        ) {
            self.name = name
            self.property = property
            isSame = { $0[keyPath: property] == $1[keyPath: property] }
            describe = { text($0[keyPath: property]) }
            self.text = { $0[keyPath: property] as? String }
            copy = { $1[keyPath: property] = $0[keyPath: property] }
        }

        fileprivate init<Value: Equatable & Sendable>(
            orNone name: String, _ property: any WritableKeyPath<LeaderboardSettings, Value?> & Sendable,
            _ text: @escaping @Sendable (Value) -> String = { "\($0)" }
        ) {
            self.init(name, property) { $0.map(text) ?? "none" }
        }

        /// What changed in this field, in words for the audit log.
        ///
        /// - Returns: nil: nothing.
        public func change(
            from old: LeaderboardSettings, to new: LeaderboardSettings
        ) -> (from: String, to: String)? {
            isSame(old, new) ? nil : (describe(old), describe(new))
        }
    }

    /// The texts that developers write, by the names of their fields: what rules of texts look at, and the operator's
    /// list of words. Those of ``localizations`` have their own.
    public var texts: [(field: String, text: String)] {
        Self.fields.compactMap { field in field.text(self).map { (field.name, $0) } }
    }

    /// Takes the fields with these names from others.
    public mutating func take(_ names: Set<String>, from other: LeaderboardSettings) {
        for field in Self.fields where names.contains(field.name) { field.copy(other, &self) }
    }
}
