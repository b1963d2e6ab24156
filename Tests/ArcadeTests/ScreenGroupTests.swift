import LaurelArcade
import Testing

@Suite("Challenges of groups on the screens") struct ScreenGroupTests {
    private static func row(
        board: Int32 = 0, tries: Int32 = 1, of limit: Int32 = 3, rank: Int32 = 2, isRunning: Bool = true,
        isWanted: Bool = false, hasGhost: Bool = false
    ) -> GroupRow {
        GroupRow(
            board: board, tries: tries, triesLimit: limit, rank: rank, players: 4, isRunning: isRunning,
            isWanted: isWanted, hasGhost: hasGhost)
    }

    private static func home(_ rows: [GroupRow], boards: [BoardTexts] = [BoardTexts()]) -> Screens {
        var screens = Screens(boards: boards)
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        #expect(screens.requests().contains(.loadGroups(run: 0)))
        screens.groups(rows, run: 0)
        return screens
    }

    /// What is told at once.
    private static func told(_ screens: inout Screens) -> [Panel.Item] {
        Shown(&screens).items.filter { $0.kind == .text && $0.style == Panel.Tone.notice.rawValue }
    }

    private static func dated(_ index: Int) -> Slot { Slot(.groups, .detail, index) }
    private static func name(_ index: Int) -> Slot { Slot(.groups, .name, index) }
    private static let sent = Outcome.sent(rank: 1, total: 2, isNewBest: true, completed: 0)

    @Test("rule 14.13: where a run can begin, it's said before what it counts for, and how many tries are left")
    func before() {
        var screens = Self.home([Self.row()])
        let line = [Text(.groupTries, a: 2, b: 3, slot: Self.dated(0))]
        #expect(Self.told(&screens).map(\.text) == line && screens.isTryNext)
        screens.act(.openChallenges, 0)
        #expect(screens.page == .challenges && Self.told(&screens).map(\.text) == line)
        screens.act(.back, 0)
        screens.account(.signedOut, hasName: false, isSandbox: false)
        #expect(Self.told(&screens).isEmpty && !screens.isTryNext)
        screens.groups([Self.row()], run: 0)
        #expect(Self.told(&screens).isEmpty, "an answer that comes too late is another player's")
    }

    @Test("game over says where the player stands, with the best and the tries left, once the score is counted")
    func standing() {
        var screens = Self.home([Self.row()])
        screens.begin(score: 500)
        #expect(Self.told(&screens).isEmpty)
        screens.outcome(Self.sent, run: screens.run)
        #expect(screens.requests().contains(.loadGroups(run: 1)) && Self.told(&screens).isEmpty)
        screens.groups([Self.row()], run: 0)
        #expect(Self.told(&screens).isEmpty, "that answer doesn't have this run")
        for tries in 2...3 as ClosedRange<Int32> {
            screens.groups([Self.row(tries: tries, rank: 1)], run: 1)
            let told = Self.told(&screens)
            #expect(told.map(\.text) == [Text(.groupStanding, a: 1, b: 4, slot: Self.name(0))])
            #expect(told.map(\.value) == [Text(.triesLeft, a: 3 - tries, slot: Slot(.groups, .score, 0))])
            #expect(screens.isTryNext == (tries < 3))
        }
        screens.groups([Self.row(of: 0)], run: 1)
        #expect(Self.told(&screens).map(\.value) == [Text(Slot(.groups, .score, 0))])
        #expect(!screens.isTryNext, "without a limit none is used up")
    }

