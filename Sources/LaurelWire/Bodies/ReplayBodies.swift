public import LaurelDomain

extension Shape where Value == SimulatorName {
    public static let simulatorName = identifier(
        1...SimulatorName.lengthLimit, pattern: "^[a-z0-9.-]+$", example: "monkeyjump",
        expected: "a simulator name: at most 64 letters a-z, digits, . and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try SimulatorName(text) }
}

extension Shape where Value == ReplayRule.Requirement {
    public static let replayRequirement = word(ReplayRule.Requirement.allCases.map { ($0.name, $0) })
}

extension Shape where Value == ReplayRule {
    public static let replayRule = ReplayRuleBody.shape.map(expected: "a simulator") { body -> ReplayRule? in
        body.simulator.map { ReplayRule(simulator: $0, requires: body.requires) }
    } back: { rule in
        var body = ReplayRuleBody()
        body.simulator = rule.simulator
        body.requires = rule.requires
        return body
    }
}

extension Shape where Value == Verification? {
    /// Nil also for a word that a newer server has added.
    static let verification = Shape<Verification>.word(Verification.allCases.map { ($0.name, $0) })
        .orNull.unknown(as: nil)
}

/// How a leaderboard checks its scores.
public struct ReplayRuleBody: RequestBody {
    public var simulator: SimulatorName?
    public var requires = ReplayRule.Requirement.none

    public init() {}
    public static let name = "ReplayRule"
    public static let fields: [Field<ReplayRuleBody>] = [
        .required("simulator", .simulatorName, \.simulator),
        .optional("requires", .replayRequirement, \.requires),
    ]
}
