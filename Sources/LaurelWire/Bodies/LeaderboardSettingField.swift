public import LaurelDomain

/// How one setting of a leaderboard stands in JSON: one line for new leaderboards, changes, configuration files and
/// answers.
struct LeaderboardSettingField: Sendable {
    let name: StaticString
    private let schema: Schema
    /// Whether it can be `null`.
    private let isOptional: Bool
    /// Whether a new leaderboard and a file must have it.
    private let isRequired: Bool
    /// Whether a new leaderboard may have it.
    private let isForNew: Bool
    /// What a file means that doesn't have it: the setting stays as it is, or gets its default.
    private let staysIfMissing: Bool
    private let read: @Sendable (inout JSONReader, inout LeaderboardSettings) throws(JSONError) -> Void
    private let write: @Sendable (LeaderboardSettings, inout JSONWriter) -> Void

    /// Every setting, in the order in which they are written.
    ///
    /// Settings added from now on stay if a file doesn't have them: files that were written before must not reset them.
    static let all: [LeaderboardSettingField] = [
        Self("referenceName", .boardName, \.referenceName, staysIfMissing: false),
        Self("format", .scoreFormat, \.format, staysIfMissing: false),
        Self("submissionType", .submissionType, \.submissionType, staysIfMissing: false),
        Self("sortOrder", .sortOrder, \.sortOrder, staysIfMissing: false),
        Self(orNull: "range", .scoreRange, \.range, staysIfMissing: false),
        Self("isDefault", .boolean, \.isDefault, staysIfMissing: false),
        Self("isHidden", .boolean, \.isHidden, staysIfMissing: false),
        Self("isArchived", .boolean, \.isArchived, isForNew: false, staysIfMissing: false),
        Self("localizations", LocalizationBody.list, \.localizations, isRequired: true, staysIfMissing: false),
        Self(orNull: "replays", .replayRule, \.replays),
        Self("guests", .guestEntries, \.guests),
    ]

    private init<Value>(
        _ name: StaticString, _ shape: Shape<Value>,
        _ property: any WritableKeyPath<LeaderboardSettings, Value> & Sendable, isRequired: Bool = false,
        isForNew: Bool = true, isOptional: Bool = false, staysIfMissing: Bool = true
    ) {
        self.name = name
        schema = shape.schema
        self.isOptional = isOptional
        self.isRequired = isRequired
        self.isForNew = isForNew
        self.staysIfMissing = staysIfMissing
        read = { (reader, settings) throws(JSONError) in settings[keyPath: property] = try shape.read(&reader) }
        write = { shape.write($0[keyPath: property], &$1) }
    }

    private init<Value>(
        orNull name: StaticString, _ shape: Shape<Value>,
        _ property: any WritableKeyPath<LeaderboardSettings, Value?> & Sendable, staysIfMissing: Bool = true
    ) {
        self.init(name, shape.orNull, property, isOptional: true, staysIfMissing: staysIfMissing)
    }
}

/// The settings that a body names.
public struct NamedLeaderboardSettings: Hashable, Sendable {
    /// Those that the body doesn't name have their defaults.
    public var settings: LeaderboardSettings
    public var names: Set<String>

    /// None.
    public init() {
        settings = LeaderboardSettings()
        names = []
    }

    /// - Parameter unnamed: all but these.
    public init(_ settings: LeaderboardSettings, without unnamed: Set<String> = []) {
        self.settings = settings
        names = Set(LeaderboardSettings.fields.map(\.name)).subtracting(unnamed)
    }

    /// Names one more.
    public mutating func set<Value>(
        _ property: any WritableKeyPath<LeaderboardSettings, Value> & Sendable, to value: Value
    ) {
        settings[keyPath: property] = value
        for field in LeaderboardSettings.fields where field.property == property { names.insert(field.name) }
    }

    /// What a file leaves as it is, because it doesn't name it.
    public var staying: Set<String> { LeaderboardSettingField.staying.subtracting(names) }
}

extension LeaderboardSettingField {
    fileprivate static let staying = Set(all.filter(\.staysIfMissing).map { "\($0.name)" })

    /// Of a new leaderboard: what is missing or `null` gets its default.
    static func new<Body>(
        _ settings: any WritableKeyPath<Body, NamedLeaderboardSettings> & Sendable
    ) -> [Field<Body>] {
        all.filter(\.isForNew).map { $0.isRequired ? $0.stated(settings, isRequired: true) : $0.perhaps(settings) }
    }

    /// Of a change: what is missing stays, and `null` takes away what can be taken away.
    static func change<Body>(
        _ settings: any WritableKeyPath<Body, NamedLeaderboardSettings> & Sendable
    ) -> [Field<Body>] {
        all.map { $0.stated(settings, isRequired: false) }
    }

    /// In a configuration file.
    static func configured<Body>(
        _ settings: any WritableKeyPath<Body, NamedLeaderboardSettings> & Sendable
    ) -> [Field<Body>] {
        all.map {
            $0.isRequired || $0.staysIfMissing
                ? $0.stated(settings, isRequired: $0.isRequired) : $0.perhaps(settings)
        }
    }

    /// `null` is a value, or refused.
    private func stated<Body>(
        _ settings: any WritableKeyPath<Body, NamedLeaderboardSettings> & Sendable, isRequired: Bool
    ) -> Field<Body> {
        Field(name: name, schema: schema, isRequired: isRequired) { (reader, body) throws(JSONError) in
            try read(&reader, &body[keyPath: settings].settings)
            body[keyPath: settings].names.insert("\(name)")
        } write: {
            writeIfNamed($0[keyPath: settings], &$1)
        }
    }

    /// `null` means the same as nothing.
    private func perhaps<Body>(
        _ settings: any WritableKeyPath<Body, NamedLeaderboardSettings> & Sendable
    ) -> Field<Body> {
        Field(name: name, schema: isOptional ? schema : .nullable(schema), isRequired: false) {
            (reader, body) throws(JSONError) in
            if reader.takeNull() { return }
            try read(&reader, &body[keyPath: settings].settings)
            body[keyPath: settings].names.insert("\(name)")
        } write: {
            writeIfNamed($0[keyPath: settings], &$1)
        }
    }

    private func writeIfNamed(_ named: NamedLeaderboardSettings, _ writer: inout JSONWriter) {
        guard named.names.contains("\(name)") else { return }
        writer.key(name)
        write(named.settings, &writer)
    }

    /// In an answer.
    static let answer = Fields<LeaderboardSettings>(
        properties: all.map { Schema.Property("\($0.name)", $0.schema) }
    ) { settings, writer in
        for field in all {
            writer.key(field.name)
            field.write(settings, &writer)
        }
    } read: { (members) throws(JSONError) in
        var settings = LeaderboardSettings()
        for field in all { settings = try members.read("\(field.name)", field.shape(over: settings)) }
        return settings
    }

    private func shape(over settings: LeaderboardSettings) -> Shape<LeaderboardSettings> {
        Shape(schema) { (reader) throws(JSONError) in
            var settings = settings
            try read(&reader, &settings)
            return settings
        } write: {
            write($0, &$1)
        }
    }
}
