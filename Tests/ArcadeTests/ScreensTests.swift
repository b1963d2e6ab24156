import LaurelArcade
import LaurelTestSupport
import Testing

/// Screens as a host sees them: items by what they are and do.
struct Shown {
    let items: [Panel.Item]

    init(_ screens: inout Screens) {
        var list = PanelList()
        screens.write(into: &list)
        items = (0..<list.count).compactMap { list[$0] }
    }

    func has(_ phrase: Phrase) -> Bool { items.contains { $0.text.number == phrase.rawValue } }
    func item(_ action: Action, _ index: Int32 = 0) -> Panel.Item? {
        items.first { $0.action == action && $0.index == index }
    }
    /// Rows of the list, top to bottom, by the place of their name.
    var rows: [Int] { items.filter { $0.kind == .row }.map(\.text.slot.index) }
    var chosen: [Bool] { items.filter { $0.kind == .row }.map { $0.flags.contains(.isSelected) } }
    var fate: Int32? {
        items.first { $0.kind == .begin && $0.style == Panel.Group.fate.rawValue }?.index
    }
}

extension Screens {
    mutating func requests() -> [CenterRequest] {
        var found: [CenterRequest] = []
        while let request = takeRequest() { found.append(request) }
        return found
    }

    /// A signed-in player at the end of a run, which Game Center has answered.
    static func over(score: Int64, outcome: Outcome? = .sent(rank: 1, total: 2, isNewBest: true, completed: 0))
        -> Screens
    {
        var screens = Screens(boards: [BoardTexts(play: 0x100, name: 0x101, score: 0x102, best: 0x103)])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.run(score: score, outcome: outcome)
        return screens
    }

    mutating func run(score: Int64, outcome: Outcome? = nil) {
        begin(score: score)
        if let outcome { self.outcome(outcome, run: run) }
        wait()
        _ = requests()
    }

    /// A run, up to the first moment of game over.
    mutating func begin(score: Int64) {
        follow(.play, ending: Ending())
        follow(.over, ending: Ending(score: score, result: Text(number: 0x102, a: Int32(score))))
    }

    /// Nobody presses a button of game over in its first moments: until they are over.
    mutating func wait(_ scene: Scene = .over) {
        for _ in 0...Screens.graceTicks { follow(scene, ending: Ending()) }
    }
}

@Suite("Screens") struct ScreensTests {
    @Test("home, pause and game over follow the game, and their buttons steer it")
    func steering() {
        var screens = Screens(boards: [
            BoardTexts(play: 0x100), BoardTexts(play: 0x101, start: .startTimed),
        ])
        screens.follow(.menu, ending: Ending())
        #expect(Shown(&screens).item(.play, 0)?.flags.contains(.isDefault) == true)
        screens.act(.play, 1)
        #expect(screens.takeInput() == .startTimed && screens.takeInput() == [])
        screens.follow(.play, ending: Ending(board: 1))
        #expect(Shown(&screens).items.filter { $0.action != nil }.map(\.action) == [.toggleSound, .pause])
        screens.act(.back, 0)
        #expect(screens.takeInput() == .pause)
        screens.follow(.paused, ending: Ending(board: 1))
        screens.act(.restart, 0)
        #expect(screens.takeInput() == .startTimed, "the same way once more")
        screens.act(.back, 0)
        #expect(screens.takeInput() == .resume)
        screens.act(.exit, 0)
        #expect(screens.takeInput() == .menu)
        screens.follow(.over, ending: Ending(board: 1, score: 9))
        screens.act(.again, 0)
        #expect(screens.takeInput() == [], "the player was still jumping")
        for _ in 0...Screens.graceTicks { screens.follow(.over, ending: Ending()) }
        screens.act(.again, 0)
        #expect(screens.takeInput() == .startTimed)
    }

