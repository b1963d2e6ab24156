import Foundation
import LaurelProcess
import Testing

@testable import GameKit

@Suite("What games hear of matches", .timeLimit(.minutes(15)))
struct MatchEventTests {
    @Test("rule 12.18: another's save, pass and quit are turn events, each once a device, and one's own aren't")
    func others() async throws {
        let table = try await Table()
        let (bea, match) = (table.bea, try await table.begun())
        let (tablet, tabletHears) = try await table.arena.listening("ali", isNew: false)
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        let hers = try #require(await table.beaHears.turn()?.match)
        _ = try await hers.acceptInvite()
        var texts: [String] = []
        for text in ["a", "b", "c"] {
            try await hers.saveCurrentTurn(withMatch: Data(text.utf8))
            // Until each device has heard of it: what comes faster may be told at once.
            for listener in [table.aliHears, tabletHears] {
                while let told = await listener.anyTurn(), told.matchData != Data(text.utf8) {
                    texts.append(String(decoding: told.matchData ?? Data(), as: UTF8.self))
                }
            }
        }
        #expect(texts.allSatisfy { $0 == "1" }, "none is told twice, or goes back: \(texts)")
        try await hers.endTurn(
            withNextParticipants: [hers.participants[0]], turnTimeout: GKTurnTimeoutDefault, match: Data("d".utf8))
        for (listener, device) in [(table.aliHears, table.ali), (tabletHears, tablet)] {
            let told = try #require(await listener.next())
            guard case .turn(let match, false) = told.event else {
                Issue.record("no turn: \(told.event)")
                return
            }
            #expect(match.matchData == Data("d".utf8) && match.currentParticipant?.player === device.local)
            #expect(told.isOnMainThread)
        }
        // The next that bea hears is of ali's write, not of her own saves.
        let his = try await table.ali.run { try await GKTurnBasedMatch.load(withID: match.matchID) }
        try await his.saveCurrentTurn(withMatch: Data("e".utf8))
        let heard = try #require(await table.beaHears.anyTurn())
        #expect(heard.matchData == Data("e".utf8) && heard.currentParticipant?.player !== bea.local)
    }
}

extension RecordingListener {
    /// The next event, where it is one of a turn, the player's own or not.
    fileprivate func anyTurn() async -> GKTurnBasedMatch? {
        if case .turn(let match, _)? = await next()?.event { match } else { nil }
    }
}
