import LaurelDomain
import LaurelHTTPServer
import LaurelScores
import Testing

@testable import LaurelAPI
@testable import LaurelService

/// A tag that stayed the same when something on the page is another would keep the old page with its readers.
@Suite("Tags of pages") struct PageTagTests {
    private let found: FoundLeaderboard
    private let occurrences: [Occurrence]

    init() throws {
        let app = App(
            number: AppNumber(1), team: TeamNumber(1), bundleID: try BundleID("com.example.one"), name: "One", sku: "1")
        found = FoundLeaderboard(
            Leaderboard(
                number: LeaderboardNumber(1), app: app.number, id: try LeaderboardID("high"),
                settings: LeaderboardSettings(referenceName: "High")), of: app)
        let start = try #require(Timestamp(milliseconds: 1_000))
        let recurrence = try Recurrence(start: start, duration: .hours(1), interval: .hours(1))
        occurrences = [1, 2].compactMap { recurrence.occurrence($0) }
    }

    private func page(_ local: RankedEntry?, total: Int = 10, _ occurrence: Occurrence? = nil) -> EntriesPage {
        EntriesPage(
            found: found, occurrence: occurrence, local: local, entries: nil, total: total,
            version: JournalSequence(1), revision: PageRevision(generation: 1, top: 1))
    }

    private func entry(
        rank: Int = 3, player: UInt32 = 7, value: Int64 = 41, context: Int64 = 0, milliseconds: Int64 = 5,
        isDateClamped: Bool = false, sequence: Int64 = 9, verification: Verification? = nil
    ) throws -> RankedEntry {
        RankedEntry(
            rank: rank, player: PlayerNumber(player), value: value, context: context,
            date: try #require(Timestamp(milliseconds: milliseconds)), isDateClamped: isDateClamped,
            sequence: JournalSequence(sequence), verification: verification)
    }

    @Test("are others when the total, the occurrence or anything of the reader's entry is another")
    func differ() throws {
        let entries = [
            try entry(), try entry(rank: 4), try entry(player: 8), try entry(value: 42), try entry(context: -1),
            try entry(milliseconds: 6), try entry(isDateClamped: true), try entry(sequence: 10),
            try entry(verification: .verified), try entry(verification: .live),
        ]
        try #require(occurrences.count == 2)
        let pages =
            [page(nil), page(nil, total: 11), page(nil, total: 0)] + entries.map { page($0) }
            + occurrences.map { page(entries[0], $0) }
        let tags = pages.map { PageTag.tag(0x0123_4567_89AB_CDEF, $0) }
        #expect(Set(tags).count == pages.count)
        #expect(pages.map { PageTag.tag(0x0123_4567_89AB_CDEF, $0) } == tags)
        #expect(Set(tags).isDisjoint(with: pages.map { PageTag.tag(1, $0) }))
    }
}
