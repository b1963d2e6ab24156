public import LaurelDomain

/// A challenge as callers name it: `C:_` and 32 hexadecimal digits.
public struct ChallengeID: Hashable, Sendable {
    public static let length = 35
    public let text: String

    /// - Returns: nil for a text of another form; whether there is such a challenge is another question.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.hasPrefix("C:_") else { return nil }
        let isHexadecimal = text.utf8.dropFirst(3).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard isHexadecimal else { return nil }
        self.text = text
    }
}

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

    init(_ query: inout QueryReader) throws(Route.Refusal) {
        self.init(
            role: try query.take(.role) ?? .received, state: try query.take(.state), before: try query.take(.before),
            count: try query.take(.count) ?? Self.countLimit, language: try query.take(.language),
            environment: try query.take(.environment))
    }

    func print(to query: inout QueryPrinter) {
        query.put(.role, role)
        query.put(.state, state)
        query.put(.before, before)
        query.put(.count, count)
        query.put(.language, language)
        query.put(.environment, environment)
    }

    static let parameters: [Schema.Property] = [
        Parameter.role.described(), Parameter.state.described(), Parameter<ChallengeID>.before.described(),
        Parameter.count.described(), Parameter.language.described(), Parameter.environment.described(),
    ]
}

extension Endpoint {
    func achievementExamples(_ game: BundleID, _ language: LanguageTag) -> [Route] {
        guard let id = Parameter.achievementID.parse("FirstJump") else { return [] }
        return switch self {
        case .achievements:
            [
                .achievements(game, language: nil, nil), .achievements(game, language: language, .sandbox),
                .achievements(game, of: "G:1000001", language: nil, nil),
            ]
        case .reportAchievements: [.reportAchievements(game, nil), .reportAchievements(game, .sandbox)]
        case .resetAchievements:
            [.resetAchievements(game, waiting: nil, nil), .resetAchievements(game, waiting: 0, .sandbox)]
        case .challengeablePlayers:
            [
                .challengeablePlayers(game, id, ids: ["G:1000001"], nil),
                .challengeablePlayers(game, id, ids: ["A:_1", "A:_2"], .sandbox),
            ]
        case .appAchievements: [.appAchievements(game)]
        case .createAchievement: [.createAchievement(game)]
        case .appAchievement: [.appAchievement(game, id)]
        case .updateAchievement: [.updateAchievement(game, id)]
        case .deleteAchievement: [.deleteAchievement(game, id)]
        default: []
        }
    }

    func challengeExamples(_ game: BundleID, _ language: LanguageTag) -> [Route] {
        guard let id = ChallengeID("C:_00112233445566778899aabbccddeeff") else { return [] }
        return switch self {
        case .issueChallenges: [.issueChallenges(game, nil), .issueChallenges(game, .sandbox)]
        case .challenges:
            [
                .challenges(ChallengesQuery()),
                .challenges(
                    ChallengesQuery(
                        role: .sent, state: .completed, before: id, count: 7, language: language,
                        environment: .sandbox)),
            ]
        case .challenge: [.challenge(id, language: nil), .challenge(id, language: language)]
        case .declineChallenge: [.declineChallenge(id)]
        case .playChallenge: [.playChallenge(id)]
        case .challengeReplay: [.challengeReplay(id)]
        case .challengeMutes: [.challengeMutes(nil), .challengeMutes(.sandbox)]
        case .muteChallenges: [.muteChallenges(nil), .muteChallenges(.sandbox)]
        default: []
        }
    }
}
