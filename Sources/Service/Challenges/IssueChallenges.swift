public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// A challenge that a player wants to send (rule 6.1).
public struct ChallengeRequest: Sendable {
    public enum Goal: Hashable, Sendable {
        /// - value: nil: that of the sender's entry. - context: nil: the entry's, if it has this value.
        case score(LeaderboardID, value: Int64?, context: Int64?)
        case achievement(AchievementID)
    }

    public var receivers: [PlayerNumber]
    public var goal: Goal
    /// One line of plain text; empty: none.
    public var message: String
    /// Nil: that of the score to beat, if it came with one.
    public var replay: [UInt8]?
    /// By which it is known when it comes again. Nil: it isn't.
    public var identity: Identity?

    /// What tells a request that is sent again from another one.
    public struct Identity: Hashable, Sendable {
        public let key: ChallengeKey
        /// A digest of what is asked for.
        public let body: UInt64

        /// - Parameter sent: what has the same key.
        func check(_ sent: ChallengeSending?) throws(IssueChallengesError) {
            guard let sent, sent.body != body else { return }
            throw .keyUsed
        }
    }

    public init(receivers: [PlayerNumber], goal: Goal, message: String = "", replay: [UInt8]? = nil) {
        self.receivers = receivers
        self.goal = goal
        self.message = message
        self.replay = replay
    }
}

/// Challenges friends: all of them or none. A receiver who has a harder challenge of this sender
/// there already keeps that. A request that has a key and comes again sends nothing new, and is answered as before.
public struct IssueChallenges: Sendable {
    private let challenges: Challenges
    public init(_ challenges: Challenges) { self.challenges = challenges }

    public struct Issued: Hashable, Sendable {
        public let details: ChallengeDetails
        /// False: the one that was there already, and asks for as much or more.
        public let isNew: Bool
    }

    /// - Returns: one for each receiver, in their order.
    public func callAsFunction(
        _ request: ChallengeRequest, app: App, environment: Environment, as session: Session
    ) async throws(IssueChallengesError) -> [Issued] {
        try await self(request, app: app, environment: environment, by: session.player)
    }

    /// The same for a sender who is not there: they made a link that says so.
    public func callAsFunction(
        _ request: ChallengeRequest, app: App, environment: Environment, by sender: PlayerNumber
    ) async throws(IssueChallengesError) -> [Issued] {
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
        guard app.isReleased || environment == .sandbox else { throw .notReleased }
        try check(request, by: sender)
        let replay = try replay(of: request)
        // Sent again, it takes nothing of what a player may send.
        if let sent = try await sent(request, by: sender) { return try await describe(sent) }
        do throws(TooManyAttempts) {
            let sendings: [Sending] = request.message.isEmpty ? [.challenge] : [.challenge, .message]
            try challenges.sending.take(sendings, count: request.receivers.count, by: sender)
        } catch {
            throw .sentEnough(retryAfter: error.retryAfter)
        }
        let plan = plan(request, replay, app, environment, by: sender)
        let answer = try await challenges.keeper.perform(reading: plan.reads) {
            (draft) throws(IssueChallengesError) in try plan.issue(&draft)
        }
        switch answer {
        case .issued(let results): return try await describe(results)
        case .repeated(let sent): return try await describe(sent)
        }
    }

    /// What the same request has sent before.
    private func sent(
        _ request: ChallengeRequest, by sender: PlayerNumber
    ) async throws(IssueChallengesError) -> ChallengeSending? {
        guard let identity = request.identity else { return nil }
        let sent = try await IssueChallengesError.translating { () throws(StoreError) in
            try await challenges.directory.challengeSending(identity.key, by: sender)
        }
        try identity.check(sent)
        return sent
    }

    /// Refuses what can't be sent to anyone, whether or not they are friends. Sends nothing.
    func check(
        _ request: ChallengeRequest, app: App, environment: Environment, by sender: PlayerNumber
    ) async throws(IssueChallengesError) {
        let plan = plan(request, nil, app, environment, by: sender)
        try await challenges.keeper.perform(reading: plan.reads) {
            (draft) throws(IssueChallengesError) in try plan.check(&draft)
        }
    }

