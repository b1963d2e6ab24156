import Foundation
import LaurelClient
import LaurelProcess
import LaurelWire
import Synchronization
import Testing

@testable import GameKit

@Suite("Turn-based matches of a game", .timeLimit(.minutes(15)))
struct TurnBasedMatchTests {
    @Test("rules 12.3 to 12.5, 12.9, 12.13, 12.18: two play a match to its end, each told at once, and play again")
    func whole() async throws {
        let table = try await Table()
        let (ali, bea) = (table.ali, table.bea)
        let match = try await table.begun()
        #expect(match.status == .open && match.matchData == Data() && match.participants.count == 2)
        #expect(match.currentParticipant === match.participants[0])
        #expect(match.participants[0].player === ali.local && match.participants[0].status == .active)
        #expect(match.participants[1].status == .invited && match.participants[1].lastTurnDate == nil)
        #expect(match.participants[1].playerID == match.participants[1].player?.gamePlayerID)
        // She doesn't hear of it before it is her turn.
        #expect(try await bea.run { try await GKTurnBasedMatch.loadMatches() }.isEmpty)
        try await match.saveCurrentTurn(withMatch: Data("0".utf8))
        #expect(match.matchData == Data("0".utf8) && match.currentParticipant === match.participants[0])
        let ended = await ali.told {
            match.endTurn(
                withNextParticipants: [match.participants[1]], turnTimeout: 3_600, match: Data("1".utf8),
                completionHandler: $0)
        }
        #expect(ended.error == nil && ended.isOnMainThread)
        #expect(match.currentParticipant == match.participants[1] && match.participants[0].timeoutDate == nil)

        let invited = try #require(await table.beaHears.turn())
        let hers = invited.match
        #expect(invited.player === bea.local && invited.isOnMainThread && !invited.didBecomeActive)
        #expect(hers == match && hers.matchData == Data("1".utf8) && hers.creationDate == match.creationDate)
        #expect(hers.participants[1].status == .invited && hers.participants[1].player === bea.local)
        #expect(hers.participants[0].player?.displayName == "ali" && hers.participants[0].lastTurnDate != nil)
        let due = try #require(hers.participants[1].timeoutDate)
        #expect(abs(due.timeIntervalSince(hers.participants[0].lastTurnDate ?? .distantPast) - 3_600) < 1)
        await bea.shows("ali invited you to a match")
        let accepted = await bea.told { hers.acceptInvite(completionHandler: $0) }
        #expect(accepted.value === hers && hers.participants[1].status == .active)
        try await hers.endTurn(
            withNextParticipants: [hers.participants[0]], turnTimeout: GKTurnTimeoutNone, match: Data("2".utf8))
        #expect(hers.participants[0].timeoutDate == nil)

        let his = try #require(await table.aliHears.turn())
        #expect(his.match == match && his.match.matchData == Data("2".utf8) && his.isOnMainThread)
        await ali.shows("It's your turn")
        // As games do it: the same object all along, brought up to date.
        #expect(try await match.loadMatchData() == Data("2".utf8))
        #expect(await ali.failure { try await match.endMatchInTurn(withMatch: Data()) } == .turnBasedInvalidState)
        match.participants[0].matchOutcome = .won
        match.participants[1].outcomeValue = 0x0002_0000
        #expect(match.participants[1].matchOutcome == .customRange)
        try await match.endMatchInTurn(withMatch: Data("3".utf8))
        #expect(match.status == .ended && match.currentParticipant == nil)

        let over = try #require(await table.beaHears.end())
        #expect(over == match && over.status == .ended && over.matchData == Data("3".utf8))
        #expect(over.participants.map(\.outcomeValue) == [2, 0x0002_0000])
        #expect(over.participants[0].matchOutcome == .won)
        let listed = await ali.told { GKTurnBasedMatch.loadMatches(completionHandler: $0) }
        #expect(listed.value == [match] && listed.value?.first?.matchData == nil)
        let again = try await over.rematch()
        let same = await ali.told { match.rematch(completionHandler: $0) }
        #expect(again != match && same.value == again && again.participants.count == 2)
        try await over.remove()
        #expect(try await bea.run { try await GKTurnBasedMatch.loadMatches() } == [again])
        #expect(try await ali.run { try await GKTurnBasedMatch.loadMatches() }.contains(match))
    }

