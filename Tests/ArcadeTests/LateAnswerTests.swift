import LaurelArcade
import Testing

/// What is known only later: who plays, what became of a score, and where the run stands.
@Suite("Late answers on the screens") struct LateAnswerTests {
    private func started(_ account: Account, hasName: Bool = false, welcomes: Bool = false) -> Screens {
        var screens = Screens(boards: [BoardTexts(), BoardTexts(start: .startTimed)])
        screens.account(account, hasName: hasName, isSandbox: false)
        screens.guests(areWelcome: welcomes)
        screens.follow(.menu, ending: Ending())
        screens.act(.play, 0)
        screens.follow(.play, ending: Ending())
        _ = screens.requests()
        return screens
    }

    private func guests(_ screens: inout Screens) -> Int { screens.requests().filter { $0 == .playAsGuest }.count }

    @Test(
        "rule 1.11: a run that began before it was known who plays has its guest as soon as that is known",
        arguments: [Account.checking, .away, .signedOut], [Scene.play, .paused, .over])
    func guestLater(account: Account, scene: Scene) {
        var screens = started(account)
        if scene != .play { screens.follow(scene, ending: Ending(score: 5)) }
        #expect(guests(&screens) == 0)
        screens.account(.signedOut, hasName: false, isSandbox: false)
        #expect(guests(&screens) == 0, "nobody has said that there are guests here")
        screens.guests(areWelcome: true)
        #expect(guests(&screens) == 1)
        // Said again, and told that making the guest takes a while.
        screens.account(.signedOut, hasName: false, isSandbox: false)
        screens.guests(areWelcome: true)
        screens.follow(.play, ending: Ending())
        #expect(guests(&screens) == 0, "once")
    }

    @Test("no guest is made for who is signed in, for an offline player, where there are none, or on the home screen")
    func noGuest() {
        var signedIn = started(.checking)
        signedIn.account(.signedIn, hasName: true, isSandbox: false)
        signedIn.guests(areWelcome: false)
        // Signed out in another tab, during the same run.
        signedIn.account(.signedOut, hasName: false, isSandbox: false)
        signedIn.guests(areWelcome: true)
        #expect(guests(&signedIn) == 0)

        var offline = started(.away, hasName: true)
        offline.account(.signedOut, hasName: false, isSandbox: false)
        offline.guests(areWelcome: true)
        #expect(guests(&offline) == 0, "the run is the last player's")

        var unwelcome = started(.checking)
        unwelcome.account(.signedOut, hasName: false, isSandbox: false)
        unwelcome.guests(areWelcome: false)
        #expect(guests(&unwelcome) == 0)

        var home = started(.checking)
        home.follow(.menu, ending: Ending())
        home.account(.signedOut, hasName: false, isSandbox: false)
        home.guests(areWelcome: true)
        #expect(guests(&home) == 0)
        home.act(.play, 0)
        #expect(guests(&home) == 1)

        // Nobody has pressed Play.
        var looking = Screens(boards: [BoardTexts()])
        looking.follow(.menu, ending: Ending())
        looking.account(.signedOut, hasName: false, isSandbox: false)
        looking.guests(areWelcome: true)
        #expect(guests(&looking) == 0)
    }

    @Test("rivals of a run that began while connecting are asked for once it is known that nobody is signed in")
    func rivals() {
        var screens = started(.checking)
        screens.account(.signedOut, hasName: false, isSandbox: false)
        #expect(screens.requests() == [.loadRivals(board: 0)])
    }

    @Test("rule 8.1: a score that waited is sent, and game over says and offers what it would have at once")
    func sentLater() {
        var screens = Screens.over(score: 142, outcome: .kept(isStored: true))
        screens.account(.away, hasName: true, isSandbox: false)
        #expect(Shown(&screens).fate == Fate.kept.rawValue)
        #expect(Shown(&screens).item(.share)?.flags.contains(.isOff) == true)
        _ = screens.requests()
        screens.account(.signedIn, hasName: true, isSandbox: false)
        #expect(Shown(&screens).item(.share)?.flags.contains(.isOff) == true, "not before it is sent")
        _ = screens.requests()
        screens.outcome(.sent(rank: 3, total: 12, isNewBest: true, completed: 0), run: screens.run)
        #expect(
            screens.requests() == [
                .loadGroups(run: screens.run),
                .loadEntries(query: screens.query, board: 0, players: .everybody, time: .allTime, count: 5),
            ])
        let shown = Shown(&screens)
        #expect(shown.fate == Fate.sent.rawValue && shown.has(.sent))
        for action in [Action.share, .pickFriends] { #expect(shown.item(action)?.flags.contains(.isOff) == false) }
    }

    @Test("a result is being sent while its guest is yet to be made, and needs a sign-in where there are no guests")
    func guestComing() {
        var screens = started(.checking)
        screens.follow(.over, ending: Ending(score: 5))
        screens.outcome(.keptUntilSignIn(isStored: true), run: screens.run)
        let connecting = Shown(&screens)
        #expect(connecting.fate == Fate.sending.rawValue && connecting.has(.sending))
        #expect(connecting.item(.signIn) == nil)
        screens.account(.signedOut, hasName: false, isSandbox: false)
        screens.guests(areWelcome: false)
        let alone = Shown(&screens)
        #expect(alone.fate == Fate.kept.rawValue && alone.item(.signIn) != nil)
    }

