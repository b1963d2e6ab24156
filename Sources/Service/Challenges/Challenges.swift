public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about challenges share.
public struct Challenges: Sendable {
    let keeper: ScoreKeeper
    let directory:
        any ChallengeDirectory & GroupChallengeDirectory & AchievementDirectory & BlobDirectory & ShareDirectory
            & ReplayDirectory
    /// What a player may send to others.
    public var sending: SendingCaps
    private let digest: @Sendable ([UInt8]) -> [UInt8]

    /// - Parameter digest: SHA-256, which every client can compute too.
    public init(
        _ keeper: ScoreKeeper,
        directory:
            any ChallengeDirectory & GroupChallengeDirectory & AchievementDirectory & BlobDirectory & ShareDirectory
            & ReplayDirectory,
        digest: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        self.keeper = keeper
        self.directory = directory
        self.digest = digest
        sending = SendingCaps(Clock { keeper.now() })
    }

    public var ids: ChallengeIDs { keeper.ports.ids }
    public var readAchievements: ReadAchievements { ReadAchievements(keeper, directory: directory) }

    /// What comes along with scores.
    ///
    /// - Parameter replays: by the index of their score in the call; an empty one is none.
    public func attachments(eligible: Set<ChallengeNumber>?, replays: [Int: [UInt8]]) -> ScoreAttachments {
        ScoreAttachments(eligible: eligible, replays: replays.compactMapValues { blob($0) })
    }

    /// By which a request that is sent again is known.
    ///
    /// - Parameter body: what it asks for, in one form however it was sent.
    public func identity(_ key: ChallengeKey, body: [UInt8]) -> ChallengeRequest.Identity {
        ChallengeRequest.Identity(key: key, body: digest(body).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    func blob(_ bytes: [UInt8]) -> Blob? {
        guard !bytes.isEmpty, let digest = BlobDigest(digest(bytes)) else { return nil }
        return Blob(digest: digest, bytes: bytes)
    }
}

/// A challenge as its sender and its receiver may see it.
public struct ChallengeDetails: Hashable, Sendable {
    public let challenge: Challenge
    /// Nil: none.
    public let message: String?
    /// SHA-256 of the replay in hexadecimal digits; nil: none.
    public let replay: String?

    init(_ record: ChallengeRecord) {
        challenge = record.challenge
        message = record.message.isEmpty ? nil : record.message
        replay = record.replay?.text
    }
}

/// Why a challenge is neither shown nor changed.
public enum ChallengeError: Error, StoreFailure, Hashable, Sendable {
    /// Or it is none of the caller's business.
    case unknownChallenge
    /// Only its receiver may do this.
    case notReceiver
    case settled(ChallengeState)
    case noReplay
    case tooManyMutes(limit: Int)
    case unavailable
    case broken(reason: String)
}