    @Test("rules 1.8, 8.1: game over says what became of the score, in every case")
    func fates() {
        let cases: [(Outcome, Fate, Phrase)] = [
            (.sent(rank: 3, total: 12, isNewBest: true, completed: 0), .sent, .sent),
            (.sent(rank: 3, total: 12, isNewBest: false, completed: 0), .sent, .sentBest),
            (.sent(rank: 0, total: 0, isNewBest: false, completed: 0), .sent, .sentUnranked),
            (.kept(isStored: true), .kept, .kept), (.keptUntilSignIn(isStored: true), .kept, .keptUntilSignIn),
            (.refused, .refused, .refused), (.unowned(isStored: false), .unowned, .unowned), (.off, .off, .off),
        ]
        for (outcome, fate, phrase) in cases {
            var screens = Screens.over(score: 142, outcome: nil)
            if fate == .unowned { screens.account(.signedOut, hasName: false, isSandbox: false) }
            #expect(Shown(&screens).fate == Fate.sending.rawValue && Shown(&screens).has(.sending))
            screens.outcome(outcome, run: screens.run - 1)
            #expect(Shown(&screens).fate == Fate.sending.rawValue, "the answer to another run")
            screens.outcome(outcome, run: screens.run)
            let shown = Shown(&screens)
            #expect(shown.fate == fate.rawValue && shown.has(phrase))
            #expect(shown.has(.notStored) == (outcome == .unowned(isStored: false)))
        }
    }

    @Test("game over tells this run's rank from the best's, and what it is short of the next better entry")
    func shortOf() {
        var screens = Screens.over(score: 142)
        func text(_ phrase: Phrase) -> (text: Text, value: Text)? {
            Shown(&screens).items.first { $0.text.number == phrase.rawValue }.map { ($0.text, $0.value) }
        }
        #expect(text(.sent)?.text == Text(.sent, a: 1, b: 2) && text(.sentBest) == nil)
        #expect(text(.shortOf) == nil, "no entries are loaded yet")

        // A run that is worse than the best, which is ranked 3.
        screens.run(score: 50)
        screens.outcome(.sent(rank: 3, total: 4, isNewBest: false, completed: 0), run: screens.run)
        let entries = [
            EntryRow(rank: 1, score: 300, isYou: false), EntryRow(rank: 2, score: 155, isYou: false),
            EntryRow(rank: 3, score: 142, isYou: true), EntryRow(rank: 4, score: 60, isYou: false),
        ]
        screens.entries(entries, total: 4, query: screens.query)
        #expect(text(.sent) == nil)
        #expect(text(.sentBest)?.text == Text(.sentBest, a: 3, b: 4, slot: Slot(.outcome, .score)))
        #expect(text(.shortOf)?.text.a == 2, "rank 4 is behind the player already")
        #expect(text(.shortOf)?.value == Text(number: 0x102, a: 106), "an equal score comes behind it")

        // Ranks 3 to 6 aren't loaded: the run came nearer to one of them.
        screens.outcome(.sent(rank: 7, total: 8, isNewBest: false, completed: 0), run: screens.run)
        let far = entries.prefix(2) + [EntryRow(rank: 7, score: 142, isYou: true)]
        screens.entries(Array(far), total: 8, query: screens.query)
        #expect(text(.sentBest)?.text.a == 7 && text(.shortOf) == nil)

        // The best there is, and one equal to the best.
        screens.run(score: 400)
        screens.outcome(.sent(rank: 1, total: 4, isNewBest: true, completed: 0), run: screens.run)
        screens.entries([EntryRow(rank: 1, score: 400, isYou: true)] + entries, total: 4, query: screens.query)
        #expect(text(.sent)?.text.a == 1 && text(.shortOf) == nil)
    }

    @Test("where less is better, the next better entry is the one with less")
    func shortOfLess() {
        var screens = Screens(boards: [BoardTexts(score: 0x102, isLessBetter: true)])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.run(score: 90, outcome: .sent(rank: 3, total: 3, isNewBest: true, completed: 0))
        screens.entries(
            [
                EntryRow(rank: 1, score: Int32.min, isYou: false), EntryRow(rank: 2, score: 70, isYou: false),
                EntryRow(rank: 3, score: 90, isYou: true),
            ], total: 3, query: screens.query)
        let item = Shown(&screens).items.first { $0.text.number == Phrase.shortOf.rawValue }
        #expect(item?.text.a == 2 && item?.value == Text(number: 0x102, a: 21))
    }

    @Test("game over names the next milestone, where the game has one")
    func goal() {
        for goal in [0, 500] as [Int32] {
            var screens = Screens(boards: [BoardTexts(score: 0x102)])
            screens.follow(.play, ending: Ending())
            screens.follow(.over, ending: Ending(score: 225, goal: goal))
            let item = Shown(&screens).items.first { $0.text.number == Phrase.goal.rawValue }
            #expect(item?.text.a == (goal == 0 ? nil : 225))
            #expect(item?.value == (goal == 0 ? nil : Text(number: 0x102, a: 500)))
        }
    }

