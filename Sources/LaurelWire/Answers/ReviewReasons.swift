public import LaurelDomain

extension ReviewAnswer {
    /// A rule, and what it saw.
    public struct Reason: Answer, Hashable {
        public var rule: ReviewRule
        /// In English.
        public var sentence: String
        /// For a sentence in another language; nil: what players reported, or a sentence of an older server.
        public var values: Values?

        public init(rule: ReviewRule, sentence: String, values: Values?) {
            self.rule = rule
            self.sentence = sentence
            self.values = values
        }

        public init(_ reason: ReviewReason) {
            self.init(rule: reason.rule, sentence: reason.sentence, values: reason.seen.map { Values($0) })
        }

        public static let name = "ReviewReason"
        public static let fields = Fields(
            AnswerField("rule", .word(ReviewRule.allCases.map { ($0.name, $0) }), \.rule),
            AnswerField(
                "sentence", .text(1...500, example: "9999 is outside the plausible range, 0 to 500."), \.sentence),
            AnswerField(optional: "values", Values.shape, \.values), make: Self.init(rule:sentence:values:))
    }

    /// The numbers of a reason; those that its rule doesn't have are nil.
    public struct Values: Answer, Hashable {
        /// The score.
        public var value: Int64?
        /// The ends of the plausible range, or the shortest interval in milliseconds.
        public var minimum: Int64?
        public var maximum: Int64?
        /// How long after the player's last score it came, in milliseconds.
        public var apart: Int64?
        /// The player's best, or the worst score of the leaderboard's best quarter.
        public var best: Int64?
        /// By how many percent of the best a score can be better.
        public var percent: Int?
        /// How many times the spread of the entries' middle half it can be beyond the best quarter.
        public var spreads: Int?
        /// Whether the score was held before its player signed in to this account.
        public var isHeldBefore: Bool?

        public init(
            value: Int64? = nil, minimum: Int64? = nil, maximum: Int64? = nil, apart: Int64? = nil, best: Int64? = nil,
            percent: Int? = nil, spreads: Int? = nil, isHeldBefore: Bool? = nil
        ) {
            self.value = value
            self.minimum = minimum
            self.maximum = maximum
            self.apart = apart
            self.best = best
            self.percent = percent
            self.spreads = spreads
            self.isHeldBefore = isHeldBefore
        }

        init(_ seen: ReviewReason.Seen) {
            switch seen {
            case .everyScore: self.init(isHeldBefore: false)
            case .heldBefore: self.init(isHeldBefore: true)
            case .outOfRange(let value, let lowest, let highest):
                self.init(value: value, minimum: lowest, maximum: highest)
            case .tooSoon(let apart, let minimum): self.init(minimum: minimum, apart: apart)
            case .leapOverBest(let value, let best, let percent):
                self.init(value: value, best: best, percent: percent)
            case .leapOverBoard(let value, let spreads, _, let quartile):
                self.init(value: value, best: quartile, spreads: spreads)
            }
        }

        public static let name = "ReviewValues"
        public static let fields = Fields(
            AnswerField(optional: "value", .int64, \.value), AnswerField(optional: "minimum", .int64, \.minimum),
            AnswerField(optional: "maximum", .int64, \.maximum), AnswerField(optional: "apart", .int64, \.apart),
            AnswerField(optional: "best", .int64, \.best),
            AnswerField(optional: "percent", .integer(0...Int.max), \.percent),
            AnswerField(optional: "spreads", .integer(0...Int.max), \.spreads),
            AnswerField(optional: "isHeldBefore", .boolean, \.isHeldBefore),
            make: Self.init(value:minimum:maximum:apart:best:percent:spreads:isHeldBefore:))
    }
}
