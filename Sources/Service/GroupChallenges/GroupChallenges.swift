public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about challenges of groups share.
public struct GroupChallenges: Sendable {
    let keeper: ScoreKeeper
    let directory: any GroupChallengeDirectory & BlobDirectory
    let meetings: Meetings
    let sending: SendingCaps

    public init(
        _ keeper: ScoreKeeper, _ accounts: Accounts, friends graph: FriendGraph,
        directory: any GroupChallengeDirectory & BlobDirectory
    ) {
        self.keeper = keeper
        self.directory = directory
        meetings = Meetings(keeper, accounts, friends: graph)
        sending = accounts.sending
    }

    public var ids: GroupChallengeIDs { GroupChallengeIDs(keeper.ports.ids) }
    public var now: Timestamp { keeper.now() }

    /// Who of them may take part with whom, as it is known now.
    ///
    /// - Parameter players: one of any two who are asked about.
    func circle(of players: [PlayerNumber]) async throws(GroupChallengeError) -> MatchCircle {
        try await GroupChallengeError.translating { () throws(StoreError) in
            try await meetings.circle(of: players)
        }
    }

    func send(_ count: Int, by player: PlayerNumber) throws(GroupChallengeError) {
        do throws(TooManyAttempts) { try sending.take(.challenge, count: count, by: player) } catch {
            throw .sentEnough(retryAfter: error.retryAfter)
        }
    }
}

/// A challenge of a group as somebody may see it who takes part or is invited.
public struct GroupChallengeDetails: Hashable, Sendable {
    public let challenge: GroupChallenge
    /// SHA-256 of the winner's replay in the one before, in hexadecimal digits; nil: none.
    public let ghost: String?
    public let now: Timestamp

    init(_ record: GroupChallengeRecord, at now: Timestamp) {
        challenge = record.challenge
        ghost = record.ghost?.text
        self.now = now
    }
}

extension GroupChallenges {
    /// On which its scores are now. Nil: it is gone.
    public func leaderboard(of challenge: GroupChallenge) -> Leaderboard? {
        keeper.catalogue.target(of: challenge.leaderboard)
    }
}
