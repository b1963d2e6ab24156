import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores

/// What moderators decide, planned on values alone.
@Suite("Moderation steps") struct ModerateStepTests {
    private static let stream = SamplePublished.stream
    private let board: Leaderboard
    private var published = SamplePublished()

    init() throws {
        board = Leaderboard(
            number: LeaderboardNumber(1), app: AppNumber(1), id: try LeaderboardID("high"),
            settings: LeaderboardSettings(referenceName: "High"))
        published.catalogue = Catalogue(leaderboards: [board])
    }

    private func score(_ flags: JournalFlags = []) -> JournalRow {
        JournalRow(
            stream: Self.stream, sequence: JournalSequence(4), time: SamplePublished.now, kind: .score,
            leaderboard: board.number, player: SamplePublished.player, value: 7, date: SamplePublished.now,
            flags: flags)
    }

    private func step(_ kind: JournalRow.Kind) -> ModerateStep {
        ModerateStep(
            kind: kind, stream: Self.stream, leaderboard: board.number, sequence: JournalSequence(4),
            decision: ReviewDecision(author: nil, time: SamplePublished.now, note: ""),
            audit: Administrator.operator.entry(.scoreRemove, at: SamplePublished.now))
    }

    private func reads(_ row: JournalRow?) -> [StoreRead: StoreValue] {
        [.row(Self.stream, JournalSequence(4)): .row(row)]
    }

    @Test("a removal is a row that leads to the score; removing what is out changes nothing")
    func removal() throws {
        var draft = published.draft(reads(score()))
        #expect(try step(.removal).plan(&draft) == JournalSequence(10))
        #expect(draft.rows.map(\.kind) == [.removal] && draft.rows.map(\.previous) == [JournalSequence(4)])
        _ = published.boards(of: Self.stream).withLock { $0.removed.insert(JournalSequence(4)) }
        var again = published.draft(reads(score()))
        #expect(try step(.removal).plan(&again) == JournalSequence(9))
        #expect(again.rows.isEmpty && again.facts.isEmpty)
    }

    @Test("nothing stands there: no row, another leaderboard's, an erased player's")
    func unknown() throws {
        var published = published
        published.erased = [SamplePublished.player]
        for draft in [self.published.draft(reads(nil)), published.draft(reads(score()))] {
            var draft = draft
            #expect(throws: ModerateScoreError.unknownScore) { try step(.removal).plan(&draft) }
            #expect(draft.facts.isEmpty)
        }
    }

    @Test("a held score that comes in completes what waits for it; what that needs is asked for first (rule 4.12)")
    func held() throws {
        _ = published.boards(of: Self.stream).withLock { $0.removed.insert(JournalSequence(4)) }
        let challenge = Challenge(
            number: ChallengeNumber(3), sender: PlayerNumber(1), receiver: SamplePublished.player, app: AppNumber(1),
            environment: .production, goal: .score(board.number, value: 5, context: 0),
            issued: SamplePublished.now.advanced(by: -.hours(1)))
        var blocked = published.draft(reads(score(.isHeld)), pending: [challenge])
        #expect(throws: ModerateScoreError.unavailable) { try step(.restoration).plan(&blocked) }
        let key = ScoreReplayKey(
            player: SamplePublished.player, leaderboard: board.number, environment: .production)
        let friendship = StoreRead.friendship(PlayerNumber(1), SamplePublished.player, ChallengeNumber(3))
        #expect(Set(blocked.reads.missing) == [friendship, .replay(key, value: 7)])
        let more: [StoreRead: StoreValue] = [friendship: .answer(true), .replay(key, value: 7): .replay(nil)]
        var draft = published.draft(reads(score(.isHeld)).merging(more) { $1 }, pending: [challenge])
        _ = try step(.restoration).plan(&draft)
        #expect(draft.pending.challenges[ChallengeNumber(3)] == nil)
        #expect(draft.rows.map(\.kind) == [.restoration])
    }

    @Test("a ban is a row in each stream in which it makes a difference, and the second one is none")
    func ban() throws {
        let ban = Ban(
            player: SamplePublished.player, scope: .team(TeamNumber(1)), reason: "", author: nil,
            created: SamplePublished.now)
        let step = BanStep(
            .ban(ban), audit: Administrator.operator.entry(.playerBan, at: SamplePublished.now))
        var draft = published.draft()
        try step.plan(&draft)
        #expect(draft.rows.map(\.kind) == [.ban] && draft.rows.map(\.sequence) == [JournalSequence(10)])
        published.catalogue.bans.put(ban)
        var again = published.draft()
        try step.plan(&again)
        #expect(again.rows.isEmpty && again.facts.isEmpty && again.effects.isEmpty)
    }

    @Test("a policy that holds makes every score wait while there is room; a flagged one ranks (rule 4.12)")
    func review() throws {
        let target = ReviewStep.Target(
            player: SamplePublished.player, leaderboard: board.number, app: board.app, stream: Self.stream)
        var holding = ModerationPolicy()
        holding.holdsScores = true
        let held = ReviewStep(holding, PendingReviews(), target)
        let treatment = held.treatment(of: 7, SamplePublished.now, .highToLow, ScoreSuspicion.Evidence())
        #expect(held.hasRoom && treatment.isHeld && treatment.reasons.count == 1)
        let waiting = (1...ModerationLimits.heldScores).map { number in
            PendingScore(
                app: board.app, stream: Self.stream, leaderboard: board.number, player: SamplePublished.player,
                sequence: JournalSequence(Int64(number)))
        }
        var reviews = PendingReviews(waiting)
        #expect(!ReviewStep(holding, reviews, target).hasRoom)
        reviews.forget(PlayerNumber(SamplePublished.player.rawValue + 1))
        #expect(!ReviewStep(holding, reviews, target).hasRoom)
        reviews.forget(SamplePublished.player)
        #expect(ReviewStep(holding, reviews, target).hasRoom && !reviews.waits(JournalSequence(1), of: Self.stream))
        var flagging = ModerationPolicy()
        let range = try #require(ScoreRange(lowest: 0, highest: 5))
        flagging.plausible = range
        let flagged = ReviewStep(flagging, PendingReviews(), target)
            .treatment(of: 7, SamplePublished.now, .highToLow, ScoreSuspicion.Evidence())
        #expect(!flagged.isHeld && flagged.reasons.count == 1)
        #expect(ReviewStep.review(score(), flagged, of: board.app)?.score.sequence == JournalSequence(4))
        #expect(ReviewStep.review(score(), ReviewStep.Treatment(), of: board.app) == nil)
    }
}
