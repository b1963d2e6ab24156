extension Problem {
    /// Which rule is broken, where a kind has several that a page tells apart. Raw values are words in answers: they
    /// are never renamed.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        // Of a field
        /// It isn't there.
        case required
        case tooShort = "too-short"
        case tooLong = "too-long"
        /// A text that is too short or too long, or has characters that it can't have.
        case text
        /// No whole number, or out of its range.
        case integer
        /// A list with too many elements, or one more than there can be.
        case tooMany = "too-many"
        /// An ID or a language is there more than once.
        case twice
        // Of a new password
        /// Others would try it.
        case common
        /// It was stolen elsewhere.
        case breached
        // Of the address of a webhook, or of pushes
        case unknownHost = "unknown-host"
        case privateHost = "private-host"
        // Of what developers configure
        /// The ID is another one's.
        case taken
        /// Of all achievements of an app together.
        case tooManyPoints = "too-many-points"
        /// There's none in the app's default language.
        case noLocalization = "no-localization"
        /// It has been released, and can't change since.
        case frozen
        /// An archived app can't have Game Center on.
        case archived
        /// A release can't be undone.
        case released
        // Of who may do what
        /// Someone has decided already.
        case decided
        /// It is about an administrator, who can't be banned.
        case administrator
        /// The caller's role in the team doesn't allow it.
        case role
        /// A newer server's; never sent.
        case unknown
    }

    /// The numbers and names of a rule, for a sentence in the reader's language.
    public struct Values: Hashable, Sendable {
        /// Of a number, or of a text's characters.
        public var minimum: Int?
        /// The same; of a list, its elements.
        public var maximum: Int?
        /// What it is about, such as a leaderboard.
        public var id: String?
        /// A language tag.
        public var language: String?
        /// Names of teams.
        public var teams: [String]?

        public init(
            minimum: Int? = nil, maximum: Int? = nil, id: String? = nil, language: String? = nil, teams: [String]? = nil
        ) {
            self.minimum = minimum
            self.maximum = maximum
            self.id = id
            self.language = language
            self.teams = teams
        }
    }

    /// A body that doesn't match its schema.
    public init(_ error: JSONError) {
        let subject = error.path.isEmpty ? "The body" : error.path
        self.init(
            .invalidParameter, subject + " " + error.explanation + ".", field: error.path.isEmpty ? nil : error.path,
            reason: error.rule, values: error.values)
    }
}

extension JSONError {
    /// Nil: pages have nothing to say of it.
    fileprivate var rule: Problem.Reason? {
        switch reason {
        case .missing: .required
        case .tooShort: .tooShort
        case .tooLong: .tooLong
        case .notAnInteger, .outOfRange: .integer
        case .tooMany: .tooMany
        case .duplicateField: .twice
        case .syntax, .encoding, .trailing, .tooDeep, .wrongType, .unknownField, .invalid: nil
        }
    }

    fileprivate var values: Problem.Values? {
        switch reason {
        case .tooShort(let minimum): Problem.Values(minimum: minimum)
        case .tooLong(let limit), .tooMany(let limit): Problem.Values(maximum: limit)
        case .outOfRange(let lowest, let highest):
            Problem.Values(minimum: Int(clamping: lowest), maximum: Int(clamping: highest))
        case .duplicateField: Problem.Values(id: path)
        case .missing, .notAnInteger, .syntax, .encoding, .trailing, .tooDeep, .wrongType, .unknownField, .invalid: nil
        }
    }
}

extension Problem.Values: Answer {
    public static let name = "ProblemValues"
    public static let fields = Fields(
        AnswerField(optional: "minimum", .integer(Int.min...Int.max), \.minimum),
        AnswerField(optional: "maximum", .integer(Int.min...Int.max), \.maximum),
        AnswerField(optional: "id", .text(1...500, example: "HighScores"), \.id),
        AnswerField(optional: "language", .text(1...100, example: "de"), \.language),
        AnswerField(optional: "teams", teamNames, \.teams),
        make: Self.init(minimum:maximum:id:language:teams:))
    private static let teamNames = Shape<String>.text(1...500, example: "Laurel Arcade").list(countLimit: 1_000)
}
