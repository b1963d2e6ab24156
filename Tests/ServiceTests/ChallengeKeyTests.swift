import LaurelDomain
import LaurelScores
import LaurelStorage
import Testing

@testable import LaurelService

/// A challenge whose answer got lost is sent again with the same key.
@Suite("Challenges that are sent again", .timeLimit(.minutes(15))) struct ChallengeKeyTests {
    /// A score of ``play(_:)``'s leaderboard.
    private func send(
        _ receivers: UInt32..., value: Int64 = 40, key: UInt64? = 1, by sender: UInt32 = 1, in play: PlayFixture
    ) async throws -> [IssueChallenges.Issued] {
        var request = ChallengeRequest(
            receivers: receivers.map { PlayerNumber($0) },
            goal: .score(try LeaderboardID("HighScores"), value: value, context: nil))
        request.identity = key.map { key in
            play.challenges.identity(ChallengeKey(high: 7, low: key), body: Array("\(receivers) \(value)".utf8))
        }
        return try await IssueChallenges(play.challenges)(
            request, app: play.app, environment: .production, as: play.session(sender))
    }

    private func play(_ store: PlayStore? = nil) async throws -> PlayFixture {
        let play = try await PlayFixture(store)
        try await play.board()
        for player in 1...3 as ClosedRange<UInt32> { try await play.submit(40, by: player) }
        return play
    }

    private func decline(_ issued: IssueChallenges.Issued, in play: PlayFixture) async throws {
        let challenge = issued.details.challenge
        try await DeclineChallenge(play.challenges)(
            challenge.number, as: play.session(challenge.receiver.rawValue))
    }

    private func summary(_ issued: [IssueChallenges.Issued]) -> [String] {
        issued.map { "\($0.details.challenge.number.rawValue) \($0.isNew)" }
    }

    @Test("rule 8.1: a challenge that comes again is the same one, whatever became of it; without a key it is another")
    func again() async throws {
        let play = try await play()
        let first = try await send(2, 3, in: play)
        try await decline(first[0], in: play)
        let told = try await play.notices()
        #expect(told == ["2 challengeReceived 1", "3 challengeReceived 1", "1 challengeDeclined 2"])
        let second = try await send(2, 3, in: play)
        #expect(summary(second) == summary(first) && summary(first) == ["1 true", "2 true"])
        #expect(second[0].details.challenge.state == .declined)
        let restarted = try await play.restarted()
        #expect(try await summary(send(2, 3, in: restarted)) == summary(first))
        #expect(try await restarted.notices() == told)
        #expect(try await summary(send(2, 3, key: nil, in: restarted)) == ["3 true", "2 false"])
        #expect(try await restarted.list(2).count == 2)
    }

    @Test("a receiver who kept a harder one has that in the second answer too, even once it is settled")
    func harder() async throws {
        let play = try await play()
        let harder = try await send(3, key: nil, in: play)
        let first = try await send(2, 3, value: 39, in: play)
        #expect(summary(first) == ["2 true", "1 false"])
        try await decline(harder[0], in: play)
        #expect(try await summary(send(2, 3, value: 39, in: play)) == summary(first))
        #expect(try await play.list(3).count == 1)
    }

    @Test("the same key with another request is refused; another sender's same key and another key are not")
    func other() async throws {
        let play = try await play()
        let first = try await send(2, in: play)
        await #expect(throws: IssueChallengesError.keyUsed) { try await send(3, in: play) }
        await #expect(throws: IssueChallengesError.keyUsed) { try await send(2, value: 39, in: play) }
        #expect(try await summary(send(3, key: 2, in: play)) == ["2 true"])
        #expect(try await summary(send(3, by: 2, in: play)) == ["3 true"])
        #expect(try await summary(send(2, in: play)) == summary(first))
    }

    @Test("a request that was refused isn't remembered: it may go once what stood in its way is gone")
    func refused() async throws {
        let play = try await play()
        await #expect(throws: IssueChallengesError.noSuchScore) { try await send(2, value: 50, in: play) }
        try await play.submit(50, by: 1)
        #expect(try await summary(send(2, value: 50, in: play)) == ["1 true"])
    }

    @Test("two that come at once, while a commit is under way, are one challenge and one notice")
    func atOnce() async throws {
        let (store, journal) = try PlayStore.make().held()
        let play = try await play(store)
        journal.hold()
        async let other = play.submit(41, by: 3)
        await journal.commitIsPending()
        let calls = journal.calls
        async let first = send(2, in: play)
        async let second = send(2, in: play)
        // One of them has read that there is none.
        while journal.calls == calls {
            try Task.checkCancellation()
            await Task.yield()
        }
        journal.release()
        let (one, two) = try await (first, second)
        #expect(summary(one) == ["1 true"] && summary(two) == ["1 true"])
        _ = try await other
        #expect(try await play.notices() == ["2 challengeReceived 1"])
    }

    @Test("sent again, it takes nothing of what a player may send in a day")
    func caps() async throws {
        let play = try await play()
        let first = try await send(2, in: play)
        let rest = Int(Sending.challenge.perDay) - 1
        try play.challenges.sending.take([.challenge], count: rest, by: PlayerNumber(1))
        #expect(try await summary(send(2, in: play)) == summary(first))
        do {
            _ = try await send(3, key: 2, in: play)
            Issue.record("sent")
        } catch IssueChallengesError.sentEnough(retryAfter: _) {
            // As any other would be.
        }
    }
}
