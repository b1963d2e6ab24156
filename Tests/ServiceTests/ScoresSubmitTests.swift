import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Testing

@Suite("Submitted scores", .timeLimit(.minutes(15))) struct ScoresSubmitTests {
    @Test("rule 4.10: the reply has the entry, rank, total and new best, and the next read agrees")
    func reply() async throws {
        let scores = try await ScoresFixture()
        try await scores.make()
        let first = try await scores.submit(10, by: 1, context: -5)
        #expect(first.result.entry?.rank == 1 && first.result.total == 1 && first.result.isNewBest)
        let second = try await scores.submit(20, by: 2)
        #expect(second.result.entry?.rank == 1 && second.result.total == 2 && second.result.isNewBest)
        let worse = try await scores.submit(5, by: 1)
        #expect(!worse.result.isNewBest && worse.result.entry?.value == 10 && worse.result.entry?.rank == 2)
        #expect(worse.result.value == 5)
        let page = try await scores.read(viewer: 1, version: worse.version)
        #expect(page.local == worse.result.entry)
        #expect(page.entries?.map(\.player) == [PlayerNumber(2), PlayerNumber(1)])
        #expect(page.total == 2 && page.version == worse.version)
    }
}
