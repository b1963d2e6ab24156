public import LaurelDomain

/// What the open streams of a match's players are told of a write to it.
public struct MatchEvent: Answer, Hashable {
    /// What the write is about.
    public enum Change: String, CaseIterable, Hashable, Sendable {
        case data
        case turn
        /// Somebody came, declined, left, or asked to.
        case participants
        case exchanges
        case end
    }

    public var bundleID: BundleID
    public var environment: Environment
    public var match: MatchID
    /// The match has this one, or a later one.
    public var version: Int64
    public var changes: [Change]
    /// The write's: its own client knows it. Nil: time did it, or the service.
    public var key: WriteKey?

    public init(
        bundleID: BundleID, environment: Environment, match: MatchID, version: Int64, changes: [Change],
        key: WriteKey?
    ) {
        self.bundleID = bundleID
        self.environment = environment
        self.match = match
        self.version = version
        self.changes = changes
        self.key = key
    }

    public static let name = "MatchEvent"
    private static let change = Shape<Change>.word(Change.allCases.map { ($0.rawValue, $0) })
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("environment", .environment, \.environment),
        AnswerField("match", .matchID, \.match), AnswerField("version", .matchVersion, \.version),
        AnswerField(
            "changes", listOf: change.unknown(as: .participants), countLimit: Change.allCases.count, \.changes),
        AnswerField(orNull: "key", .writeKey, \.key),
        make: Self.init(bundleID:environment:match:version:changes:key:))
}
