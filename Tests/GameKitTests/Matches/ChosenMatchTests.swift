import Foundation
import LaurelProcess
import LaurelWire
import Testing

@testable import GameKit

@Suite("A match that the player chooses outside the game", .timeLimit(.minutes(15)))
struct ChosenMatchTests {
    @Test("rule 12.18: Play reaches a running game with didBecomeActive, and so does an address that it is handed")
    func running() async throws {
        let table = try await Table()
        let (his, _) = try await table.inPlay()
        let page = try await table.arena.ownSession("ali")
        let path = "/v1/games/\(table.arena.game.bundleID)/matches/\(his.matchID)/play"
        let played = try await table.arena.expect("POST", path, nil, page)
        try #require(played["isRunning"] as? Bool == true, "\(played)")
        #expect(played["launch"] as? String == "laurel://matches/\(his.matchID)")
        let told = try #require(await table.aliHears.turn())
        #expect(told.match == his && told.didBecomeActive && told.match.matchData == Data("2".utf8))
        #expect(told.player === table.ali.local && told.isOnMainThread)
        // The same version of the match: what is chosen is told again.
        let url = try #require(URL(string: "laurel://matches/\(his.matchID)"))
        #expect(table.ali.run { Laurel.open(url) })
        let again = try #require(await table.aliHears.turn())
        #expect(again.match == his && again.didBecomeActive)
    }

    @Test("rule 12.18: a game that is started for a match is told once somebody is signed in and it listens")
    func started() async throws {
        let table = try await Table()
        let (his, _) = try await table.inPlay()
        let phone = try TestDevice(table.arena.game, variables: ["LAUREL_MATCH": his.matchID])
        try await phone.signIn("ali")
        let hears = RecordingListener()
        phone.run { GKLocalPlayer.local.register(hears) }
        let first = try #require(await hears.turn())
        #expect(first.match.matchID == his.matchID && first.didBecomeActive && first.player === phone.local)

        // Somebody who isn't in the match hears nothing of it, but of what they choose next.
        let (other, otherHears) = (
            try TestDevice(table.arena.game, variables: ["LAUREL_MATCH": his.matchID]), RecordingListener()
        )
        other.run { GKLocalPlayer.local.register(otherHears) }
        _ = try await table.arena.game.player("cem")
        try await other.signIn("cem")
        let request = GKMatchRequest()
        request.recipients = [table.bea.local]
        let own = try await other.run { try await GKTurnBasedMatch.find(for: request) }
        let url = try #require(URL(string: "laurel://matches/\(own.matchID)"))
        #expect(other.run { Laurel.open(url) })
        let next = try #require(await otherHears.turn())
        #expect(next.match == own && next.didBecomeActive)
    }

    @Test("rules 7.2 and 12.18: a choice tells the match first, and the notice that led to it has nothing to add")
    func once() async throws {
        let table = try await Table()
        let (phone, match) = try await table.invited()
        let url = try #require(URL(string: "laurel://matches/\(match.matchID)"))
        #expect(phone.run { Laurel.open(url) })
        let hears = RecordingListener()
        phone.run { GKLocalPlayer.local.register(hears) }
        let chosen = try #require(await hears.turn())
        #expect(chosen.match == match && chosen.didBecomeActive)
        try await match.sendReminder(to: [match.participants[1]], localizableMessageKey: "COME_ON", arguments: [])
        let reminded = try #require(await hears.turn())
        #expect(!reminded.didBecomeActive && reminded.match.answer.version > chosen.match.answer.version)
    }

    @Test("rule 12.18: a match that is over is shown, too, after its end was told")
    func over() async throws {
        let table = try await Table()
        let (his, _) = try await table.inPlay()
        for participant in his.participants { participant.matchOutcome = .tied }
        try await his.endMatchInTurn(withMatch: Data("3".utf8))
        let ended = try #require(await table.beaHears.end())
        let url = try #require(URL(string: "laurel://matches/\(his.matchID)"))
        #expect(table.bea.run { Laurel.open(url) })
        guard case .turn(let shown, true)? = await table.beaHears.next()?.event else {
            Issue.record("the match isn't shown")
            return
        }
        #expect(shown == ended && shown.status == .ended && shown.matchData == Data("3".utf8))
    }

    @Test(
        "a program's arguments may name the match that it is started for",
        arguments: [
            (["game", "laurel://matches/ID"], true), (["game", "--laurel-match", "ID"], true),
            (["game", "--laurel-match=ID"], true), (["game", "LAUREL://matches/ID"], true),
            (["game", "laurel://matches/M%3A_00112233445566778899aabbccddeeff"], true),
            (["game", "--laurel-match"], false), (["game", "ID"], false), (["laurel://matches/ID"], false),
            (["game", "laurel://matches/M:_00"], false), (["game", "laurel://challenges/ID"], false),
        ])
    func arguments(_ arguments: [String], _ isFound: Bool) {
        let id = "M:_00112233445566778899aabbccddeeff"
        let found = LaunchArguments(arguments.map { $0.replacing("ID", with: id) }).match
        #expect(found == (isFound ? MatchID(id) : nil))
    }
}
