public import LaurelDomain

/// Which of the caller's challenges are wanted, newest first.
public struct ChallengesQuery: Hashable, Sendable {
    /// Challenges in one answer.
    public static let countLimit = 100

    public var role: ChallengeRole
    /// Nil: any.
    public var state: ChallengeState?
    public var before: ChallengeID?
    public var count: Int
    public var language: LanguageTag?
    public var environment: Environment?

    public init(
        role: ChallengeRole = .received, state: ChallengeState? = nil, before: ChallengeID? = nil,
        count: Int = ChallengesQuery.countLimit, language: LanguageTag? = nil, environment: Environment? = nil
    ) {
        self.role = role
        self.state = state
        self.before = before
        self.count = count
        self.language = language
        self.environment = environment
    }
}

extension TargetPart where Value == ChallengesQuery {
    static let challenges = query(
        [
            Parameter.role.described(), Parameter.state.described(), Parameter<ChallengeID>.before.described(),
            Parameter.count.described(), Parameter.language.described(), Parameter.environment.described(),
        ]
    ) { (query: inout QueryReader) throws(Route.Refusal) in
        ChallengesQuery(
            role: try query.take(.role) ?? .received, state: try query.take(.state), before: try query.take(.before),
            count: try query.take(.count) ?? ChallengesQuery.countLimit, language: try query.take(.language),
            environment: try query.take(.environment))
    } print: { wanted, query in
        query.put(.role, wanted.role)
        query.put(.state, wanted.state)
        query.put(.before, wanted.before)
        query.put(.count, wanted.count)
        query.put(.language, wanted.language)
        query.put(.environment, wanted.environment)
    }
}
