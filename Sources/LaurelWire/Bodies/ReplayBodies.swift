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

extension JSONWriter {
    public mutating func field(_ key: StaticString, _ rule: ReplayRule?) {
        self.key(key)
        guard let rule else { return null() }
        beginObject()
        field("simulator", rule.simulator.text)
        field("requires", rule.requires.name)
        endObject()
    }
}