    @Test("why nothing could be done with a score isn't said any more once it was sent")
    func refusalPasses() {
        var screens = Screens.over(score: 142, outcome: .kept(isStored: true))
        screens.account(.away, hasName: true, isSandbox: false)
        screens.act(.share, 0)
        #expect(Shown(&screens).has(.needsServer))
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.outcome(.sent(rank: 3, total: 12, isNewBest: true, completed: 0), run: screens.run)
        #expect(!Shown(&screens).has(.needsServer))
    }

    @Test("challenges of groups that are asked for before a run's score was counted don't stand for that run")
    func groupsBefore() {
        var screens = Screens.over(score: 142, outcome: .kept(isStored: true))
        screens.account(.away, hasName: true, isSandbox: false)
        _ = screens.requests()
        screens.account(.signedIn, hasName: true, isSandbox: false)
        #expect(screens.requests().contains(.loadGroups(run: screens.run - 1)))
        screens.outcome(.sent(rank: 3, total: 12, isNewBest: true, completed: 0), run: screens.run)
        screens.account(.away, hasName: true, isSandbox: false)
        _ = screens.requests()
        screens.account(.signedIn, hasName: true, isSandbox: false)
        #expect(screens.requests().contains(.loadGroups(run: screens.run)))
    }

    @Test(
        "a sent score without a known rank is told as sent, until the leaderboard has it",
        arguments: [142, 300] as [Int32])
    func unranked(best: Int32) {
        var screens = Screens.over(score: 142, outcome: nil)
        screens.outcome(.sent(rank: 0, total: 0, isNewBest: false, completed: 0), run: screens.run)
        #expect(Shown(&screens).has(.sentUnranked) && Shown(&screens).has(.newBest), "as this host knows it")
        screens.entries([EntryRow(rank: 4, score: best, isYou: true)], total: 9, query: screens.query)
        let sent = Shown(&screens).items.first { $0.text.number == Phrase.sent.rawValue }
        #expect(sent?.text == (best == 142 ? Text(.sent, a: 4, b: 9) : nil))
        #expect(Shown(&screens).has(.sentUnranked) == (best != 142), "the rank is that of another run")
    }

    @Test("the rank is the one after the run, also where the leaderboard was loaded before the score was sent")
    func rank() {
        var screens = Screens(boards: [BoardTexts(score: 0x102)])
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.run(score: 200)
        func text(_ phrase: Phrase) -> Text? {
            Shown(&screens).items.first { $0.text.number == phrase.rawValue }?.text
        }
        let before = [
            EntryRow(rank: 1, score: 300, isYou: false), EntryRow(rank: 2, score: 155, isYou: false),
            EntryRow(rank: 3, score: 142, isYou: true),
        ]
        screens.entries(before, total: 3, query: screens.query)
        screens.outcome(.sent(rank: 2, total: 4, isNewBest: true, completed: 0), run: screens.run)
        #expect(text(.sent) == Text(.sent, a: 2, b: 4))
        screens.entriesFailed(query: screens.query)
        #expect(text(.sent) == Text(.sent, a: 2, b: 4), "the rows are the old ones")
        #expect(text(.shortOf) == nil)

        // Somebody has passed the player since.
        screens.act(.retry, 0)
        screens.entries(
            [
                EntryRow(rank: 1, score: 300, isYou: false), EntryRow(rank: 2, score: 250, isYou: false),
                EntryRow(rank: 3, score: 200, isYou: true),
            ], total: 5, query: screens.query)
        #expect(text(.sent) == Text(.sent, a: 3, b: 5) && text(.shortOf)?.a == 2)
    }

    @Test("who has signed in since is asked whether the score is theirs, and not to sign in")
    func offered() {
        var screens = Screens.over(score: 7, outcome: .unowned(isStored: true))
        screens.account(.signedOut, hasName: false, isSandbox: false)
        #expect(Shown(&screens).has(.unowned) && Shown(&screens).item(.signIn) != nil)
        screens.account(.signedIn, hasName: true, isSandbox: false)
        screens.offer(count: 1, best: 7)
        let shown = Shown(&screens)
        #expect(shown.has(.offer) && !shown.has(.unowned) && shown.item(.signIn) == nil)
    }

    @Test("a list that couldn't be had offline is asked for again once Game Center answers")
    func again() {
        for account in [Account.signedIn, .signedOut] {
            var screens = Screens(boards: [BoardTexts()])
            screens.account(.away, hasName: false, isSandbox: false)
            screens.follow(.menu, ending: Ending())
            screens.act(.openScores, 0)
            screens.entriesFailed(query: screens.query)
            _ = screens.requests()
            screens.account(account, hasName: account == .signedIn, isSandbox: false)
            #expect(
                screens.requests().contains(
                    .loadEntries(query: screens.query, board: 0, players: .everybody, time: .allTime, count: 25)))
            #expect(Shown(&screens).has(.loading))

            screens.act(.back, 0)
            screens.act(.openAchievements, 0)
            screens.achievementsFailed()
            screens.account(.away, hasName: true, isSandbox: false)
            _ = screens.requests()
            screens.account(account, hasName: account == .signedIn, isSandbox: false)
            #expect(screens.requests().contains(.loadAchievements))
        }
    }
}
