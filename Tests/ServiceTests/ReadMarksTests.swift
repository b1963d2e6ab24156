import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores

@Suite("Read marks") struct ReadMarksTests {
    private func key(_ player: UInt32) -> ProgressKey {
        ProgressKey(player: PlayerNumber(player), app: AppNumber(1), environment: .production)
    }

    private func reset(_ player: UInt32) -> Change.Fact { .achievement(.reset(key(player), at: .first)) }

    @Test("what a later commit has changed does not hold; what is of others, or was read after it, does")
    func later() {
        var marks = ReadMarks()
        let before = marks.turn
        marks.note([reset(1)])
        #expect(!marks.holds(.progress(key(1)), since: before))
        #expect(marks.holds(.progress(key(2)), since: before))
        #expect(marks.holds(.progress(key(1)), since: marks.turn))
    }

    @Test("rows stay as they are: a commit of any other kind leaves them")
    func rows() {
        var marks = ReadMarks()
        let row = StoreRead.row(SamplePublished.stream, JournalSequence(1))
        marks.note([reset(1)])
        #expect(marks.holds(row, since: 0))
        marks.note([.leaderboardRemoved(LeaderboardNumber(1))])
        #expect(!marks.holds(row, since: 0), "what is rare changes everything")
    }

    @Test("a run that is handed in, a replay that is kept, a friendship that ends, a review that is decided")
    func kinds() throws {
        let log = Blob(digest: try #require(BlobDigest([UInt8](repeating: 7, count: BlobDigest.byteCount))), bytes: [1])
        let replay = ScoreReplayKey(
            player: PlayerNumber(1), leaderboard: LeaderboardNumber(1), environment: .production)
        let run = RunKey(trace: 5, leaderboard: LeaderboardNumber(1), environment: .production)
        var marks = ReadMarks()
        marks.note([
            .challenge(.scoreReplay(replay, ScoreReplay(sequence: JournalSequence(1), value: 1, trace: 5, log: log)))
        ])
        #expect(!marks.holds(.run(run), since: 0) && !marks.holds(.replay(replay, value: 9), since: 0))
        marks.note([.friendship(PlayerNumber(1), PlayerNumber(2))])
        #expect(!marks.holds(.friendship(PlayerNumber(2), PlayerNumber(1), nil), since: 0))
        #expect(marks.holds(.friendship(PlayerNumber(3), PlayerNumber(1), nil), since: 0))
        let decision = ReviewDecision(author: nil, time: .first, note: "")
        marks.note([.reviewDecided(ReviewID(1), .accepted, decision)])
        #expect(!marks.holds(.review(ReviewID(1)), since: 0) && marks.holds(.review(ReviewID(2)), since: 0))
        marks.note([.scoreReviewed(SamplePublished.stream, JournalSequence(1), .accepted, decision)])
        #expect(!marks.holds(.review(ReviewID(2)), since: 0))
    }

    @Test("a request to challenge with a key; of another key or sender what was read holds")
    func sendings() {
        let (key, other) = (ChallengeKey(high: 1, low: 2), ChallengeKey(high: 1, low: 3))
        let sending = ChallengeSending(
            key: key, body: 0, outcomes: [ChallengeSending.Outcome(ChallengeNumber(1), isNew: true)])
        var marks = ReadMarks()
        marks.note([.challenge(.sent(sending, by: PlayerNumber(1)))])
        #expect(!marks.holds(.sending(key, PlayerNumber(1)), since: 0))
        #expect(marks.holds(.sending(other, PlayerNumber(1)), since: 0))
        #expect(marks.holds(.sending(key, PlayerNumber(2)), since: 0))
    }

    @Test("memory is bounded, and whatever it has forgotten does not hold")
    func bounded() {
        var marks = ReadMarks(limit: 4)
        let before = marks.turn
        for player in 1...20 as ClosedRange<UInt32> { marks.note([reset(player)]) }
        for player in 1...21 as ClosedRange<UInt32> { #expect(!marks.holds(.progress(key(player)), since: before)) }
        #expect(marks.holds(.progress(key(1)), since: marks.turn))
        #expect(marks.holds(.progress(key(21)), since: marks.turn))
    }
}