    @Test("rules 12.4, 12.6, 12.7: strangers meet, and a declined invitation passes the turn on")
    func strangersAndDeclined() async throws {
        let table = try await Table()
        let (ali, bea) = (table.ali, table.bea)
        let request = GKMatchRequest()
        request.playerGroup = 7
        let first = await ali.told { GKTurnBasedMatch.find(for: request, withCompletionHandler: $0) }
        let match = try #require(first.value)
        #expect(match.participants[1].status == .matching && match.participants[1].player == nil)
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("a".utf8))
        #expect(match.status == .matching)
        let found = try await bea.run { try await GKTurnBasedMatch.find(for: request) }
        #expect(found == match && found.currentParticipant?.player === bea.local && found.matchData == Data("a".utf8))
        let loaded = await ali.told { GKTurnBasedMatch.load(withID: match.matchID, withCompletionHandler: $0) }
        #expect(loaded.value?.participants[1].player == bea.local && loaded.value?.status == .open)

        let invitation = try await table.begun()
        try await invitation.endTurn(
            withNextParticipants: [invitation.participants[1], invitation.participants[0]],
            turnTimeout: GKTurnTimeoutDefault, match: Data("b".utf8))
        let hers = try #require(await table.beaHears.turn()?.match)
        let declined = await bea.told { hers.declineInvite(completionHandler: $0) }
        #expect(declined.error == nil && hers.participants[1].status == .declined)
        let back = try #require(await table.aliHears.turn()?.match)
        #expect(back == invitation && back.currentParticipant?.player === ali.local)
        #expect(back.participants[1].matchOutcome == .none)
    }

    @Test("rules 12.8, 12.12: a player quits in turn and out of turn, or asks outside of the game")
    func quitting() async throws {
        let table = try await Table()
        let (ali, bea) = (table.ali, table.bea)
        let alone = try await table.begun()
        try await alone.participantQuitInTurn(
            with: .quit, nextParticipants: [alone.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data())
        #expect(alone.status == .ended)
        #expect(try await ali.run { try await GKTurnBasedMatch.loadMatches() }.isEmpty)

        let (match, hers) = try await table.inPlay()
        #expect(await ali.failure { try await match.remove() } == .turnBasedInvalidState)
        #expect(await ali.failure { try await match.participantQuitOutOfTurn(with: .lost) } == .turnBasedInvalidTurn)
        // On the player's own pages.
        let asked = try await table.arena.expect(
            "POST", "/v1/games/\(table.arena.game.bundleID)/matches/\(match.matchID)/quit",
            ["key": "00112233445566778899aabbccddeeff"], try await table.arena.ownSession("ali"))
        #expect(asked["match"] != nil)
        for _ in 0..<2 { _ = try await ali.run { try await GKTurnBasedMatch.loadMatches() } }
        guard case .wantsToQuit(let same)? = await table.aliHears.pastTurns() else {
            Issue.record("the game isn't asked to quit")
            return
        }
        #expect(same == match)
        #expect(same.matchData == Data("2".utf8))
        let quit = await ali.told {
            match.participantQuitInTurn(
                with: .lost, nextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault,
                match: Data("q".utf8), completionHandler: $0)
        }
        #expect(quit.error == nil && match.participants[0].status == .done)
        #expect(match.participants[0].matchOutcome == .lost)
        let turn = try #require(await table.beaHears.turn()?.match)
        #expect(turn == hers && turn.matchData == Data("q".utf8) && turn.currentParticipant?.player === bea.local)
        try await match.remove()
        #expect(try await ali.run { try await GKTurnBasedMatch.loadMatches() }.isEmpty)

        let (other, _) = try await table.inPlay()
        let theirs = try await bea.run { try await GKTurnBasedMatch.load(withID: other.matchID) }
        let left = await bea.told { theirs.participantQuitOutOfTurn(with: .quit, withCompletionHandler: $0) }
        #expect(left.error == nil && theirs.participants[1].status == .done)
    }

    @Test("rule 12.22: of two devices the first wins; the second is told, and has the match as it is")
    func stale() async throws {
        let table = try await Table()
        let match = try await table.begun()
        let tablet = try TestDevice(table.arena.game)
        try await tablet.signIn("ali")
        let copy = try await tablet.run { try await GKTurnBasedMatch.load(withID: match.matchID) }
        copy.participants[1].matchOutcome = .won
        try await match.saveCurrentTurn(withMatch: Data("phone".utf8))
        let refused = await tablet.told {
            copy.endTurn(
                withNextParticipants: [copy.participants[1]], turnTimeout: GKTurnTimeoutDefault,
                match: Data("tablet".utf8), completionHandler: $0)
        }
        #expect(refused.code == .turnBasedInvalidTurn)
        #expect(copy.matchData == Data("phone".utf8) && copy.participants[1].matchOutcome == .none)
        #expect(await tablet.failure { try await copy.saveCurrentTurn(withMatch: Data("b".utf8)) } == nil)
        #expect(await table.ali.failure { try await match.saveCurrentTurn(withMatch: Data()) } == .turnBasedInvalidTurn)
        #expect(match.matchData == Data("b".utf8))
        try await copy.endTurn(
            withNextParticipants: [copy.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("c".utf8))
        #expect(await table.ali.failure { try await match.saveCurrentTurn(withMatch: Data()) } == .turnBasedInvalidTurn)
        #expect(match.matchData == Data("c".utf8) && match.currentParticipant == match.participants[1])
        // What the object itself knows to be hopeless.
        #expect(
            await table.ali.failure {
                try await match.endTurn(
                    withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data())
            } == .turnBasedInvalidTurn)
    }

    @Test("rule 12.22: writes of one object in a row, none of them waited for, all count")
    func inARow() async throws {
        let table = try await Table()
        let (match, answers) = (try await table.begun(), Happening<Bool>())
        for text in ["1", "2"] {
            match.saveCurrentTurn(withMatch: Data(text.utf8)) { answers.happen($0 == nil) }
        }
        match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("3".utf8)
        ) { answers.happen($0 == nil) }
        for _ in 0..<3 { #expect(await answers.next() == true) }
        #expect(match.matchData == Data("3".utf8) && match.currentParticipant == match.participants[1])
        #expect(await table.beaHears.turn(in: match)?.matchData == Data("3".utf8))
    }

    @Test("rule 12.22: ends of turns in a row, the first ones with the player next again, all count")
    func turnsInARow() async throws {
        let table = try await Table()
        let (match, answers) = (try await table.begun(), Happening<Bool>())
        for (text, seat) in [("1", 0), ("2", 0), ("3", 1)] {
            match.endTurn(
                withNextParticipants: [match.participants[seat]], turnTimeout: GKTurnTimeoutDefault,
                match: Data(text.utf8)
            ) { answers.happen($0 == nil) }
        }
        for _ in 0..<3 { #expect(await answers.next() == true) }
        #expect(match.matchData == Data("3".utf8) && match.currentParticipant == match.participants[1])
        #expect(await table.beaHears.turn(in: match)?.matchData == Data("3".utf8))
    }

    @Test("rule 12.22: what another device wrote between two writes in a row isn't overwritten by the second")
    func betweenInARow() async throws {
        let table = try await Table()
        let (network, gate) = (AnsweringTransport(), Pauses())
        let phone = try TestDevice(table.arena.game) { $0.transport = network }
        try await phone.signIn("ali")
        let (begun, answers) = (try await table.begun(), Happening<Bool>())
        let match = try await phone.run { try await GKTurnBasedMatch.load(withID: begun.matchID) }
        // The first is taken, and its answer held up until the other device has written.
        network.holdAnswers(at: gate) { $0.url.hasSuffix("/data") }
        for text in ["1", "2"] {
            match.saveCurrentTurn(withMatch: Data(text.utf8)) { answers.happen($0 == nil) }
        }
        await gate.wait(for: 1)
        network.answer { _ in nil }
        let tablet = try await table.ali.run { try await GKTurnBasedMatch.load(withID: match.matchID) }
        #expect(tablet.matchData == Data("1".utf8))
        try await tablet.saveCurrentTurn(withMatch: Data("tablet".utf8))
        gate.end()
        #expect(await answers.next() == true)
        #expect(await answers.next() == false)
        #expect(match.matchData == Data("tablet".utf8))
    }

    @Test("rule 12.20: a reminder is a turn event, once in 10 minutes")
    func reminders() async throws {
        let table = try await Table()
        let (match, _) = try await table.inPlay()
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("3".utf8))
        #expect(await table.beaHears.turn()?.match == match)
        let sent = await table.ali.told {
            match.sendReminder(
                to: [match.participants[1]], localizableMessageKey: "COME_ON", arguments: [], completionHandler: $0)
        }
        #expect(sent.error == nil)
        let reminded = try #require(await table.beaHears.turn()?.match)
        #expect(reminded == match && reminded.matchData == Data("3".utf8))
        // The game has no words for the key, so it says what the sender's game made of it.
        await table.bea.shows("ali is waiting for your turn", "COME_ON")
        let codes = [
            await table.ali.failure {
                try await match.sendReminder(
                    to: [match.participants[1]], localizableMessageKey: "COME_ON", arguments: [])
            },
            await table.ali.failure {
                try await match.sendReminder(to: [], localizableMessageKey: "COME_ON", arguments: [])
            },
        ]
        #expect(codes == [.turnBasedInvalidState, .turnBasedInvalidParticipant])
    }

    @Test("rules 11.1, 12.1, 12.2, 12.6, 12.9, 12.14: what can't be is refused with Apple's codes")
    func refusals() async throws {
        let table = try await Table()
        let (ali, bea, match) = (table.ali, table.bea, try await table.begun())
        let other = try await table.begun()
        let cases: [(GKError.Code, @Sendable () async throws -> Void)] = [
            (
                .turnBasedMatchDataTooLarge,
                { try await match.saveCurrentTurn(withMatch: Data(count: match.matchDataMaximumSize + 1)) }
            ),
            (
                .turnBasedMatchDataTooLarge,
                {
                    try await match.endTurn(
                        withNextParticipants: [match.participants[1]], turnTimeout: 60, match: Data(count: 65_537))
                }
            ),
            (
                .turnBasedInvalidParticipant,
                { try await match.endTurn(withNextParticipants: [], turnTimeout: 60, match: Data()) }
            ),
            (
                .turnBasedInvalidParticipant,
                {
                    try await match.endTurn(
                        withNextParticipants: [other.participants[1]], turnTimeout: 60, match: Data())
                }
            ),
            (
                .invalidParameter,
                {
                    try await match.endTurn(
                        withNextParticipants: [match.participants[1]], turnTimeout: 59, match: Data())
                }
            ),
            (
                .invalidParameter,
                {
                    try await match.endTurn(
                        withNextParticipants: [match.participants[1]], turnTimeout: .nan, match: Data())
                }
            ),
            (.turnBasedInvalidState, { try await match.endMatchInTurn(withMatch: Data()) }),
            (
                .invalidParameter,
                {
                    let score = GKLeaderboardScore()
                    score.player = GKPlayer()
                    score.leaderboardID = "best"
                    for participant in match.participants { participant.matchOutcome = .tied }
                    try await match.endMatchInTurn(
                        withMatch: Data(), leaderboardScores: [score], achievements: [])
                }
            ),
            (.turnBasedInvalidState, { _ = try await match.acceptInvite() }),
            (.turnBasedInvalidState, { _ = try await match.rematch() }),
            (.invalidParameter, { _ = try await GKTurnBasedMatch.load(withID: "M:_1") }),
            (
                .invalidParameter,
                { _ = try await GKTurnBasedMatch.load(withID: "M:_00112233445566778899aabbccddeeff") }
            ),
        ]
        for (index, one) in cases.enumerated() {
            #expect(await ali.failure(one.1) == one.0, "case \(index)")
        }
        let numbers: [(GKMatchRequest) -> Void] = [
            { $0.minPlayers = 1 }, { $0.minPlayers = 3 }, { $0.maxPlayers = 17 }, { $0.defaultNumberOfPlayers = 3 },
            { $0.recipients = [ali.local] }, { $0.recipients = [GKPlayer()] },
            { $0.recipients = [bea.local, bea.local] },
        ]
        for (index, change) in numbers.enumerated() {
            let request = GKMatchRequest()
            change(request)
            let code = await ali.failure { _ = try await GKTurnBasedMatch.find(for: request) }
            #expect(code == .matchRequestInvalid, "request \(index)")
        }
        #expect(GKMatchRequest.maxPlayersAllowedForMatch(of: .turnBased) == 16)
    }

    @Test("rule 11.10: what bea doesn't answer keeps ali from inviting her again, as a request that isn't valid")
    func unanswered() async throws {
        let table = try await Table()
        for _ in 0..<3 { _ = try await table.begun() }
        let refused = await #expect(throws: GKError.self) { try await table.begun() }
        #expect(refused?.code == .matchRequestInvalid)
    }

    @Test("rule 11.10: bea reads on one line what ali says with the invitation; more than 300 characters are refused")
    func inviteMessage() async throws {
        let table = try await Table()
        let request = GKMatchRequest()
        request.recipients = [table.bea.local]
        request.inviteMessage = String(repeating: "a", count: 301)
        let refused = await table.ali.failure { _ = try await GKTurnBasedMatch.find(for: request) }
        #expect(refused == .invalidParameter)
        request.inviteMessage = "A game,\ntonight?"
        let match = try await table.ali.run { try await GKTurnBasedMatch.find(for: request) }
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data())
        await table.bea.shows("ali invited you to a match", "A game, tonight?")
        let hers = try #require(await table.beaHears.turn(in: match))
        #expect(hers.message == nil, "it isn't what goes with a turn")
        // A line alone says nothing, and is no reason to refuse the match.
        request.inviteMessage = "\n"
        _ = try await table.ali.run { try await GKTurnBasedMatch.find(for: request) }
    }

    @Test("rule 12.22: a quit whose answer got lost, and that is sent again to a match that is gone, is done")
    func lostQuit() async throws {
        let table = try await Table()
        let network = AnsweringTransport()
        let phone = try TestDevice(table.arena.game) { $0.transport = network }
        try await phone.signIn("ali")
        let begun = try await table.begun()
        try await begun.endTurn(
            withNextParticipants: [begun.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data())
        let match = try await phone.run { try await GKTurnBasedMatch.load(withID: begun.matchID) }
        // As a match is answered that its quit has deleted.
        let gone = TransportResponse(
            status: 404, headers: ["content-type": "application/problem+json"],
            body: Array(#"{"type":"\#(Problem.Kind.unknownMatch.type)","title":"Match not found","status":404}"#.utf8))
        let asked = Mutex(0)
        network.answer { request in
            guard request.url.hasSuffix("/quit") else { return nil }
            let count = asked.withLock { count in
                count += 1
                return count
            }
            return count == 1 ? nil : gone
        }
        network.loseAnswer(of: "/quit")
        let left = await phone.told { match.participantQuitOutOfTurn(with: .quit, withCompletionHandler: $0) }
        #expect(left.error == nil && match.status == .ended && asked.withLock { $0 == 2 })
        // Of a first request it says that there is no such match.
        #expect(await phone.failure { try await match.participantQuitOutOfTurn(with: .quit) } == .invalidParameter)
    }

    @Test("rule 12.9: a match ends with scores and achievements of all who played, or not at all")
    func results() async throws {
        let table = try await Table()
        let (match, _) = try await table.inPlay()
        let bea = try #require(match.participants[1].player)
        for participant in match.participants { participant.matchOutcome = .tied }
        let (score, hers, none, achievement) = table.ali.run {
            (
                GKLeaderboardScore(), GKLeaderboardScore(), GKLeaderboardScore(),
                GKAchievement(identifier: "first", player: bea)
            )
        }
        (score.leaderboardID, score.value) = ("best", 12)
        (hers.leaderboardID, hers.value, hers.player) = ("best", 7, bea)
        (none.leaderboardID, none.value, none.player) = ("none", 7, bea)
        achievement.percentComplete = 100
        let refused = await table.ali.failure {
            try await match.endMatchInTurn(
                withMatch: Data("z".utf8), leaderboardScores: [score, none], achievements: [achievement])
        }
        #expect(refused == .invalidParameter && match.status == .open)
        let told = await table.ali.told {
            match.endMatchInTurn(
                withMatch: Data("z".utf8), leaderboardScores: [score, hers], achievements: [achievement],
                completionHandler: $0)
        }
        #expect(told.error == nil && match.status == .ended)
        let leaderboard = try await table.ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["best"]).first }
        let entries = try await leaderboard?.loadEntries(for: [table.ali.local, bea], timeScope: .allTime)
        #expect(entries?.1.map(\.score) == [12, 7])
        let earned = try await table.bea.run { try await GKAchievement.loadAchievements() }
        #expect(earned.map(\.identifier) == ["first"])
        #expect(try await table.ali.run { try await GKAchievement.loadAchievements() }.isEmpty)
        #expect(await table.beaHears.end() == match)
    }

    @Test("rule 12.9: a match ends with achievements as a report takes them: 120 percent is all of it")
    func percentages() async throws {
        let table = try await Table()
        let (match, _) = try await table.inPlay()
        for participant in match.participants { participant.matchOutcome = .tied }
        let achievement = table.ali.run { GKAchievement(identifier: "first") }
        achievement.percentComplete = .nan
        let refused = await table.ali.failure {
            try await match.endMatchInTurn(withMatch: Data(), leaderboardScores: [], achievements: [achievement])
        }
        #expect(refused == .invalidParameter && match.status == .open)
        achievement.percentComplete = 120
        try await match.endMatchInTurn(withMatch: Data(), leaderboardScores: [], achievements: [achievement])
        let earned = try await table.ali.run { try await GKAchievement.loadAchievements() }
        #expect(earned.map(\.percentComplete) == [100])
    }

    @Test("rules 12.15 to 12.17 and 12.20: a trade out of turn, told, answered and put into the data; and messages")
    func exchanges() async throws {
        let table = try await Table()
        let (ali, bea) = (table.ali, table.bea)
        let (his, hers) = try await table.inPlay()
        #expect(his.exchanges == nil && his.completedExchanges == nil && his.message == nil)
        let sent = try await hers.sendExchange(
            to: [hers.participants[0]], data: Data("two".utf8), localizableMessageKey: "Two for one?", arguments: [],
            timeout: GKExchangeTimeoutDefault)
        #expect(sent.status == .active && sent.sender == hers.participants[1] && sent.message == "Two for one?")
        #expect(hers.activeExchanges == [sent] && hers.completedExchanges == nil)
        _ = try await his.loadMatchData()
        guard case .exchange(let asked)? = await table.aliHears.pastTurns() else {
            Issue.record("no request")
            return
        }
        #expect(asked.exchangeID == sent.exchangeID && asked.data == Data("two".utf8) && asked.replies == nil)
        #expect(asked.recipients.first?.player === ali.local && asked.completionDate == nil)
        let early = await ali.failure {
            try await his.endTurn(
                withNextParticipants: [his.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data())
        }
        #expect(early == nil, "an active one doesn't keep the turn")
        _ = try await hers.loadMatchData()
        try await asked.reply(withLocalizableMessageKey: "Fine", arguments: [], data: Data("one".utf8))
        _ = try await hers.loadMatchData()
        // The turn came to her first.
        let heard = await table.beaHears.pastTurns()
        guard case .replies(let replies, let complete)? = heard else {
            Issue.record("no replies: \(String(describing: heard))")
            return
        }
        #expect(replies.map(\.data) == [Data("one".utf8)] && replies.first?.message == "Fine")
        #expect(complete.status == .complete && complete.completionDate != nil)
        #expect(hers.completedExchanges == [complete])
        let kept = await bea.failure {
            try await hers.endTurn(
                withNextParticipants: [hers.participants[0]], turnTimeout: GKTurnTimeoutDefault, match: Data())
        }
        #expect(kept == .turnBasedInvalidState)
        hers.message = "Traded"
        try await hers.saveMergedMatch(Data("merged".utf8), withResolvedExchanges: [complete])
        #expect(complete.status == .resolved && hers.exchanges == nil && hers.message == "Traded")
        let tooLong = await bea.failure {
            _ = try await hers.sendExchange(
                to: [hers.participants[0]], data: Data(repeating: 0, count: hers.exchangeDataMaximumSize + 1),
                localizableMessageKey: "", arguments: [], timeout: GKExchangeTimeoutNone)
        }
        #expect(tooLong == .turnBasedMatchDataTooLarge)
        let second = try await hers.sendExchange(
            to: [hers.participants[0]], data: Data(), localizableMessageKey: "Again?", arguments: [],
            timeout: GKExchangeTimeoutNone)
        #expect(second.timeoutDate == nil)
        try await second.cancel(withLocalizableMessageKey: "Never mind", arguments: [])
        #expect(second.status == .canceled && hers.exchanges == nil)
        let taken = try #require(await table.aliHears.cancellation())
        #expect(taken == second && taken.status == .canceled && taken.data == nil && taken.message == "Never mind")
        #expect(taken.sender == his.participants[1] && taken.recipients == [his.participants[0]])
        await ali.shows("bea canceled an exchange", "Never mind")
        _ = try await his.loadMatchData()
        #expect(his.matchData == Data("merged".utf8) && his.message == "Traded")
    }
}
