import Foundation
import LaurelArcade
import Testing

@Suite("Challenges on the screens") struct ScreenChallengeTests {
    private func picking(score: Int64 = 500, _ friends: [FriendRow]) -> Screens {
        var screens = Screens.over(score: score)
        screens.act(.pickFriends, 0)
        #expect(screens.page == .picker && screens.requests() == [.loadFriends(board: 0)])
        screens.friends(friends)
        return screens
    }

    @Test("rule 6.7: friends by rank with those worse ticked, then those without a score, marked and not ticked")
    func order() {
        var screens = picking([
            FriendRow(rank: 0, score: 0), FriendRow(rank: 2, score: 500), FriendRow(rank: 3, score: 499),
            FriendRow(rank: 1, score: 900),
        ])
        let shown = Shown(&screens)
        #expect(shown.rows == [3, 1, 2, 0])
        #expect(shown.chosen == [false, false, true, false], "an equal score is not worse")
        #expect(shown.has(.noScore) == false, "it is the value of a row")
        #expect(shown.items.last { $0.kind == .row }?.value == Text(.noScore))
    }

    @Test("rule 6.7: without a message the border is red and nothing is sent; with nobody ticked it says so")
    func nothingSent() {
        var screens = picking([FriendRow(rank: 2, score: 10)])
        screens.act(.message, 0)
        #expect(!Shown(&screens).has(.messageMissing), "not before he wants to send it")
        screens.act(.sendChallenge, 0)
        #expect(Shown(&screens).item(.message)?.flags.contains(.isInvalid) == true)
        #expect(Shown(&screens).has(.messageMissing) && screens.page == .picker)
        screens.act(.message, 1)
        #expect(Shown(&screens).item(.message)?.flags.contains(.isInvalid) == false)
        screens.act(.selectNone, 0)
        screens.act(.sendChallenge, 0)
        #expect(Shown(&screens).has(.nobodyChosen))
        #expect(screens.requests() == [])
    }

    @Test("a tap toggles, all and none are of those in sight, and who was found stays ticked out of sight")
    func ticks() {
        var screens = picking((1...4).map { FriendRow(rank: $0, score: 900) })
        for index in 0..<4 { screens.friend(Int32(index), isFound: index < 2) }
        #expect(Shown(&screens).rows == [0, 1])
        screens.act(.selectAll, 0)
        screens.act(.toggleFriend, 1)
        screens.act(.toggleFriend, 77)
        for index in 0..<4 { screens.friend(Int32(index), isFound: true) }
        #expect(Shown(&screens).chosen == [true, false, false, false])
        #expect(Shown(&screens).items.contains { $0.text == Text(.chosen, a: 1) })
    }

    @Test("a challenge goes out, and who has it cannot get it twice when the rest failed")
    func sending() {
        var screens = picking([FriendRow(rank: 2, score: 10), FriendRow(rank: 3, score: 5)])
        screens.act(.sendChallenge, 0)
        screens.act(.sendChallenge, 0)
        screens.act(.back, 0)
        #expect(screens.requests() == [.sendChallenge(board: 0, score: 500)] && screens.page == .picker, "once")
        screens.friendChallenged(0)
        screens.challengeFinished(.failed)
        #expect(Shown(&screens).has(.notSent) && !screens.isChosen(0) && screens.isChosen(1))
        screens.act(.sendChallenge, 0)
        #expect(screens.requests() == [.sendChallenge(board: 0, score: 500)])
        screens.friendChallenged(1)
        screens.challengeFinished(.sent)
        #expect(screens.page == .over && Shown(&screens).items.contains { $0.text == Text(.challengeSent, a: 2) })
    }

    @Test("loading, no friends, no answer, and Cancel")
    func states() {
        var screens = Screens.over(score: 5)
        screens.act(.pickFriends, 0)
        #expect(Shown(&screens).has(.loading))
        screens.friendsFailed()
        #expect(Shown(&screens).has(.failed))
        _ = screens.requests()
        screens.act(.retry, 0)
        #expect(screens.requests() == [.loadFriends(board: 0)])
        screens.friends([])
        #expect(Shown(&screens).has(.noFriends))
        screens.act(.back, 0)
        #expect(screens.page == .over)
    }

    private func receiving() -> Screens {
        var screens = Screens(boards: [BoardTexts(score: 0x102)])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        _ = screens.requests()
        screens.act(.openChallenges, 0)
        screens.challenges([ChallengeRow(board: 0, score: 120, hasMessage: true)])
        _ = screens.requests()
        return screens
    }

