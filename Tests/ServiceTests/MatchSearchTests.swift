import LaurelDomain
import LaurelMatches
import Testing

@testable import LaurelService

@Suite("Players who look for a match", .timeLimit(.minutes(15))) struct MatchSearchTests {
    private static let game = MatchGame(app: AppNumber(1), environment: .production)
    private static let start = Timestamp(clamping: 1_800_000_000_000)

    private static func after(_ milliseconds: Int64) -> Timestamp {
        start.advanced(by: Timestamp.Span(milliseconds: milliseconds))
    }

    @Test(
        "rule 11.8: below 100 a number of players is rounded down, so that no single one shows",
        arguments: [
            (0, 0), (1, 1), (2, 2), (3, 2), (4, 2), (5, 5), (9, 5), (10, 10), (19, 10), (20, 20), (49, 20), (50, 50),
            (99, 50), (100, 100), (101, 101),
        ])
    func rounding(players: Int, shown: Int) {
        #expect(CountSearches.rounded(players) == shown)
    }

    @Test("rule 11.8: each player counts once, by game and group, for a minute after they last asked")
    func players() {
        let searches = MatchSearches()
        let (ada, zoe) = (PlayerNumber(1), PlayerNumber(2))
        let sandbox = MatchGame(app: AppNumber(1), environment: .sandbox)
        func players(_ group: Int64?, at milliseconds: Int64, in game: MatchGame = Self.game) -> Int {
            searches.players(in: game, group: group, at: Self.after(milliseconds))
        }
        searches.note(by: ada, in: Self.game, group: 1, at: Self.start)
        searches.note(by: ada, in: Self.game, group: 2, at: Self.after(30_000))
        searches.note(by: zoe, in: Self.game, group: 2, at: Self.after(30_000))
        // In a party: for all groups alone.
        searches.note(by: PlayerNumber(3), in: Self.game, group: nil, at: Self.after(40_000))
        #expect(players(nil, at: 59_999) == 3 && players(1, at: 59_999) == 1 && players(2, at: 59_999) == 2)
        #expect(players(3, at: 59_999) == 0 && players(nil, at: 59_999, in: sandbox) == 0)
        // What she asked first has passed; she asked again since.
        #expect(players(1, at: 60_000) == 0 && players(nil, at: 60_000) == 3)
        #expect(players(2, at: 90_000) == 0 && players(nil, at: 90_000) == 1)
        #expect(players(nil, at: 100_000) == 0 && searches.count == 0)
    }

    @Test("rule 11.8: beyond 100,000 searches within a minute the oldest are forgotten")
    func limit() {
        let searches = MatchSearches()
        let limit = MatchSearches.countLimit
        for number in 1...limit + 2 {
            searches.note(by: PlayerNumber(UInt32(number)), in: Self.game, group: number == 2 ? 2 : 1, at: Self.start)
        }
        #expect(searches.count == limit)
        #expect(searches.players(in: Self.game, group: nil, at: Self.start) == limit)
        #expect(searches.players(in: Self.game, group: 2, at: Self.start) == 0)
        #expect(searches.players(in: Self.game, group: 1, at: Self.after(60_000)) == 0 && searches.count == 0)
    }

    @Test("rule 11.8: who asked for a match is counted, who was refused isn't")
    func asked() async throws {
        let world = try await MatchWorld()
        let counting = CountSearches(world.matches)
        func players(_ group: Int64? = nil) -> Int { counting(in: world.game, group: group) }
        #expect(players() == 0)
        _ = try await world.find(MatchRequest(group: 4), by: world.ada, key: 1)
        #expect(players() == 1 && players(4) == 1 && players(0) == 0)
        await #expect(throws: MatchError.refused(.cannotMeet)) {
            try await world.find(MatchRequest(recipients: [PlayerNumber(99)]), by: world.zoe, key: 2)
        }
        #expect(players() == 1)
        _ = try await world.find(by: world.bob, key: 3)
        #expect(players() == 2 && players(0) == 1)
        world.play.time.advance(.seconds(60))
        #expect(players() == 0)
    }
}
