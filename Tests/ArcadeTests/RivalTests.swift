import LaurelArcade
import LaurelMonkeyJump
import Testing

@Suite("Rivals")
struct RivalTests {
    private static func rival(_ number: Int32, _ score: Int32, passed: Bool = false) -> Rival {
        Rival(number: number, score: score, isFriend: passed, hasPassed: passed)
    }

    private static func shown(_ screens: inout Screens, _ phrase: Phrase) -> Panel.Item? {
        Shown(&screens).items.first { $0.text.number == phrase.rawValue }
    }

    @Test("stand in the order of their scores, and are passed by more than theirs")
    func order() {
        let rivals = Rivals([Self.rival(1, 300), Self.rival(2, 100), Self.rival(3, 200)])
        #expect(rivals.all.map(\.number) == [2, 3, 1])
        #expect(rivals.next(at: 0)?.number == 2 && rivals.next(at: 100)?.number == 2)
        #expect(rivals.next(at: 101)?.number == 3 && rivals.next(at: 301) == nil)
        #expect(rivals.passed(from: 99, to: 100) == nil && rivals.passed(from: 100, to: 101)?.number == 2)
        #expect(rivals.passed(from: 0, to: 250)?.number == 3, "the last of those")
        #expect(Rivals((0..<99).map { Self.rival($0, $0) }).all.count == Rivals.limit)
    }

    @Test("a sign has the number and the amount, whatever they are")
    func signs() {
        for (number, amount) in [(0, 0), (2047, 1_048_575), (9, 360_000)] as [(Int32, Int64)] {
            let value = RivalSign.value(number, amount: amount)
            #expect(RivalSign.number(value) == number && Int64(RivalSign.amount(value)) == amount && value >= 0)
        }
        #expect(RivalSign.number(RivalSign.value(5, amount: .max)) == 5)
        #expect(Self.rival(-4, 1).number == 0 && Self.rival(9999, 1).number == 2047)
    }

    @Test("are asked for as a run begins, not after a pause, and not without Game Center")
    func asking() {
        var screens = Screens(boards: [BoardTexts(), BoardTexts(start: .startTimed)])
        screens.account(.signedOut, hasName: false, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        screens.act(.play, 1)
        _ = screens.requests()
        screens.follow(.play, ending: Ending())
        #expect(screens.requests() == [.loadRivals(board: 1)])
        screens.follow(.paused, ending: Ending())
        screens.follow(.play, ending: Ending())
        #expect(screens.requests() == [])
        screens.account(.off, hasName: false, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        screens.follow(.play, ending: Ending())
        #expect(screens.requests() == [])
    }

    @Test("are asked for when sign-in ends during a run, and only those of its leaderboard are the game's")
    func signingIn() {
        var screens = Screens(boards: [BoardTexts(), BoardTexts(start: .startTimed)])
        screens.follow(.menu, ending: Ending())
        let isMetInMenu = screens.rivals(Rivals(board: 0))
        screens.act(.play, 1)
        screens.follow(.play, ending: Ending())
        #expect(isMetInMenu && screens.requests() == [], "it isn't known yet who plays")
        screens.account(.signedIn, hasName: true, isSandbox: false)
        #expect(
            screens.requests() == [
                .loadChallenges, .loadGroups(run: 0), .loadRivals(board: 0), .loadRivals(board: 1),
            ])
        for scene in [.play, .paused] as [Scene] {
            screens.follow(scene, ending: Ending(board: 1))
            let areMet = (0..<3).map { screens.rivals(Rivals(board: $0)) }
            #expect(areMet == [false, true, false])
        }
        // The home screen tells of them all the same.
        screens.rivals(Rivals([Self.rival(7, 260, passed: true)]))
        screens.follow(.menu, ending: Ending())
        #expect(Self.shown(&screens, .passedYou) != nil)
    }

    @Test("a friend who has passed is one tap from being passed, until that is done")
    func revenge() {
        var screens = Screens.over(score: 250)
        screens.rivals(Rivals([Self.rival(7, 260), Self.rival(8, 900)]))
        #expect(Self.shown(&screens, .beat) == nil, "nobody has passed")
        screens.rivals(Rivals([Self.rival(7, 260, passed: true), Self.rival(8, 900, passed: true)]))
        let button = Self.shown(&screens, .beat)
        #expect(button?.value.a == 260 && button?.action == .revenge)
        #expect(Self.shown(&screens, .passedYou)?.text.slot == Slot(.rivals, .name, 7), "the nearest")
        _ = screens.takeInput()
        screens.act(.revenge, 0)
        #expect(screens.takeInput() == .start)
        screens.run(score: 261)
        #expect(Self.shown(&screens, .beat)?.value.a == 900)
        screens.run(score: 901)
        #expect(Self.shown(&screens, .beat) == nil)
    }

    @Test("the rank moves when somebody passes meanwhile, and it is asked who")
    func moving() {
        var screens = Screens.over(score: 250, outcome: .sent(rank: 2, total: 9, isNewBest: true, completed: 0))
        func own(_ rank: Int32) -> [EntryRow] { [EntryRow(rank: rank, score: 250, isYou: true)] }
        screens.entries(own(2), total: 9, query: screens.query)
        #expect(Self.shown(&screens, .sent)?.text.a == 2 && screens.requests() == [])
        screens.entries(own(3), total: 10, query: screens.query)
        let text = Self.shown(&screens, .sent)?.text
        #expect(text?.a == 3 && text?.b == 10 && screens.requests() == [.loadRivals(board: 0)])
        screens.entries(own(3), total: 10, query: screens.query)
        #expect(screens.requests() == [])
    }

    @Test("are seen in a run and change nothing of it")
    func picture() {
        var (plain, game) = (Game(seed: 5), Game(seed: 5))
        plain.tick(.start)
        game.tick(.start)
        game.rivals = Rivals([Self.rival(3, 4), Self.rival(4, 900)])
        var list = DrawList()
        var said: Set<Int32> = []
        let bot = Bot(skill: 1000)
        var passed: UInt32 = 0
        for _ in 0..<600 {
            plain.tick(bot.input(for: plain.run))
            game.tick(bot.input(for: game.run))
            passed |= game.takeCues() & Cue.pass.mask
            game.draw(into: &list, view: View(width: 640, height: 400), fraction: 0)
            for index in 0..<list.count where list[index].kind >= DrawList.textKind {
                said.insert(list[index].kind - DrawList.textKind)
            }
        }
        #expect(game.log == plain.log && game.run.trace == plain.run.trace)
        #expect(passed != 0 && said.isSuperset(of: [Words.flag, .rivalToGo, .rivalPassed].map(\.rawValue)))
    }
}
