public import LaurelDomain

extension Shape where Value == GroupChallengeID {
    public static let groupChallengeID = Shape(
        .string(
            .init(
                length: GroupChallengeID.length...GroupChallengeID.length, pattern: "^GC:_[0-9a-f]{32}$",
                example: "GC:_00112233445566778899aabbccddeeff"))
    ) { (reader) throws(JSONError) in
        guard let id = GroupChallengeID(try reader.string(bytesLimit: GroupChallengeID.length)) else {
            throw JSONError(.invalid(expected: "a group challenge ID"))
        }
        return id
    } write: {
        $1.value($0.text)
    }
}

/// How often each participant may try.
public enum GroupTriesChoice: String, CaseIterable, Sendable {
    case one
    case three
    case unlimited

    /// Nil: without a limit.
    public var limit: Int? {
        switch self {
        case .one: 1
        case .three: 3
        case .unlimited: nil
        }
    }
}

/// A challenge of a group of friends (rules 14.12, 14.13).
public struct GroupChallengeBody: RequestBody {
    public var definition: ChallengeDefinitionID?
    public var players: [String] = []
    /// Nil: the definition's shortest one.
    public var duration: ChallengeDuration?
    public var tries = GroupTriesChoice.one

    public init() {}
    public static let name = "NewGroupChallenge"
    public static let fields: [Field<GroupChallengeBody>] = [
        .required("definition", .challengeDefinitionID, \.definition),
        .required(
            "players", Shape<String>.playerID.list(countLimit: ChallengeDefinition.players.upperBound - 1), \.players),
        .optional("duration", .challengeDuration, \.duration),
        .optional("tries", .word(GroupTriesChoice.allCases.map { ($0.rawValue, $0) }), \.tries),
    ]
}
