import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores

@Suite("Reads beside the writer", .timeLimit(.minutes(15))) struct StoreReadTests {
    @Test("what was read before a commit that changed it is read again: an achievement is earned once (rule 5.2)")
    func outdated() async throws {
        let (store, journal) = try PlayStore.make().held()
        let play = try await PlayFixture(store)
        try await play.achievement()
        journal.hold()
        async let first = play.report(100, by: 1)
        await journal.commitIsPending()
        let calls = journal.calls
        async let second = play.report(100, by: 1)
        // It has read the progress of before the commit that is being held.
        while journal.calls == calls {
            try Task.checkCancellation()
            await Task.yield()
        }
        journal.release()
        let earned = try await [first.isEarnedNow, second.isEarnedNow]
        #expect(earned == [true, false])
        #expect(try await play.notices() == ["1 achievementEarned"])
    }

    // Computed by another program, as the runs of older stores were.
    @Test(
        "digests of score IDs are those that runs in stores have",
        arguments: [
            ("a", 0x43BA_8B96_EA4E_68F3), ("A-1", 0x69A5_CA1E_5861_8C71), ("12345678", 0x888E_CC9B_73F1_D6BD),
            ("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", 0x1392_4DF8_DFD4_CAE8),
        ] as [(String, UInt64)])
    func digests(text: String, digest: UInt64) throws {
        #expect(ScoreIDs.digest(try ScoreID(text), of: PlayerNumber(7)) == digest)
    }

    @Test("rule 4.4: an id in a run of score ids that was merged behind the writer's back is found all the same")
    func merged() throws {
        let journal = InMemoryJournal()
        let (stream, player) = (SamplePublished.stream, SamplePublished.player)
        let id = try ScoreID("once")
        let row = JournalRow(
            stream: stream, sequence: JournalSequence(1), time: .first, kind: .score, leaderboard: LeaderboardNumber(1),
            player: player, value: 1, scoreID: id)
        try journal.commit(Change(rows: [row]))
        let digest = ScoreIDs.digest(id, of: player)
        let positions = [ScoreIDPosition(digest: digest, sequence: row.sequence)]
        let run = ScoreIDRun(
            first: row.sequence, last: row.sequence, count: 1, filter: ScoreIDFilter([digest]).bytes)
        let old = try journal.addScoreIDRun(run, positions: positions, replacing: [], of: stream)
        let reader = StoreReader(journal: journal, areFriends: { _, _ in false })
        #expect(try reader.value(of: .rows(stream, digest: digest, run: old)) == .rows([row]))
        _ = try journal.addScoreIDRun(run, positions: positions, replacing: [old], of: stream)
        #expect(try reader.value(of: .rows(stream, digest: digest, run: old)) == .rows([row]))
        #expect(try reader.value(of: .rows(stream, digest: digest &+ 1, run: old)) == .rows([]))
    }

    @Test("a store that can't be read refuses the report, and nothing of it is written")
    func unreadable() async throws {
        let (store, journal) = try PlayStore.make().held()
        let play = try await PlayFixture(store)
        try await play.achievement()
        journal.fail(call: 1, .unavailable)
        await #expect(throws: ReportAchievementsError.unavailable) { try await play.report(100, by: 1) }
        #expect(try await play.report(100, by: 1).isEarnedNow)
    }
}
