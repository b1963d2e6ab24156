public import LaurelDomain

extension Shape where Value == ChallengeID {
    public static let challengeID = Shape(
        .string(
            .init(
                length: ChallengeID.length...ChallengeID.length, pattern: "^C:_[0-9a-f]{32}$",
                example: "C:_00112233445566778899aabbccddeeff"))
    ) { (reader) throws(JSONError) in
        guard let id = ChallengeID(try reader.string(bytesLimit: ChallengeID.length)) else {
            throw JSONError(.invalid(expected: "a challenge ID"))
        }
        return id
    } write: {
        $1.value($0.text)
    }
}

extension ChallengeID {
    /// Those that a score or report may complete.
    static let list = Shape<ChallengeID>.challengeID.list(countLimit: eligibleChallengesLimit)
}

/// How many challenges a score or report may name.
public let eligibleChallengesLimit = 100

extension Shape where Value == String {
    static let challengeMessage = text(0...Challenge.messageLimit, example: "Beat this!")
}

extension Shape where Value == [UInt8] {
    /// Base64 with padding (RFC 4648, section 4).
    static let replay = Shape(
        .string(
            .init(
                length: 0...(Challenge.replayBytesLimit + 2) / 3 * 4, pattern: "^[A-Za-z0-9+/]*={0,2}$",
                example: "AAEC"))
    ) { (reader) throws(JSONError) in
        let text = try reader.string(bytesLimit: (Challenge.replayBytesLimit + 2) / 3 * 4)
        guard let bytes = Base64.decode(text), bytes.count <= Challenge.replayBytesLimit else {
            throw JSONError(
                .invalid(expected: "at most \(Challenge.replayBytesLimit) bytes in base64, padded with ="))
        }
        return bytes
    } write: {
        $1.value(Base64.encode($0))
    }
}

/// A challenge to up to ten players, about a score or about an achievement.
public struct ChallengeBody: RequestBody {
    public var players: [String] = []
    /// This or ``achievement``.
    public var leaderboard: LeaderboardID?
    public var achievement: AchievementID?
    /// The score to beat; nil: the sender's entry.
    public var value: Int64?
    /// Nil: that of the sender's entry if it has this value.
    public var context: Int64?
    public var message: String?
    public var replay: [UInt8]?
    /// Drawn when the challenge is made: sent again with it, it arrives once.
    public var key: WriteKey?

    public init() {}
    public static let name = "NewChallenge"
    public static let alternatives: Set<String> = ["achievement", "context", "replay", "key"]
    public static let fields: [Field<ChallengeBody>] = [
        .required("players", Shape<String>.playerID.list(countLimit: Challenge.receiversLimit), \.players),
        .optional("leaderboard", .leaderboardID, \.leaderboard),
        .optional("achievement", .achievementID, \.achievement),
        .optional("value", .int64, \.value),
        .optional("context", .int64, \.context),
        .optional("message", .challengeMessage, \.message),
        .optional("replay", .replay, \.replay),
        .optional("key", .writeKey, \.key),
    ]
}

/// Whose challenges the caller does not want to hear of. Both left out: nobody's, anywhere.
public struct ChallengeMuteBody: RequestBody {
    public var player: String?
    public var bundleID: BundleID?
    public var leaderboard: LeaderboardID?
    public var isMuted = true

    public init() {}
    public static let name = "ChallengeMuteChange"
    public static let alternatives: Set<String> = ["player"]
    public static let fields: [Field<ChallengeMuteBody>] = [
        .optional("player", .playerID, \.player),
        .optional("bundleID", .bundleID, \.bundleID),
        .optional("leaderboard", .leaderboardID, \.leaderboard),
        .required("isMuted", .boolean, \.isMuted),
    ]
}
