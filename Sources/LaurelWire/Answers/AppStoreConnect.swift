/// What an import from App Store Connect changes.
public struct AppStoreConnectPlanAnswer: Answer {
    public static let notMappedLimit = 1_000

    public var plan: ConfigurationPlanAnswer
    public var notMapped: [Note]

    public init(plan: ConfigurationPlanAnswer, notMapped: [Note]) {
        self.plan = plan
        self.notMapped = notMapped
    }

    public static let name = "AppStoreConnectPlan"
    public static let fields = Fields(
        AnswerField(ConfigurationPlanAnswer.fields, \.plan),
        AnswerField("notMapped", listOf: Note.shape, countLimit: notMappedLimit, \.notMapped),
        make: Self.init(plan:notMapped:))

    /// What Apple has and Laurel doesn't, or not in the same way.
    public struct Note: Answer, Hashable {
        public static let sentenceLimit = 500

        public var subject: Subject
        /// What Apple's documents call it.
        public var subjectName: String
        public var kind: Kind
        /// Numbers and languages of the sentence, in its order.
        public var values: [String]
        public var sentence: String

        public init(subject: Subject, subjectName: String, kind: Kind, values: [String], sentence: String) {
            self.subject = subject
            self.subjectName = subjectName
            self.kind = kind
            self.values = values
            self.sentence = sentence
        }

        public static let name = "AppStoreConnectNote"
        public static let fields = Fields(
            AnswerField("subject", .word(Subject.allCases.map { ($0.rawValue, $0) }), \.subject),
            AnswerField("name", .text(0...sentenceLimit, example: "LA_LB"), \.subjectName),
            AnswerField("kind", .word(Kind.allCases.map { ($0.rawValue, $0) }), \.kind),
            AnswerField("values", listOf: .text(0...sentenceLimit, example: "en-US"), countLimit: 2, \.values),
            AnswerField("sentence", .text(1...sentenceLimit, example: "leaderboard LA_LB: it recurs"), \.sentence),
            make: Self.init(subject:subjectName:kind:values:sentence:))

        public enum Subject: String, CaseIterable, Sendable {
            case leaderboard, set, achievement, activity, challenge
            /// A type of resources.
            case resource
            /// One of those that were sent, counted from 1.
            case document
        }

        public enum Kind: String, CaseIterable, Sendable {
            case idNotTaken = "id-not-taken"
            case formatUnknown = "format-unknown"
            case defaultNoMore = "default-no-more"
            case recurrence
            case group
            case activityProperties = "activity-properties"
            case rangeEmpty = "range-empty"
            case rangeOpen = "range-open"
            case leaderboardsMissing = "leaderboards-missing"
            case achievementsMissing = "achievements-missing"
            case languageMissing = "language-missing"
            case languageFrom = "language-from"
            case leftOut = "left-out"
            case morePages = "more-pages"
        }
    }
}