    @Test("a score that waits counts later, and one that is refused used no try")
    func waiting() {
        var screens = Self.home([Self.row(), Self.row(tries: 3)])
        screens.run(score: 500, outcome: .kept(isStored: true))
        #expect(Self.told(&screens).map(\.text) == [Text(.groupLaterTries, a: 2, b: 3, slot: Self.name(0))])
        screens.outcome(.refused, run: screens.run)
        #expect(
            Self.told(&screens).map(\.text) == [
                Text(.groupTries, a: 2, b: 3, slot: Self.dated(0)), Text(.groupTries, slot: Self.dated(1)),
            ])
    }

    @Test("as soon as the next run can begin, game over says what was known last, until there is an answer")
    func held() {
        var screens = Self.home([Self.row(), Self.row(of: 0)])
        screens.begin(score: 500)
        #expect(Self.told(&screens).isEmpty, "an answer that comes at once is the only one that's told")
        screens.wait()
        #expect(
            Self.told(&screens).map(\.text) == [
                Text(.groupLaterTries, a: 2, b: 3, slot: Self.name(0)), Text(.groupLater, slot: Self.name(1)),
            ])
        screens.outcome(Self.sent, run: screens.run)
        let sent = [
            Text(.groupTries, a: 2, b: 3, slot: Self.dated(0)), Text(.groupOpen, slot: Self.dated(1)),
            Text(.groupsAsKnown),
        ]
        #expect(Self.told(&screens).map(\.text) == sent)
        // The same on the home screen, where it's asked once more.
        screens.follow(.menu, ending: Ending())
        #expect(Self.told(&screens).map(\.text) == Array(sent.prefix(2)))
        screens.wait(.menu)
        #expect(Self.told(&screens).map(\.text) == sent)
        screens.groups([Self.row(tries: 2)], run: 1)
        #expect(Self.told(&screens).map(\.text) == [Text(.groupTries, a: 1, b: 3, slot: Self.dated(0))])
        screens.waiting(1)
        #expect(Self.told(&screens).last?.text == Text(.groupsAsKnown), "a score waits to be counted")
    }

    @Test("what this host knew at an earlier time is told as such, and an answer replaces it")
    func recalled() {
        var screens = Screens(boards: [BoardTexts()])
        screens.recall(groups: [Self.row()])
        screens.account(.away, hasName: true, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        #expect(Self.told(&screens).map(\.text) == [Text(.groupsUnknown)] && screens.isTryNext, "it's nobody's before")
        screens.recall(groups: [Self.row()])
        #expect(
            Self.told(&screens).map(\.text) == [
                Text(.groupTries, a: 2, b: 3, slot: Self.dated(0)), Text(.groupsAsKnown),
            ])
        #expect(screens.isTryNext)
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.groups([], run: 0)
        #expect(Self.told(&screens).isEmpty && !screens.isTryNext)
        screens.recall(groups: nil)
        screens.wait(.menu)
        #expect(Self.told(&screens).map(\.text) == [Text(.groupsUnknown)], "another player's aren't known")
    }

    @Test("where nothing was ever known, it's said that a run may count for challenges of groups; not to a guest")
    func unknown() {
        var screens = Screens(boards: [BoardTexts()])
        screens.follow(.menu, ending: Ending())
        screens.wait(.menu)
        screens.account(.signedIn, hasName: true, isSandbox: false)
        #expect(Self.told(&screens).isEmpty && screens.isTryNext, "the answer may come at once")
        screens.wait(.menu)
        #expect(Self.told(&screens).map(\.text) == [Text(.groupsUnknown)])
        screens.run(score: 500, outcome: .kept(isStored: true))
        #expect(Self.told(&screens).map(\.text) == [Text(.groupsUnknown)])
        screens.outcome(Self.sent, run: screens.run)
        #expect(screens.requests().contains(.loadGroups(run: 1)), "Game Center is back")
        screens.groups([Self.row(tries: 2)], run: 1)
        #expect(Self.told(&screens).map(\.text.number) == [Phrase.groupStanding.rawValue])
        for (account, isGuest) in [(.signedIn, true), (.signedOut, false)] as [(Account, Bool)] {
            var others = Screens(boards: [BoardTexts()])
            others.account(account, hasName: isGuest, isSandbox: false, isGuest: isGuest)
            others.follow(.menu, ending: Ending())
            others.wait(.menu)
            #expect(Self.told(&others).isEmpty && !others.isTryNext)
        }
    }

    @Test("what the home screen tells, a list over it tells at once, and so does the home screen after it")
    func overHome() {
        var screens = Screens(boards: [BoardTexts()])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        screens.act(.openChallenges, 0)
        #expect(Self.told(&screens).isEmpty, "the answer may come at once")
        screens.wait(.menu)
        #expect(Self.told(&screens).map(\.text) == [Text(.groupsUnknown)])
        for action in [Action.back, .openChallenges, .back] {
            screens.act(action, 0)
            #expect(Self.told(&screens).map(\.text) == [Text(.groupsUnknown)], "\(action)")
        }
    }

    @Test("rule 14.16: where the next run is a try in a rematch, one tap begins it beside the last winner's")
    func race() {
        var screens = Self.home([Self.row(), Self.row(hasGhost: true)])
        #expect(Shown(&screens).item(.raceGroup, 0) == nil)
        #expect(Shown(&screens).item(.raceGroup, 1)?.text == Text(.raceWinner))
        for index in [0, 7, -1] as [Int32] { screens.act(.raceGroup, index) }
        #expect(screens.requests().isEmpty && !screens.isStarting)
        screens.act(.raceGroup, 1)
        screens.act(.raceGroup, 1)
        #expect(screens.requests() == [.startGroupRace(index: 1)] && screens.isStarting)
        #expect(Shown(&screens).item(.raceGroup, 1)?.flags.contains(.isBusy) == true)
        screens.racing(board: 0, score: 600)
        #expect(screens.takeInput() == [] && !screens.isStarting, "the host began it")
        screens.run(score: 500, outcome: Self.sent)
        #expect(Shown(&screens).has(.challengeMissed))
        screens.act(.again, 0)
        #expect(screens.requests() == [.startChallengeAgain] && screens.isStarting, "until the winner is beaten")
    }

    @Test("no run is raced that would be no try, or that can't be had; and none when the player has gone on")
    func noRace() {
        for row in [Self.row(tries: 3, isWanted: true, hasGhost: true), Self.row(isRunning: false, hasGhost: true)] {
            var screens = Self.home([row])
            screens.act(.raceGroup, 0)
            #expect(Shown(&screens).item(.raceGroup) == nil && screens.requests().isEmpty)
        }
        var screens = Self.home([Self.row(hasGhost: true)])
        screens.act(.openChallenges, 0)
        screens.challenges([ChallengeRow(board: 0, score: 5, hasMessage: false)])
        _ = screens.requests()
        screens.act(.raceGroup, 0)
        #expect(screens.requests() == [.startGroupRace(index: 0)])
        #expect(Shown(&screens).item(.acceptChallenge)?.flags.contains(.isBusy) == false, "it's another one's run")
        screens.challengeNotReady()
        #expect(Shown(&screens).has(.failed) && !screens.isStarting)
        screens.act(.back, 0)
        screens.act(.raceGroup, 0)
        screens.act(.play, 0)
        #expect(!screens.isStarting && screens.takeInput() == .start, "a run of one's own")
        screens.account(.away, hasName: true, isSandbox: false)
        #expect(Shown(&screens).item(.raceGroup) == nil, "there's nobody to ask for it")
    }

    @Test("a race that was begun by one player is none of the next one's")
    func othersRace() {
        for isThere in [true, false] {
            var screens = Self.home([Self.row(hasGhost: true)])
            screens.act(.raceGroup, 0)
            #expect(screens.isStarting)
            if isThere {
                screens.recall(groups: nil)
            } else {
                screens.account(.signedOut, hasName: false, isSandbox: false)
            }
            #expect(!screens.isStarting)
        }
    }

    @Test("without challenges nothing is asked after a run")
    func nothing() {
        var screens = Self.home([])
        screens.run(score: 500)
        screens.outcome(Self.sent, run: screens.run)
        #expect(!screens.requests().contains(.loadGroups(run: 1)))
    }

    @Test("of a game with modes each names its own; two are told, the others are counted")
    func modes() {
        let boards = [BoardTexts(name: 0x101), BoardTexts(name: 0x102, start: .startTimed)]
        let rows = [
            Self.row(board: 1, of: 0), Self.row(tries: 3), Self.row(), Self.row(board: 1), Self.row(board: 1),
        ]
        var screens = Self.home(rows, boards: boards)
        let told = Self.told(&screens)
        #expect(
            told.map(\.text) == [
                Text(.groupOpenIn, slot: Self.dated(0)), Text(.groupTriesIn, a: 2, b: 3, slot: Self.dated(2)),
                Text(.groupsMore, a: 2),
            ])
        #expect(told.map(\.value) == [Text(number: 0x102), Text(number: 0x101), .none])
        screens.run(score: 500, outcome: Self.sent)
        screens.groups(rows, run: 1)
        #expect(Self.told(&screens).map(\.text.slot) == [Self.name(1), Self.name(2)], "those of its mode alone")
    }

    @Test("the one for which the game was opened is told also when no try is left, and when it is over")
    func wanted() {
        var screens = Self.home([Self.row(tries: 3)])
        #expect(Self.told(&screens).isEmpty)
        screens.groups([Self.row(tries: 3, isWanted: true)], run: 0)
        #expect(Self.told(&screens).map(\.text) == [Text(.groupTries, slot: Self.dated(0))])
        screens.groups([Self.row(isRunning: false, isWanted: true)], run: 0)
        #expect(Self.told(&screens).map(\.text) == [Text(.groupOver, a: 2, b: 4, slot: Self.name(0))])
        #expect(!screens.isTryNext)
    }
}