    private func plan(
        _ request: ChallengeRequest, _ replay: Blob?, _ app: App, _ environment: Environment, by sender: PlayerNumber
    ) -> ChallengePlan {
        ChallengePlan(
            request: request, senderKey: ProgressKey(player: sender, app: app.number, environment: environment),
            stream: StreamID(team: app.team, environment: environment), replay: replay,
            mayMessage: challenges.keeper.ports.mayMessage)
    }

    private func check(_ request: ChallengeRequest, by sender: PlayerNumber) throws(IssueChallengesError) {
        guard !request.receivers.isEmpty else { throw .noReceivers }
        let limit = Challenge.receiversLimit
        guard request.receivers.count <= limit else { throw .tooManyReceivers(limit: limit) }
        var seen: Set<PlayerNumber> = []
        for (item, receiver) in request.receivers.enumerated() {
            guard receiver != sender else { throw .oneself(item: item) }
            guard seen.insert(receiver).inserted else { throw .receiverTwice(item: item) }
        }
        guard PlainText.holds(request.message, limit: Challenge.messageLimit) else {
            throw .message(limit: Challenge.messageLimit)
        }
        guard request.message.isEmpty || PlainText.isSeen(request.message) else {
            throw .message(limit: Challenge.messageLimit)
        }
    }

    private func replay(of request: ChallengeRequest) throws(IssueChallengesError) -> Blob? {
        guard let bytes = request.replay else { return nil }
        guard bytes.count <= Challenge.replayBytesLimit else {
            throw .replayTooLarge(limit: Challenge.replayBytesLimit)
        }
        if case .achievement = request.goal { throw .replayOfAchievement }
        return challenges.blob(bytes)
    }

    /// As the challenges are now: a receiver may have answered. One of a receiver who is erased is gone.
    private func describe(_ sent: ChallengeSending) async throws(IssueChallengesError) -> [Issued] {
        let records = try await IssueChallengesError.translating { () throws(StoreError) in
            try await challenges.directory.challenges(sent.outcomes.map(\.challenge))
        }
        let known = Dictionary(records.map { ($0.challenge.number, $0) }) { first, _ in first }
        return sent.outcomes.compactMap { outcome in
            known[outcome.challenge].map { Issued(details: ChallengeDetails($0), isNew: outcome.isNew) }
        }
    }

    /// With messages and replays, as the store has them now.
    private func describe(_ results: [(Challenge, Bool)]) async throws(IssueChallengesError) -> [Issued] {
        let records = try await IssueChallengesError.translating { () throws(StoreError) in
            try await challenges.directory.challenges(results.map(\.0.number))
        }
        let known = Dictionary(records.map { ($0.challenge.number, $0) }) { first, _ in first }
        return results.map { challenge, isNew in
            Issued(
                details: ChallengeDetails(known[challenge.number] ?? ChallengeRecord(challenge: challenge)),
                isNew: isNew)
        }
    }
}

/// Why no challenge was issued. `item` is the index of the receiver who stands in the way.
public enum IssueChallengesError: Error, StoreFailure, Hashable, Sendable {
    case noReceivers
    case tooManyReceivers(limit: Int)
    case receiverTwice(item: Int)
    case oneself(item: Int)
    /// Or there is no such player, or one blocks the other: nobody learns which.
    case notFriend(item: Int)
    case message(limit: Int)
    case replayTooLarge(limit: Int)
    case replayOfAchievement
    case gameCenterDisabled
    case notReleased
    case unknownLeaderboard
    case leaderboardArchived
    /// It takes no scores: challenges are on its parts (rule 4.1).
    case combinedLeaderboard
    /// The sender has no score there that is as good (rule 6.1).
    case noSuchScore
    case unknownAchievement
    case achievementArchived
    case achievementHidden
    case achievementNotEarned
    /// The receiver has earned it, and it cannot be earned again.
    case achievementEarned(item: Int)
    case tooManyPending(item: Int, limit: Int)
    case tooManyToday(item: Int, limit: Int)
    /// The sender has sent as much to others as they may for now.
    case sentEnough(retryAfter: Timestamp.Span)
    /// The key came before, with a request for something else.
    case keyUsed
    /// The sender is kept out of this game (rule 4.12).
    case banned
    case unavailable
    case broken(reason: String)
}
