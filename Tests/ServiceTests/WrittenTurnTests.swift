import LaurelDomain
import LaurelMatches
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Turns without a task", .timeLimit(.minutes(15))) struct WrittenTurnTests {
    private func submit(
        _ turn: TurnWrite, seen: MatchVersion, _ number: MatchNumber, by player: PlayerNumber, key: UInt64,
        in world: MatchWorld
    ) async -> Result<WrittenTurn?, MatchError> {
        await withCheckedContinuation { continuation in
            WriteMatch(world.matches).submit(
                turn, seen: seen, of: number, key: world.key(key), in: world.game, by: player
            ) {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test("rule 12.22: a turn has the match as a read has it; sent again, or with more in the match, it is to be read")
    func submitted() async throws {
        let world = try await MatchWorld()
        let made = try await world.find(by: world.ada, key: 1)
        let number = made.match.number
        let turn = TurnWrite(.end(MatchWorld.next(1, 0)), data: [1, 2])
        let seen = made.match.version
        let first = await submit(turn, seen: seen, number, by: world.ada, key: 2, in: world)
        let written = try #require(try first.get())
        let stored = try await world.read(number, by: world.ada)
        #expect(written.details == stored && stored.data == [1, 2] && stored.match.turn?.seat == Seat(1))
        let again = await submit(turn, seen: seen, number, by: world.ada, key: 2, in: world)
        #expect(try again.get()?.details == nil)
        #expect(try await WriteMatch(world.matches).read(number, in: world.game, by: world.ada) == stored)
        let stale = await submit(turn, seen: seen, number, by: world.ada, key: 3, in: world)
        #expect(throws: MatchError.refused(.notTheTurn)) { _ = try stale.get() }
        // A message that is the player's own is in the turn; one that stays is in the store.
        let joined = try await world.find(by: world.bob, key: 4)
        let move = try MatchMessage(text: "Your move")
        let answer = TurnWrite(.end(MatchWorld.next(0)), data: [3], message: move)
        let said = await submit(answer, seen: joined.match.version, number, by: world.bob, key: 5, in: world)
        let heard = try #require(try said.get()).details
        #expect(try await world.read(number, by: world.bob) == heard)
        #expect(heard.message == move)
        let last = await submit(turn, seen: heard.match.version, number, by: world.ada, key: 6, in: world)
        #expect(try last.get()?.details == nil)
        #expect(try await world.read(number, by: world.ada).message == move)
        #expect(try await WriteMatch(world.matches).read(number, in: world.game, by: world.zoe) == nil)
    }
}