    @Test("a run of 0 is no best, and nothing to challenge friends with or to share")
    func nothing() {
        for (score, isLess) in [(0, false), (0, true), (1, false)] as [(Int64, Bool)] {
            var screens = Screens(boards: [BoardTexts(score: 0x102, best: 0x103, isLessBetter: isLess)])
            screens.account(.signedIn, hasName: true, isSandbox: false)
            screens.run(score: score)
            let isNothing = score == 0 && !isLess
            #expect(Shown(&screens).has(.newBest) == !isNothing)
            screens.outcome(.sent(rank: 5, total: 5, isNewBest: true, completed: 0), run: screens.run)
            _ = screens.requests()
            let shown = Shown(&screens)
            #expect(shown.has(.newBest) == !isNothing)
            #expect(shown.has(.sent) && !shown.has(.sentBest))
            for action in [Action.pickFriends, .share] {
                #expect((shown.item(action) == nil) == isNothing)
                screens.act(action, 0)
                #expect(screens.requests().isEmpty == isNothing)
                #expect((screens.page == .over) == (isNothing || action == .share))
                screens.act(.back, 0)
            }
        }
    }

    @Test("after a run of 0, game over still says what the best is and its rank")
    func nothingAfterBest() {
        var screens = Screens.over(score: 142)
        screens.run(score: 0)
        #expect(Shown(&screens).items.contains { $0.text == Text(number: 0x103, a: 142) })
        screens.outcome(.sent(rank: 2, total: 5, isNewBest: false, completed: 0), run: screens.run)
        #expect(Shown(&screens).has(.sentBest))
    }

    @Test("a list over the home screen covers its logo")
    func covering() {
        var screens = Screens(boards: [BoardTexts()])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        #expect(!screens.isCovering)
        for action in [Action.openScores, .openChallenges, .openAchievements] {
            screens.act(action, 0)
            #expect(screens.isCovering)
            screens.act(.back, 0)
            #expect(!screens.isCovering)
        }
    }

    @Test("rule 1.8: signed out, without Game Center or with no answer, the game plays and says why a button is off")
    func off() {
        let cases: [(Account, Phrase)] = [
            (.signedOut, .needsSignIn), (.away, .needsServer), (.off, .off), (.signedIn, .needsRank),
        ]
        for (account, why) in cases {
            var screens = Screens.over(score: 142, outcome: nil)
            screens.account(account, hasName: account == .away, isSandbox: false)
            for action in [Action.pickFriends, .share] {
                #expect(Shown(&screens).item(action)?.flags.contains(.isOff) == true)
                screens.act(action, 0)
                #expect(Shown(&screens).has(why) && screens.page == .over)
                #expect(screens.requests() == [])
            }
            screens.act(.again, 0)
            #expect(screens.takeInput() == .start)
        }
    }

