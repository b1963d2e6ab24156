/// Why a request was refused, as it is answered (RFC 9457).
public struct ProblemAnswer: Answer, Hashable {
    /// In JSON, `type`. Nil: of a newer server.
    public var kind: Problem.Kind?
    /// What happened, for people. It may change.
    public var title: String
    /// Of HTTP: 400...599.
    public var status: Int
    /// What to do now, for the developer.
    public var detail: String?
    /// Under which the server's log tells more.
    public var requestID: String
    /// The body field or query parameter at fault, such as `scores[2].value`.
    public var field: String?
    /// Which rule is broken, where there are several.
    public var reason: Problem.Reason?
    /// The numbers and names of that rule.
    public var values: Problem.Values?
    /// The match as it is now, of a write that was made of an older one.
    public var match: MatchAnswer?

    public init(
        kind: Problem.Kind?, title: String, status: Int, detail: String?, requestID: String, field: String?,
        reason: Problem.Reason?, values: Problem.Values?, match: MatchAnswer?
    ) {
        self.kind = kind
        self.title = title
        self.status = status
        self.detail = detail
        self.requestID = requestID
        self.field = field
        self.reason = reason
        self.values = values
        self.match = match
    }

    public init(_ problem: Problem, requestID: String) {
        self.init(
            kind: problem.kind, title: problem.kind.title, status: problem.kind.status, detail: problem.detail,
            requestID: requestID, field: problem.field, reason: problem.reason, values: problem.values,
            match: problem.current?.match)
    }

    public static let name = "Problem"
    private static let kinds = Shape<Problem.Kind>.word(Problem.Kind.allCases.map { ($0.type, $0) })
    private static let reasons = Shape<Problem.Reason>.word(
        Problem.Reason.allCases.filter { $0 != .unknown }.map { ($0.rawValue, $0) }
    ).unknown(as: .unknown)
    public static let fields = Fields(
        AnswerField("type", kinds.orUnknown, \.kind),
        AnswerField("title", .text(1...200, example: "Invalid request"), \.title),
        AnswerField("status", .integer(400...599), \.status),
        AnswerField(optional: "detail", .text(1...2_000, example: "value is required."), \.detail),
        AnswerField("requestID", .text(1...200, example: "4f1c2d"), \.requestID),
        AnswerField(optional: "field", .text(1...500, example: "scores[2].value"), \.field),
        AnswerField(optional: "reason", reasons, \.reason),
        AnswerField(optional: "values", Problem.Values.shape, \.values),
        AnswerField(optional: "match", MatchAnswer.shape, \.match),
        make: Self.init(kind:title:status:detail:requestID:field:reason:values:match:))
}

extension Problem {
    /// The response body.
    public func json(requestID: String) -> [UInt8] { ProblemAnswer(self, requestID: requestID).json }
}

extension Problem.Kind {
    /// What the `type` of every problem begins with.
    public static let typePrefix = "/problems/"

    /// The `type` in a response: the address of the page that explains it.
    public var type: String { Self.typePrefix + rawValue }
}
