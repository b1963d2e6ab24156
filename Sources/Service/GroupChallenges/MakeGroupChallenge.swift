public import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage

/// A challenge of a group that a player wants to make (rule 14.12).
public struct GroupChallengeRequest: Sendable {
    public var definition: ChallengeDefinitionID
    public var players: [PlayerNumber]
    /// Nil: the shortest one that the definition offers.
    public var duration: ChallengeDuration?
    /// Of each; nil: none.
    public var triesLimit: Int?

    public init(
        definition: ChallengeDefinitionID, players: [PlayerNumber], duration: ChallengeDuration?, triesLimit: Int?
    ) {
        self.definition = definition
        self.players = players
        self.duration = duration
        self.triesLimit = triesLimit
    }
}

/// Challenges a group of friends: all of them or none. It starts at once, and ends for all at one instant (rule 14.14).
public struct MakeGroupChallenge: Sendable {
    private let groups: GroupChallenges
    public init(_ groups: GroupChallenges) { self.groups = groups }

    public func callAsFunction(
        _ request: GroupChallengeRequest, app: App, environment: Environment, as session: Session
    ) async throws(GroupChallengeError) -> GroupChallengeDetails {
        let maker = session.player
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
        guard app.isReleased || environment == .sandbox else { throw .notReleased }
        try check(request, by: maker)
        try await checkRelations(request, by: maker, in: app)
        try groups.send(request.players.count, by: maker)
        let number = try await groups.keeper.perform(
            reading: request.players.map { .friendship(maker, $0, nil) }
        ) { (draft) throws(GroupChallengeError) in
            guard !draft.catalogue.bans.isBanned(maker, in: app.team) else { throw .banned }
            for (item, player) in request.players.enumerated() {
                let areFriends = try GroupChallengeError.reading { () throws(StoreError) in
                    try draft.reads.areFriends(maker, player)
                }
                guard areFriends else { throw .notFriend(item: item) }
            }
            let (definition, leaderboard) = try draft.offered(request.definition, of: app, in: environment)
            guard definition.isRepeatable || request.triesLimit == 1 else { throw .tries }
            let ends = try draft.end(of: definition, on: leaderboard, request.duration)
            do throws(ChallengeStep.GroupObstacle) {
                return try draft.challenges.makeGroup(
                    ChallengeStep.GroupDraft(
                        maker: maker, others: request.players, app: app.number, environment: environment,
                        definition: definition.id, leaderboard: leaderboard.number, ends: ends,
                        triesLimit: request.triesLimit)
                ).number
            } catch {
                throw GroupChallengeError(error, inviting: request.players)
            }
        }
        return try await ReadGroupChallenges(groups)(number, as: session)
    }

    private func check(_ request: GroupChallengeRequest, by maker: PlayerNumber) throws(GroupChallengeError) {
        guard !request.players.isEmpty else { throw .noPlayers }
        let limit = ChallengeDefinition.players.upperBound - 1
        guard request.players.count <= limit else { throw .tooManyPlayers(limit: limit) }
        guard GroupChallenge.tryLimits.contains(request.triesLimit) else { throw .tries }
        var seen: Set<PlayerNumber> = []
        for (item, player) in request.players.enumerated() {
            guard player != maker else { throw .oneself(item: item) }
            guard seen.insert(player).inserted else { throw .playerTwice(item: item) }
        }
    }

    private func checkRelations(
        _ request: GroupChallengeRequest, by maker: PlayerNumber, in app: App
    ) async throws(GroupChallengeError) {
        let circle = try await groups.circle(of: [maker] + request.players)
        for (item, player) in request.players.enumerated() {
            guard circle.areFriends(maker, player), circle.mayMeet(maker, player),
                groups.meetings.isThere(player, in: app.team)
            else { throw .notFriend(item: item) }
            guard request.players[..<item].allSatisfy({ circle.mayMeet($0, player) }) else {
                throw .cannotMeet(item: item)
            }
        }
    }
}

extension CommitDraft {
    /// What a new challenge is made of, as it is now.
    func offered(
        _ id: ChallengeDefinitionID, of app: App, in environment: Environment
    ) throws(GroupChallengeError) -> (ChallengeDefinition, Leaderboard) {
        guard let now = catalogue.app(app.number), now.isGameCenterEnabled, !now.isArchived else {
            throw .gameCenterDisabled
        }
        guard
            let definition = catalogue.shownChallengeDefinitions(of: app, in: environment).first(where: { $0.id == id }
            ),
            let leaderboard = catalogue.leaderboard(definition.leaderboard, of: app.number)
        else { throw .unknownDefinition }
        return (definition, leaderboard)
    }

    /// When one ends that begins now: after its duration, or with the leaderboard's occurrence.
    func end(
        of definition: ChallengeDefinition, on leaderboard: Leaderboard, _ duration: ChallengeDuration?
    ) throws(GroupChallengeError) -> Timestamp {
        if let end = try occurrenceEnd(on: leaderboard) {
            guard duration == nil else { throw .duration }
            return end
        }
        // The leaderboard is classic since the definition was made.
        let offered = definition.durations.isEmpty ? ChallengeDuration.allCases : definition.durations
        guard let chosen = duration ?? offered.first, offered.contains(chosen) else { throw .duration }
        return time.advanced(by: chosen.span)
    }

    /// Nil: the leaderboard doesn't recur.
    func occurrenceEnd(on leaderboard: Leaderboard) throws(GroupChallengeError) -> Timestamp? {
        guard let recurrence = leaderboard.kind.recurrence else { return nil }
        guard let running = recurrence.running(at: time) else {
            throw .betweenOccurrences(next: recurrence.nextStart(after: time))
        }
        return running.end
    }
}