    @Test("rule 1.11: who isn't signed in is made a guest by beginning a run, where guests are welcome")
    func guest() {
        var screens = Screens(boards: [BoardTexts(play: 0x100), BoardTexts(play: 0x101, start: .startTimed)])
        screens.account(.signedOut, hasName: false, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        #expect(Shown(&screens).has(.signedOut))
        screens.act(.play, 0)
        #expect(screens.requests() == [], "nobody has said that there are guests here")
        screens.guests(areWelcome: true)
        #expect(Shown(&screens).has(.guestsWelcome) && Shown(&screens).item(.signIn) != nil)
        screens.act(.play, 1)
        #expect(screens.requests() == [.playAsGuest])
        #expect(screens.takeInput().contains(.startTimed), "the run doesn't wait for it")
        screens.racing(board: 0, score: 5)
        #expect(screens.requests() == [.playAsGuest])

        screens.account(.signedIn, hasName: true, isSandbox: false, isGuest: true)
        #expect(Shown(&screens).has(.playingAs) && Shown(&screens).item(.keepName) != nil)
        _ = screens.requests()
        screens.act(.play, 0)
        #expect(screens.requests() == [])
    }

    @Test("rules 1.11, 1.12: game over tells a guest's name and offers to keep it; friends come with the account")
    func keepName() {
        var screens = Screens.over(score: 7, outcome: nil)
        screens.act(.keepName, 0)
        #expect(screens.requests() == [], "the player has an account")
        screens.account(.signedIn, hasName: true, isSandbox: false, isGuest: true)
        #expect(Shown(&screens).item(.keepName) == nil, "nothing is ranked yet")
        screens.outcome(.sent(rank: 2, total: 3, isNewBest: false, completed: 0), run: screens.run)
        let shown = Shown(&screens)
        #expect(shown.has(.sentBest) && shown.has(.rankedAs))
        #expect(shown.items.first { $0.text.number == Phrase.rankedAs.rawValue }?.text.slot == Slot(.account, .name))
        #expect(shown.item(.pickFriends)?.flags.contains(.isOff) == true)
        #expect(shown.item(.share)?.flags.contains(.isOff) == false)
        _ = screens.requests()
        screens.act(.pickFriends, 0)
        #expect(Shown(&screens).has(.needsAccount) && screens.page == .over)
        screens.act(.keepName, 0)
        #expect(screens.requests() == [.keepName])

        screens.account(.signedIn, hasName: true, isSandbox: false)
        #expect(Shown(&screens).item(.keepName) == nil && !Shown(&screens).has(.rankedAs))
    }

    @Test("scores made signed out are offered at home and at game over, once somebody is signed in")
    func offers() {
        var screens = Screens.over(score: 1)
        screens.offer(count: 2, best: 40)
        #expect(Shown(&screens).has(.offer))
        screens.act(.acceptScores, 0)
        screens.follow(.menu, ending: Ending())
        #expect(Shown(&screens).has(.offer))
        screens.act(.discardScores, 0)
        #expect(
            screens.requests() == [.acceptScores, .closeEntries, .loadChallenges, .loadGroups(run: 1), .discardScores])
        screens.account(.signedOut, hasName: false, isSandbox: false)
        #expect(!Shown(&screens).has(.offer) && Shown(&screens).item(.signIn) != nil)
    }

    @Test("a list grows its revision when something on it, or a string behind it, changes, and not else")
    func revision() {
        var screens = Screens.over(score: 1)
        var list = PanelList()
        screens.write(into: &list)
        let first = list.revision
        screens.write(into: &list)
        #expect(list.revision == first)
        screens.waiting(2)
        screens.write(into: &list)
        #expect(list.revision == first + 1)
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.write(into: &list)
        #expect(list.revision == first + 2, "another may be signed in")
        #expect(list[list.count] == nil && list[-1] == nil)
    }

