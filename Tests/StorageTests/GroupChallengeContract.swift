import LaurelDomain
import LaurelStorage
import Testing

/// Challenges of groups: every engine says what the reference says.
@Suite("Group challenge contract", .timeLimit(.minutes(15))) struct GroupChallengeContract {
    private static let start = Timestamp(clamping: 1_800_000_000_000)

    private func challenge(
        _ number: UInt32, _ players: [UInt32], _ environment: Environment = .production, app: UInt32 = 1
    ) throws -> GroupChallenge {
        GroupChallenge(
            number: GroupChallengeNumber(number), app: AppNumber(app), environment: environment,
            definition: try ChallengeDefinitionID("Longest Run"), leaderboard: LeaderboardNumber(3),
            started: Self.start, ends: Self.start.advanced(by: .days(1)), triesLimit: number == 1 ? nil : 3,
            by: PlayerNumber(players[0]), inviting: players.dropFirst().map { PlayerNumber($0) })
    }

    private func tried(_ challenge: inout GroupChallenge, _ player: UInt32, _ values: [Int64]) -> GroupChallengeWrite? {
        for (index, value) in values.enumerated() {
            _ = challenge.record(
                .init(sequence: JournalSequence(Int64(index) + 1), value: value, date: Self.start),
                by: PlayerNumber(player), arrival: Self.start, order: .highToLow)
        }
        return challenge[PlayerNumber(player)].map { .tried(challenge.number, $0) }
    }

    @Test(
        "rules 14.13 to 14.16: tries, standings, rematches and ghosts come back as they were written",
        arguments: Backend.allCases)
    func everything(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        let reference = InMemoryJournal()
        func commit(_ facts: [Change.Fact]) async throws {
            for engine in [journal, reference] as [any Journal] { try engine.commit(Change(facts: facts)) }
            let all = try reference.groupChallenges(closedAfter: .first)
            #expect(try journal.groupChallenges(closedAfter: .first) == all)
            #expect(try journal.lastGroupChallenge() == reference.lastGroupChallenge())
            for challenge in all {
                let record = try await directory.groupChallenge(challenge.number)
                #expect(record?.challenge == challenge)
            }
        }
        func group(_ writes: GroupChallengeWrite...) -> [Change.Fact] { writes.map { .challenge(.group($0)) } }
        var first = try challenge(1, [5, 7, 9])
        try first.join(PlayerNumber(7), at: Self.start)
        let second = try challenge(2, [7, 5], .sandbox)
        try await commit(group(.kept(first), .kept(second), .kept(try challenge(3, [9, 5], app: 2))))
        let write = try #require(tried(&first, 5, [.min, .max, -1, 12]))
        let replay = Blob(digest: try #require(BlobDigest(Array(repeating: 4, count: 32))), bytes: [1, 2, 3])
        try await commit(group(write, .led(first.number, replay: replay)))
        #expect(try await directory.groupChallenge(first.number)?.replay == replay.digest)
        // The same replay again stays, and so it does for the rematch when another one leads.
        try await commit(group(.led(first.number, replay: replay)))
        let rematch = try challenge(4, [7, 5])
        first.rematch = rematch.number
        _ = first.advance(to: Self.start.advanced(by: .days(2)))
        try await commit(group(.kept(rematch), .kept(first), .ghost(rematch.number, of: first.number)))
        try await commit(group(.led(first.number, replay: nil)))
        #expect(try await directory.groupChallenge(first.number)?.replay == nil)
        #expect(try await directory.groupChallenge(rematch.number)?.ghost == replay.digest)
        #expect(try await directory.blob(replay.digest) == replay.bytes)
        // In one game and environment, those that a player takes part in, newest first.
        func numbers(
            _ player: UInt32, app: UInt32? = nil, _ environment: Environment = .production, before: UInt32? = nil,
            limit: Int = 10, all: Bool = false
        ) async throws -> [UInt32] {
            var query = GroupChallengeQuery(
                player: PlayerNumber(player), app: app.map { AppNumber($0) }, environment: environment,
                before: before.map { GroupChallengeNumber($0) }, limit: limit)
            query.includesLeft = all
            return try await directory.groupChallenges(query).map(\.challenge.number.rawValue)
        }
        #expect(try await numbers(5) == [4, 3, 1])
        #expect(try await numbers(5, app: 1) == [4, 1])
        #expect(try await numbers(5, limit: 1) == [4])
        #expect(try await numbers(5, before: 4) == [3, 1])
        #expect(try await numbers(5, .sandbox) == [2])
        first.leave(PlayerNumber(7))
        try await commit(group(.kept(first)))
        #expect(try await numbers(7) == [4])
        #expect(try await numbers(7, all: true) == [4, 1])
        // A guest becomes part of an account, a leaderboard of a group, and somebody is erased.
        try await commit([.challenge(.merged(PlayerNumber(9), into: PlayerNumber(5)))])
        #expect(try await numbers(9) == [3, 1], "the account takes part itself")
        try await commit([.challenge(.merged(PlayerNumber(9), into: PlayerNumber(11)))])
        #expect(try await numbers(11) == [3, 1])
        try await commit([.challenge(.moved(from: LeaderboardNumber(3), to: LeaderboardNumber(8)))])
        try await commit([.challenge(.erased(PlayerNumber(5)))])
        #expect(try await numbers(5).isEmpty)
        // Only what is long closed goes; its number is never given again.
        let closed = try #require(first.closed)
        #expect(try journal.groupChallenges(closedAfter: closed).map(\.number.rawValue) == [2, 3, 4])
        #expect(try await directory.deleteGroupChallenges(closedBefore: closed, limit: 10) == 0)
        #expect(
            try await directory.deleteGroupChallenges(closedBefore: closed.advanced(by: .days(1)), limit: 10) == 1)
        #expect(try await directory.groupChallenge(first.number) == nil)
        // Nobody could say any more whose run the rematch's ghost is, so that an erasure would miss it.
        #expect(try await directory.groupChallenge(rematch.number)?.ghost == nil)
        #expect(try await directory.blob(replay.digest) == nil)
        #expect(try journal.lastGroupChallenge() == 4)
    }
}
