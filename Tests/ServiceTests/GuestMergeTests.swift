import LaurelCryptography
import LaurelDomain
import LaurelMatches
import LaurelStorage
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Merging guests", .timeLimit(.minutes(15))) struct GuestMergeTests {
    @Test("rule 1.13: a guest's scores become the account's, with ID and date, so the better one counts and none twice")
    func scores() async throws {
        let scene = try await MergeScene()
        let play = scene.play
        let (ada, guest) = (scene.ada.player, scene.guest)
        let board = try await play.board()
        let made = play.time.moment.advanced(by: .minutes(-10))
        try await play.submit(500, by: ada.rawValue, date: made, id: "both")
        try await play.submit(500, by: guest.rawValue, date: made, id: "both")
        try await play.submit(700, by: guest.rawValue, date: made, id: "best", replay: [1, 2, 3])
        try await play.submit(300, by: guest.rawValue)
        try await play.submit(600, by: 9)
        #expect(try await scene.order() == ["\(guest.rawValue):700", "9:600", "\(ada.rawValue):500"])
        play.time.advance(.minutes(5))
        let receipt = try await scene.merge()
        #expect(receipt.isFinished)
        #expect(try await scene.order() == ["\(ada.rawValue):700", "9:600"])
        let rows = try scene.scores(of: ada)
        #expect(rows.map(\.value) == [500, 700, 300])
        #expect(rows[0].scoreID?.text == "both" && rows[1].scoreID?.text == "best")
        #expect(rows[1].date == made && rows[2].scoreID != nil)
        #expect(rows[1].flags.contains(.isNewBest) && !rows[2].flags.contains(.isNewBest))
        let key = ScoreReplayKey(player: ada, leaderboard: board.number, environment: .production)
        #expect(try await play.store.directory.replay(key, value: 700)?.1.bytes == [1, 2, 3])
        // Sent again by the account, it's known; and the guest sends nothing any more.
        #expect(try await play.submit(700, by: ada.rawValue, date: made, id: "best").isRepeat)
        await #expect(throws: SubmitScoresError.unavailable) { try await play.submit(1, by: guest.rawValue) }
        let restarted = try await scene.restarted()
        #expect(try await restarted.order() == ["\(ada.rawValue):700", "9:600"])
        #expect(try await restarted.play.submit(700, by: ada.rawValue, date: made, id: "best").isRepeat)
    }

    @Test("rules 1.13, 11.4: a guest's seats in matches become the account's, but beside itself or one it blocks")
    func matches() async throws {
        let scene = try await MergeScene()
        let play = scene.play
        let (ada, zoe) = (scene.ada.player, try await scene.world.signUp("Zoe").player.number)
        let bob = try await scene.world.signUp("Bob").player.number
        let matches = Matches(
            play.keeper, scene.world.accounts, friends: scene.friends.graph, directory: play.store.directory,
            digest: ContentDigest { Digest.sha256($0) })
        let game = MatchGame(app: play.app.number, environment: .production)
        func key(_ low: UInt64) -> MatchKey { matches.key(high: 1, low: low, body: []) }
        func make(_ others: [PlayerNumber], by player: PlayerNumber, _ low: UInt64) async throws -> MatchNumber {
            let count = others.count + 1
            let request = try MatchRequest(
                minPlayers: count, maxPlayers: count, recipients: others, takesStrangers: false)
            let made = try await FindMatch(matches)(
                request, key: key(low), app: play.app, environment: .production, by: player)
            let seats = (1..<count).compactMap { Seat($0) }
            let turn = TurnWrite(.end(TurnWrite.Handover(next: seats, timeout: .turnDefault)), data: [1])
            _ = try await WriteMatch(matches)(
                .turn(turn, seen: made.match.version), of: made.match.number, key: key(low + 1), in: game, by: player)
            return made.match.number
        }
        // A guest meets friends alone (rule 1.11).
        let now = play.time.moment
        for friend in [zoe, ada, bob] {
            try await scene.relate(scene.guest, friend) { _ = $0.takeFriend(at: now) }
        }
        let own = try await make([zoe], by: scene.guest, 1)
        let shared = try await make([scene.guest, zoe], by: ada, 3)
        let apart = try await make([bob], by: scene.guest, 5)
        try await scene.relate(ada, bob) { $0.takeBlock() }
        try await scene.merge()
        for keeper in [play.keeper, try await scene.restarted().play.keeper] {
            let (mine, both) = try keeper.matches.read(game) { (book) throws(MatchRefusal) in
                (try book.match(own, for: ada), try book.match(shared, for: ada))
            }
            #expect(mine.participants.map(\.player) == [ada, zoe])
            #expect(mine.participants.map(\.status) == [.active, .invited])
            #expect(both.participants.map(\.player) == [ada, nil, zoe])
            #expect(both.participants[1].outcome == .quit && both.turn?.seat == Seat(2))
            #expect(keeper.matches.read(game) { $0.numbers(of: scene.guest).isEmpty })
            let left = try keeper.matches.read(game) { (book) throws(MatchRefusal) in try book.match(apart, for: bob) }
            #expect(left.participants.map(\.player) == [nil, bob])
            #expect(left.participants[0].outcome == .quit && left.ended != nil)
        }
    }

    @Test("rules 1.13 and 12.1: a guest's seats in archived matches become the account's, too")
    func archivedMatches() async throws {
        let scene = try await MergeScene()
        let play = scene.play
        let (ada, zoe) = (scene.ada.player, try await scene.world.signUp("Zoe").player.number)
        let matches = Matches(
            play.keeper, scene.world.accounts, friends: scene.friends.graph, directory: play.store.directory,
            digest: ContentDigest { Digest.sha256($0) })
        let game = MatchGame(app: play.app.number, environment: .production)
        let now = play.time.moment
        try await scene.relate(scene.guest, zoe) { _ = $0.takeFriend(at: now) }
        let made = try await FindMatch(matches)(
            try MatchRequest(recipients: [zoe], takesStrangers: false), key: matches.key(high: 1, low: 1, body: []),
            app: play.app, environment: .production, by: scene.guest)
        let outcomes = [try #require(Seat(0)): MatchOutcome.won, try #require(Seat(1)): .lost]
        let turn = MatchCommand.turn(TurnWrite(.endMatch(outcomes), data: [1]), seen: made.match.version)
        _ = try await WriteMatch(matches)(
            turn, of: made.match.number, key: matches.key(high: 1, low: 2, body: []), in: game, by: scene.guest)
        play.time.advance(MatchLimits.archive)
        #expect(play.keeper.fireMatches())
        #expect(try await play.store.directory.countArchivedMatches(of: scene.guest, in: game) == 1)
        try await scene.merge()
        let read = try await ReadMatches(matches)(made.match.number, for: ada, in: game)
        #expect(read.match.participants.map(\.player) == [ada, zoe] && read.data == [1])
        #expect(try await play.store.directory.countArchivedMatches(of: scene.guest, in: game) == 0)
    }

    @Test("rule 1.13: the guest is erased with a receipt, and their secret leads to the account for 90 days")
    func secret() async throws {
        let scene = try await MergeScene()
        let grace = try await scene.world.signUp("Grace").session
        let receipt = try await scene.merge()
        #expect(receipt.isFinished)
        let directory = scene.play.store.directory
        #expect(try await directory.player(scene.guest) == nil)
        #expect(try await directory.unfinishedErasures().isEmpty)
        #expect(!scene.world.accounts.profiles.isGuest(scene.guest))
        await #expect(throws: SignInGuestError.merged) { try await MergeScene.come(scene.world) }
        #expect(try await scene.merge() == receipt)
        await #expect(throws: MergeGuestError.merged) { try await scene.merge(as: grace) }
        scene.world.time.advance(.days(89))
        try await scene.finish()
        #expect(try await scene.merge() == receipt)
        scene.world.time.advance(.days(2))
        try await scene.finish()
        await #expect(throws: MergeGuestError.unknownGuest) { try await scene.merge() }
        #expect(try await MergeScene.come(scene.world).player.number != scene.guest)
    }

    @Test("rules 1.13, 1.16: an account that is erased in the middle of a merge takes the guest along")
    func erasedAccount() async throws {
        let scene = try await MergeScene()
        let directory = scene.play.store.directory
        let (ada, guest) = (scene.ada.player, scene.guest)
        let fay = try await scene.world.signUp("Fay").player.number
        let now = scene.play.time.moment
        try await scene.relate(guest, fay) { _ = $0.takeFriend(at: now) }
        #expect(try await scene.friends.graph.friends(of: fay) == [guest])
        try await scene.play.board()
        try await scene.play.submit(500, by: ada.rawValue)
        try await scene.play.submit(700, by: guest.rawValue)
        // It is decided, and the process ends after the first step.
        _ = try await directory.beginMerge(
            ofGuest: scene.world.accounts.digest(MergeScene.secret), into: ada, takesFriends: true, receipt: "R",
            at: now)
        try await scene.play.keeper.close(guest)
        let erase = ErasePlayer(scene.world.accounts, friends: scene.friends.graph, finish: scene.finishErasures)
        #expect(try await erase(password: "analytical engine", in: scene.ada).isFinished)
        #expect(try await scene.order() == [])
        #expect(try scene.scores(of: guest).map(\.value) == [0])
        for player in [ada, guest] { #expect(try await directory.player(player) == nil) }
        #expect(try await directory.unfinishedMerges().isEmpty)
        #expect(try await directory.unfinishedErasures().isEmpty)
        #expect(try await directory.beginErasure(of: guest, receipt: "S", at: now)?.receipt == "R")
        #expect(!scene.world.accounts.profiles.isGuest(guest))
        #expect(try await scene.friends.graph.friends(of: fay) == [])
        #expect(try await MergeScene.come(scene.world).player.number != guest)
    }

    @Test("rule 1.13: progress is the higher of each, and an achievement that both have is counted once")
    func progress() async throws {
        let scene = try await MergeScene()
        let play = scene.play
        let (ada, guest) = (scene.ada.player, scene.guest)
        var numbers: [AchievementNumber] = []
        for id in ["Both", "Guests", "Higher", "Lower"] { numbers.append(try await play.achievement(id).number) }
        for (id, own, theirs) in [("Both", 100.0, 100.0), ("Guests", 10, 100), ("Higher", 20, 30), ("Lower", 50, 40)] {
            try await play.report(own, of: id, by: ada.rawValue)
            try await play.report(theirs, of: id, by: guest.rawValue)
        }
        try await scene.merge()
        let progress = try await scene.progress(of: ada)
        #expect(numbers.map { progress[$0]?.percent.value } == [100, 100, 30, 50])
        #expect(numbers.map { progress[$0]?.timesEarned } == [1, 1, 0, 0])
        let counts = try play.store.journal.earnedCounts().sorted { $0.achievement < $1.achievement }
        #expect(counts.map(\.achievement) == [numbers[0], numbers[1]] && counts.allSatisfy { $0.players == 1 })
        #expect(try await scene.progress(of: guest).isEmpty)
        let game = AchievementTally.Game(app: play.app.number, environment: .production)
        #expect(play.keeper.tally.plays(ada, game) && !play.keeper.tally.plays(guest, game))
    }

    @Test("rule 1.13: challenges between the two end as invalid, and others move")
    func challenges() async throws {
        let scene = try await MergeScene()
        let play = scene.play
        let (ada, guest) = (scene.ada.player.rawValue, scene.guest.rawValue)
        let grace = try await scene.world.signUp("Grace").player.number.rawValue
        try await play.board()
        try await play.submit(100, by: grace)
        try await play.submit(50, by: ada)
        try await play.submit(60, by: guest)
        play.time.advance(.seconds(1))
        try await play.challenge(guest, by: grace)
        try await play.challenge(ada, by: guest)
        try await play.challenge(grace, by: guest)
        play.time.advance(.seconds(1))
        try await scene.merge()
        let received = try await play.list(ada, .received, .pending)
        #expect(received.map(\.sender.rawValue) == [grace])
        let sent = try await play.list(ada, .sent, .pending)
        #expect(sent.map(\.receiver.rawValue) == [grace])
        #expect(try await play.list(grace, .received, .pending).map(\.sender.rawValue) == [ada])
        // Better than the challenge that moved.
        #expect(try await play.submit(101, by: ada).setOff.completed == received.map(\.number))
        let restarted = try await play.restarted()
        let left = try await restarted.list(grace, .received, .pending).map(\.sender.rawValue)
        #expect(left.allSatisfy { $0 == ada } && !left.isEmpty)
    }

    @Test("rule 1.13: friends are the union, and a block of either wins", arguments: [true, false])
    func friends(onOwnPage: Bool) async throws {
        let scene = try await MergeScene()
        let directory = scene.play.store.directory
        let (ada, guest) = (scene.ada.player, scene.guest)
        var others: [PlayerNumber] = []
        for alias in ["Fay", "Bob", "Cleo", "Dora"] {
            others.append(try await scene.world.signUp(alias).player.number)
        }
        let (fay, bob, cleo, dora) = (others[0], others[1], others[2], others[3])
        let now = scene.play.time.moment
        for friend in [fay, dora] { try await scene.relate(guest, friend) { _ = $0.takeFriend(at: now) } }
        try await scene.relate(ada, bob) { _ = $0.takeFriend(at: now) }
        try await scene.relate(ada, dora) { $0.takeBlock() }
        try await scene.relate(guest, bob) { $0.takeBlock() }
        try await scene.relate(cleo, guest) { $0.takeBlock() }
        // A game alone makes nobody friends.
        let session = onOwnPage ? scene.ada : scene.play.session(ada.rawValue)
        #expect(try await scene.merge(as: session).isFinished)
        #expect(try await directory.friends(of: ada) == (onOwnPage ? [fay] : [bob]))
        #expect(try await directory.friends(of: fay) == (onOwnPage ? [ada] : []))
        #expect(try await directory.blocked(by: ada).sorted() == (onOwnPage ? [bob, dora] : [dora]))
        #expect(try await directory.blocked(by: cleo) == (onOwnPage ? [ada] : []))
        #expect(try await scene.friends.graph.friends(of: fay) == (onOwnPage ? [ada] : []))
    }

    @Test("rule 1.13: saved games become the account's, beside those of the same name")
    func savedGames() async throws {
        let scene = try await MergeScene()
        let directory = scene.play.store.directory
        func shelf(_ player: PlayerNumber) -> SavedGameShelf {
            SavedGameShelf(player: player, app: scene.play.app.number, environment: .production)
        }
        for (id, player) in [("own", scene.ada.player), ("theirs", scene.guest)] {
            let hash = [UInt8](repeating: id == "own" ? 1 : 2, count: 32)
            let save = SavedGameData(
                version: SavedGame(
                    id: try SavedGameID(id), name: try #require(SavedGameName("Slot 1")),
                    device: DeviceNumber(Int64(player.rawValue)), deviceName: "phone", modified: .first, byteCount: 1,
                    digest: hash),
                data: Blob(digest: try #require(BlobDigest(hash)), bytes: [1]))
            try await directory.changeSavedGames(on: shelf(player)) { _ in (SavedGamesChange(added: save), ()) }
        }
        try await scene.merge()
        #expect(try await directory.savedGames(on: shelf(scene.ada.player)).map(\.id.text) == ["own", "theirs"])
        #expect(try await directory.savedGames(on: shelf(scene.guest)).isEmpty)
        #expect(try await directory.savedGame(try SavedGameID("theirs"), on: shelf(scene.ada.player)) != nil)
    }

    @Test("rule 1.13: a score that a moderator took out doesn't come back by a merge (rule 4.12)")
    func removed() async throws {
        let scene = try await MergeScene()
        let board = try await scene.play.board()
        try await scene.play.submit(900, by: scene.guest.rawValue)
        try await scene.play.submit(700, by: scene.guest.rawValue)
        let sequence = try #require(try scene.scores(of: scene.guest).first).sequence
        _ = try await ModerateScore(scene.play.keeper).remove(sequence, from: board, of: scene.play.app, .production)
        try await scene.merge()
        #expect(try await scene.order() == ["\(scene.ada.player.rawValue):700"])
        #expect(try scene.scores(of: scene.ada.player).map(\.value) == [700])
    }

    @Test("rule 1.13: only an account takes in a guest who is one, and nobody who is banned")
    func refused() async throws {
        let scene = try await MergeScene()
        let another = try await MergeScene.come(scene.world, MergeScene.other)
        await #expect(throws: MergeGuestError.guest) { try await scene.merge(as: another.session) }
        let unknown = String(MergeScene.secret.reversed())
        await #expect(throws: MergeGuestError.unknownGuest) { try await scene.merge(unknown) }
        for player in [scene.ada.player, scene.guest] {
            let bans = scene.play.catalogue.bans
            bans.put(
                Ban(player: player, scope: .team(scene.play.app.team), reason: "", author: nil, created: .first))
            await #expect(throws: MergeGuestError.banned) { try await scene.merge() }
            bans.remove(player, .team(scene.play.app.team))
        }
        _ = try await UpgradeGuest(scene.world.accounts)(
            alias: try Alias("Lasting"), password: try Password("analytical engine", alias: "Lasting"),
            in: another.session, address: AccountsWorld.address)
        await #expect(throws: MergeGuestError.upgraded) { try await scene.merge(MergeScene.other) }
        #expect(try await scene.play.store.directory.unfinishedMerges().isEmpty)
        #expect(try await MergeScene.come(scene.world).player.number == scene.guest)
    }

    @Test("rule 1.13: the question tells the best scores of both, and changes nothing")
    func preview() async throws {
        let scene = try await MergeScene()
        for board in ["HighScores", "Guests", "Accounts"] { try await scene.play.board(board) }
        for (player, board, value) in [
            (scene.ada.player, "HighScores", 500 as Int64), (scene.ada.player, "Accounts", 1),
            (scene.guest, "HighScores", 700), (scene.guest, "HighScores", 600), (scene.guest, "Guests", 3),
        ] {
            try await scene.play.submit(value, by: player.rawValue, to: board)
        }
        let (guest, rows) = try await PreviewMerge(scene.world.accounts, scene.play.keeper)(
            try GuestSecret(MergeScene.secret), in: scene.ada)
        #expect(guest.number == scene.guest)
        let lines = rows.map { "\($0.leaderboard.id.text) \($0.guest) \($0.account.map { "\($0)" } ?? "none")" }
        #expect(lines.sorted() == ["Guests 3 none", "HighScores 700 500"])
        #expect(try await MergeScene.come(scene.world).player.number == scene.guest)
    }

    @Test(
        "rule 1.13: whichever call to the store fails, a merge goes on after a restart, and every score counts once",
        arguments: [StoreError.full, .failing(reason: "disk")])
    func everyFault(error: StoreError) async throws {
        let calls = try await mergeAndRestart(failing: nil, error)
        try #require(calls > 10)
        for call in 1...calls { _ = try await mergeAndRestart(failing: call, error) }
    }

    /// - Parameter call: to the store, of those that a merge makes; nil: none.
    /// - Returns: how many it makes.
    private func mergeAndRestart(failing call: Int?, _ error: StoreError) async throws -> Int {
        let (store, journal) = try PlayStore.make().held()
        let scene = try await MergeScene(store)
        let (ada, guest) = (scene.ada.player, scene.guest)
        let achievement = try await scene.play.achievement().number
        for board in ["HighScores", "Other"] { try await scene.play.board(board) }
        try await scene.play.submit(500, by: ada.rawValue, id: "own")
        try await scene.play.submit(700, by: guest.rawValue, id: "best")
        try await scene.play.submit(300, by: guest.rawValue)
        try await scene.play.submit(5, by: guest.rawValue, to: "Other")
        try await scene.play.report(100, by: guest.rawValue)
        let before = journal.calls
        if let call { journal.fail(call: call, error) }
        let receipt = try await scene.merge()
        let calls = journal.calls - before
        journal.failNone()
        let restarted = try await scene.restarted()
        try await restarted.finish()
        try await restarted.finishErasures()
        let which = "call \(call ?? 0), \(error)"
        #expect(try await restarted.merge().id == receipt.id, "\(which)")
        #expect(try await restarted.order() == ["\(ada.rawValue):700"], "\(which)")
        #expect(try await restarted.order("Other") == ["\(ada.rawValue):5"], "\(which)")
        #expect(try restarted.scores(of: ada).map(\.value).sorted() == [5, 300, 500, 700], "\(which)")
        #expect(try await restarted.progress(of: ada)[achievement]?.percent == .full, "\(which)")
        #expect(try store.journal.earnedCounts().map(\.players) == [1], "\(which)")
        #expect(try await store.directory.unfinishedMerges().isEmpty, "\(which)")
        #expect(try await store.directory.unfinishedErasures().isEmpty, "\(which)")
        #expect(try await store.directory.player(guest) == nil, "\(which)")
        return calls
    }
}