    @Test("a challenge is accepted, the run begins with its ghost or without, and both ends are told at game over")
    func accepting() {
        for hasGhost in [true, false] {
            var screens = receiving()
            #expect(Shown(&screens).items.contains { $0.value == Text(number: 0x102, a: 120) })
            screens.act(.acceptChallenge, 0)
            screens.act(.acceptChallenge, 0)
            #expect(screens.requests() == [.startChallenge(index: 0)], "once")
            screens.challengeReady(hasGhost: hasGhost)
            #expect(screens.takeInput() == (hasGhost ? [] : .start), "the host began the run against the ghost")
            screens.run(score: 119, outcome: .sent(rank: 2, total: 2, isNewBest: true, completed: 0))
            #expect(Shown(&screens).has(.challengeMissed) && !Shown(&screens).has(.challengeBeaten))
            screens.act(.again, 0)
            #expect(screens.requests() == [.startChallengeAgain] && screens.takeInput() == [])
            screens.challengeReady(hasGhost: hasGhost)
            _ = screens.takeInput()
            screens.run(score: 120)
            #expect(Shown(&screens).has(.challengeBeatenLater), "an equal score completes it (rule 6.3)")
            screens.outcome(.sent(rank: 2, total: 2, isNewBest: true, completed: 3), run: screens.run)
            #expect(
                Shown(&screens).items.contains { $0.text.number == Phrase.challengeBeaten.rawValue && $0.text.a == 0 })
            #expect(Shown(&screens).items.contains { $0.text == Text(.challengesCompleted, a: 2) })
            screens.act(.again, 0)
            #expect(screens.takeInput() == .start, "it is beaten: the next run is one's own")
        }
    }

    @Test("a run that somebody shows is raced until it is beaten; nobody is told, so no score has to be sent for it")
    func racing() {
        var screens = Screens.over(score: 5)
        screens.act(.menu, 0)
        screens.follow(.menu, ending: Ending())
        screens.racing(board: 7, score: 1)
        screens.racing(board: 0, score: 120)
        _ = (screens.requests(), screens.takeInput())
        screens.run(score: 119, outcome: .unowned(isStored: true))
        #expect(Shown(&screens).has(.challengeMissed) && !Shown(&screens).has(.runBeaten))
        screens.act(.again, 0)
        #expect(screens.requests() == [.startChallengeAgain] && screens.takeInput() == [])
        screens.challengeReady(hasGhost: true)
        screens.run(score: 121, outcome: .sent(rank: 1, total: 2, isNewBest: true, completed: 2))
        #expect(
            Shown(&screens).items.contains { $0.text.number == Phrase.runBeaten.rawValue && $0.text.a == 1 })
        #expect(!Shown(&screens).has(.challengeBeaten))
        #expect(Shown(&screens).items.contains { $0.text == Text(.challengesCompleted, a: 2) }, "all of them others'")
        screens.act(.again, 0)
        #expect(screens.takeInput() == .start, "it is beaten: the next run is one's own")
    }

    @Test("a refused score beats nobody, and a replay that cannot be had says so")
    func notBeaten() {
        var screens = receiving()
        screens.act(.acceptChallenge, 0)
        screens.challengeNotReady()
        #expect(Shown(&screens).has(.failed) && screens.page == .challenges)
        screens.act(.acceptChallenge, 0)
        screens.challengeReady(hasGhost: true)
        screens.run(score: 500, outcome: .refused)
        #expect(!Shown(&screens).has(.challengeBeaten) && !Shown(&screens).has(.challengeBeatenLater))
    }

    @Test("a challenge is declined after a question, which goes when the list changes")
    func declining() {
        var screens = receiving()
        screens.act(.declineChallenge, 0)
        #expect(screens.page == .declining && screens.requests() == [])
        screens.act(.back, 0)
        #expect(screens.page == .challenges)
        screens.act(.declineChallenge, 0)
        screens.challenges([])
        screens.act(.confirmDecline, 0)
        #expect(screens.page == .challenges && screens.requests() == [], "the indices are others now")
        screens.challenges([ChallengeRow(board: 0, score: 1, hasMessage: false)])
        screens.act(.declineChallenge, 0)
        screens.act(.confirmDecline, 0)
        #expect(screens.requests() == [.declineChallenge(index: 0)])
    }

    @Test("the browser has every text of the screens, in the same order")
    func texts() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Web/site/play/host/phrases.js")
        let names = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .drop { !$0.contains("const names") }.dropFirst().prefix { !$0.contains("]") }
            .flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \"")) }.filter { !$0.isEmpty }
        #expect(names == Phrase.allCases.map { "\($0)" })
        #expect(Phrase.allCases.map(\.rawValue) == Array(1...Int32(Phrase.allCases.count)))
    }
}
