import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores
@testable import LaurelService

/// What becomes of reported progress, on values alone.
@Suite("Report step") struct ReportStepTests {
    private static let stream = SamplePublished.stream
    private let key = ProgressKey(player: SamplePublished.player, app: AppNumber(1), environment: .production)
    private let jump: Achievement
    private var published = SamplePublished()

    init() throws {
        jump = PlayFixture.fields().achievement(AchievementNumber(1), AppNumber(1), try AchievementID("FirstJump"))
        published.catalogue.achievements.put(jump)
    }

    private func step(_ percents: [Double], id: String? = nil) throws -> ReportStep {
        let items = try percents.map { percent in
            ReportStep.Item(
                achievement: jump.number,
                report: AchievementReport(
                    achievement: jump.id, percent: try #require(Percent(percent)), id: try id.map { try ScoreID($0) }))
        }
        return ReportStep(
            items: items, stream: Self.stream, key: key, device: DeviceNumber(1), waiting: nil, eligible: nil)
    }

    @Test("progress that wasn't read is asked for, with the friendships that it may need, and nothing is planned")
    func asks() throws {
        let challenge = Challenge(
            number: ChallengeNumber(3), sender: PlayerNumber(1), receiver: SamplePublished.player, app: AppNumber(1),
            environment: .production, goal: .achievement(jump.number), issued: SamplePublished.now)
        var draft = published.draft(pending: [challenge])
        let step = try step([100])
        #expect(throws: ReportAchievementsError.unavailable) { try step.plan(&draft) }
        #expect(
            draft.reads.missing == [
                .progress(key), .friendship(PlayerNumber(1), SamplePublished.player, ChallengeNumber(3)),
            ])
        #expect(draft.facts.isEmpty && draft.rows.isEmpty && draft.effects.isEmpty)
    }

    @Test("of several reports of one call the first to reach 100 % earns it: one row each, in order (rule 5.2)")
    func earns() throws {
        var draft = published.draft([.progress(key): .progress(PlayerAchievements())])
        let reported = try step([40, 100]).plan(&draft)
        #expect(reported.results.map(\.isEarnedNow) == [false, true])
        #expect(reported.version == JournalSequence(11))
        #expect(draft.rows.map(\.sequence) == [JournalSequence(10), JournalSequence(11)])
        #expect(draft.rows.map { $0.flags.contains(.earnedAchievement) } == [false, true])
        #expect(draft.progress[key]?.progress[jump.number]?.isEarned == true)
        let isTold = draft.facts.contains {
            if case .notice(let notice) = $0 { notice.kind == .achievementEarned } else { false }
        }
        #expect(isTold)
    }

    @Test("what this batch has planned counts before what was read")
    func overlay() throws {
        var published = published
        var known = published.draft([.progress(key): .progress(PlayerAchievements())])
        _ = try step([100]).plan(&known)
        published.progress = known.progress
        var draft = published.draft()
        let reported = try step([100]).plan(&draft)
        #expect(reported.results.map(\.isEarnedNow) == [false])
        #expect(draft.rows.isEmpty && draft.reads.missing.isEmpty)
    }

    @Test("a report whose row is there is answered from it, and not counted again (rule 4.4)")
    func repeated() throws {
        var first = published.draft([.progress(key): .progress(PlayerAchievements())])
        let step = try step([100], id: "once")
        _ = try step.plan(&first)
        let row = try #require(first.rows.first)
        var published = published
        published.last = row.sequence
        published.ids.insert(ScoreIDs.digest(try ScoreID("once"), of: SamplePublished.player), row.sequence)
        let after = try #require(first.progress[key])
        var unread = published.draft([.progress(key): .progress(after)])
        #expect(throws: ReportAchievementsError.unavailable) { try step.plan(&unread) }
        #expect(unread.reads.missing == [.row(Self.stream, row.sequence)])
        let reads: [StoreRead: StoreValue] = [
            .progress(key): .progress(after), .row(Self.stream, row.sequence): .row(row),
        ]
        var draft = published.draft(reads)
        let again = try step.plan(&draft)
        #expect(again.results.map(\.isRepeat) == [true] && again.results.map(\.isEarnedNow) == [true])
        #expect(draft.rows.isEmpty)
        var other = published.draft(reads)
        let different = try self.step([50], id: "once")
        #expect(throws: ReportAchievementsError.idReused(item: 0)) { try different.plan(&other) }
    }
}