    @Test("leaderboards ask for what is chosen, show the player's own row apart, and forget older answers")
    func leaderboards() {
        var screens = Screens(boards: [BoardTexts(score: 0x102), BoardTexts(score: 0x103)])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        _ = screens.requests()
        screens.act(.openScores, 0)
        let first = screens.query
        #expect(
            screens.requests() == [
                .loadEntries(query: first, board: 0, players: .everybody, time: .allTime, count: 25)
            ])
        screens.act(.chooseBoard, 1)
        screens.act(.choosePlayers, 1)
        screens.act(.chooseTime, 0)
        screens.act(.chooseTime, 9)
        screens.act(.chooseBoard, -1)
        #expect(
            screens.requests().contains(
                .loadEntries(query: first + 3, board: 1, players: .friends, time: .today, count: 25)))
        screens.entries([EntryRow(rank: 1, score: 5, isYou: false)], total: 1, query: first)
        #expect(Shown(&screens).rows == [], "the answer to an older question")
        let rows = [EntryRow(rank: 1, score: 9, isYou: false), EntryRow(rank: 40, score: 2, isYou: true)]
        screens.entries(rows, total: 50, query: screens.query)
        let shown = Shown(&screens)
        #expect(shown.rows == [0, 1] && shown.items.contains { $0.kind == .gap })
        #expect(shown.items.first { $0.kind == .row }?.value == Text(number: 0x103, a: 9))
        screens.act(.back, 0)
        #expect(screens.page == .home && screens.requests() == [.closeEntries])
    }

    @Test("another leaderboard's rows aren't shown where this one's can't be loaded; its own stay")
    func failedLeaderboards() {
        var screens = Screens(boards: [BoardTexts(score: 0x102), BoardTexts(score: 0x103)])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        screens.act(.openScores, 0)
        let rows = [EntryRow(rank: 1, score: 9, isYou: false)]
        for (action, index) in [(.chooseBoard, 1), (.choosePlayers, 1), (.chooseTime, 0)] as [(Action, Int32)] {
            screens.entries(rows, total: 1, query: screens.query)
            #expect(Shown(&screens).rows == [0])
            screens.act(action, index)
            #expect(Shown(&screens).rows == [] && Shown(&screens).has(.loading))
            screens.entriesFailed(query: screens.query)
            let shown = Shown(&screens)
            #expect(shown.rows == [] && shown.has(.failed) && shown.item(.retry) != nil)
        }

        // The same one once more: what is shown is old, and nothing is on its way.
        screens.entries(rows, total: 1, query: screens.query)
        func flags() -> Panel.Flags? {
            Shown(&screens).items.first { $0.kind == .begin && $0.style == Panel.Group.board.rawValue }?.flags
        }
        screens.act(.chooseTime, 0)
        #expect(Shown(&screens).rows == [0] && flags()?.contains(.isBusy) == true)
        screens.entriesFailed(query: screens.query)
        #expect(Shown(&screens).rows == [0] && flags()?.isEmpty == true)
        #expect(!Shown(&screens).has(.failed) && Shown(&screens).has(.total))
    }

    @Test("achievements show progress and points, and not what is hidden")
    func achievements() {
        var screens = Screens(boards: [])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.follow(.menu, ending: Ending())
        _ = screens.requests()
        screens.act(.openAchievements, 0)
        #expect(screens.requests() == [.loadAchievements])
        screens.achievementsFailed()
        screens.act(.retry, 0)
        #expect(screens.requests() == [.loadAchievements])
        screens.achievements([
            AchievementRow(points: 10, percent: 100, isHidden: false),
            AchievementRow(points: 20, percent: 50, isHidden: false),
            AchievementRow(points: 30, percent: 0, isHidden: true),
        ])
        let shown = Shown(&screens)
        #expect(shown.items.contains { $0.text == Text(.points, a: 10, b: 60) })
        #expect(shown.items.filter { $0.kind == .progress }.map(\.text.a) == [100, 50, 0])
        #expect(shown.has(.hidden))
    }

    @Test("no order of actions and answers traps", arguments: Depth.seeds(20))
    func anything(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var screens = Screens(boards: [BoardTexts(), BoardTexts(start: .startTimed)])
        var list = PanelList()
        for _ in 0..<3_000 {
            let number = random.between(-3, 60)
            switch random.below(14) {
            case 0: screens.follow(Scene(rawValue: random.below(4)) ?? .menu, ending: Ending(board: number, score: 7))
            case 1:
                screens.account(
                    Account(rawValue: random.below(5)) ?? .off, hasName: true, isSandbox: false,
                    isGuest: random.below(2) == 0)
                screens.guests(areWelcome: random.below(2) == 0)
            case 2: screens.friends((0..<8).map { FriendRow(rank: $0 % 3 == 0 ? 0 : number - $0, score: $0) })
            case 3: screens.challenges([ChallengeRow(board: number % 3, score: 5, hasMessage: true)])
            case 4: screens.challengeReady(hasGhost: number > 20)
            case 5: screens.outcome(.sent(rank: 1, total: 2, isNewBest: true, completed: 2), run: screens.run)
            case 6: screens.entries([EntryRow(rank: number, score: 1, isYou: true)], total: 1, query: screens.query)
            case 7: screens.challengeFinished(ChallengeEnd(rawValue: number % 3) ?? .sent)
            case 8: screens.friend(number, isFound: number % 2 == 0)
            case 9: _ = screens.requests()
            case 10:
                let group = GroupRow(
                    board: number, tries: number, triesLimit: 3, rank: 1, players: 2, isRunning: number % 3 > 0,
                    isWanted: number % 2 == 0, hasGhost: number % 5 > 0)
                screens.groups([group, group, group], run: number)
                if number % 4 == 0 { screens.recall(groups: number % 3 == 0 ? nil : [group]) }
            case 11: screens.racing(board: number % 3, score: number)
            default: if let action = Action(rawValue: number) { screens.act(action, random.between(-2, 9)) }
            }
            screens.write(into: &list)
            #expect(list.count <= PanelList.capacity)
        }
    }
}
