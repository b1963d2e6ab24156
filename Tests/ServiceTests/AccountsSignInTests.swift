import LaurelDomain
import LaurelScores
import LaurelStorage
import Synchronization
import Testing

@testable import LaurelService

@Suite("Signing in", .timeLimit(.minutes(15))) struct AccountsSignInTests {
    @Test("makes a second session and leaves the first as it is")
    func signIn() async throws {
        let world = try AccountsWorld()
        let first = try await world.signUp("Ada")
        let second = try await world.signIn("ADA")
        #expect(second.player == first.player)
        #expect(second.token != first.token)
        #expect(try await Authenticate(world.accounts)(first.token) == first.session)
        #expect(try await Authenticate(world.accounts)(second.token) == second.session)
    }

    @Test(
        "gives an unknown alias and a wrong password the same answer after the same work",
        arguments: ["Ada", "Nobody", "", "no such alias can be, it is far too long", "a\u{0}b"])
    func sameWork(alias: String) async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn(alias, "not the password") }
        #expect(world.hasher.verifications == 1)
        #expect(world.hasher.hashes == 1)
    }

    @Test("does not take the decoy's password, nor one that is too long to be one")
    func decoy() async throws {
        let world = try AccountsWorld()
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("Nobody", "\u{0}nobody's") }
        await #expect(throws: SignInError.wrongCredentials) {
            try await world.signIn("Nobody", String(repeating: "x", count: 100_000))
        }
        #expect(world.hasher.verifications == 2)
    }

    @Test("slows guesses of strangers at one alias from everywhere, known or not", arguments: ["Ada", "Nobody"])
    func accountLimit(alias: String) async throws {
        var limits = AttemptLimits()
        limits.accountByStrangers = AttemptRate(burst: 3, interval: .minutes(1))
        limits.spare = AttemptRate(burst: 1, interval: .minutes(10))
        let world = try AccountsWorld(limits: limits)
        try await world.signUp("Ada", arrival: try world.arrival(address: ClientAddress("203.0.113.9")))
        for index in 0..<3 {
            let arrival = try world.arrival(address: ClientAddress("192.0.2.\(index)"))
            await #expect(throws: SignInError.wrongCredentials) {
                try await world.signIn(index == 1 ? alias.uppercased() : alias, "wrong", arrival: arrival)
            }
        }
        await #expect(throws: SignInError.tooManyAttempts(retryAfter: .minutes(1))) {
            try await world.signIn(alias, "wrong")
        }
        #expect(world.hasher.verifications == 3)
        // An address that has not guessed has one guess to spare all the same.
        let fresh = try world.arrival(address: ClientAddress("198.51.100.1"))
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn(alias, "wrong", arrival: fresh) }
        await #expect(throws: SignInError.tooManyAttempts(retryAfter: .minutes(1))) {
            try await world.signIn(alias, "wrong", arrival: fresh)
        }
        world.time.advance(.seconds(59))
        await #expect(throws: SignInError.tooManyAttempts(retryAfter: .seconds(1))) {
            try await world.signIn(alias, "wrong")
        }
        world.time.advance(.seconds(1))
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn(alias, "wrong") }
    }

    @Test("keeps nobody out who knows the password: 30 of 30 come in from new addresses while two guess at 200 aliases")
    func nobodyLockedOut() async throws {
        let world = try AccountsWorld()
        for index in 0..<30 { try await world.signUp("Player \(index)") }
        let guessers = try ["203.0.113.1", "203.0.113.2"].map { try world.arrival(address: ClientAddress($0)) }
        var refused = 0
        for round in 0..<30 {
            for alias in 0..<200 {
                for guesser in guessers {
                    do {
                        try await world.signIn("Player \(alias)", "guess \(round)", arrival: guesser)
                    } catch SignInError.tooManyAttempts {
                        refused += 1
                    } catch SignInError.wrongCredentials {}
                }
            }
            let own = try world.arrival(address: ClientAddress("198.51.100.\(round)"))
            try await world.signIn("Player \(round)", arrival: own)
        }
        // Two addresses got what two addresses have, in no time.
        #expect(refused == 30 * 200 * 2 - 2 * 50)
    }

    @Test("keeps nobody out who knows the password though a thousand addresses have used up what all share")
    func exhausted() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada", arrival: try world.arrival(address: ClientAddress("192.0.2.9")))
        func guess(_ address: String, _ alias: String) async throws -> SignInError? {
            do {
                try await world.signIn(alias, "wrong", arrival: try world.arrival(address: ClientAddress(address)))
                return nil
            } catch {
                return error as? SignInError
            }
        }
        for index in 0..<1_000 {
            for _ in 0..<3 { _ = try await guess("10.0.\(index / 250).\(index % 250)", index < 500 ? "Ada" : "Eve") }
        }
        // A caller who has guessed three times waits by now...
        guard case .tooManyAttempts = try await guess("10.0.0.1", "Ada") else {
            Issue.record("the guessers are not slowed")
            return
        }
        // ...and a right password passes from anywhere else, again and again.
        let fresh = try world.arrival(address: ClientAddress("198.51.100.1"))
        for _ in 0..<10 { try await world.signIn("Ada", arrival: fresh) }
    }

    @Test("limits guesses from one address at any alias")
    func addressLimit() async throws {
        var limits = AttemptLimits()
        limits.address = AttemptRate(burst: 2, interval: .seconds(10))
        let world = try AccountsWorld(limits: limits)
        let attacker = try world.arrival(address: ClientAddress("2001:db8:1:2::1"))
        for alias in ["one", "two"] {
            await #expect(throws: SignInError.wrongCredentials) {
                try await world.signIn(alias, "wrong", arrival: attacker)
            }
        }
        let neighbour = try world.arrival(address: ClientAddress("2001:db8:1:2:ffff::9"))
        await #expect(throws: SignInError.tooManyAttempts(retryAfter: .seconds(10))) {
            try await world.signIn("tri", "wrong", arrival: neighbour)
        }
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("tri", "wrong") }
    }

    @Test("slows guesses in all")
    func totalLimit() async throws {
        var limits = AttemptLimits()
        limits.total = AttemptRate(burst: 5, interval: .seconds(1))
        limits.spare = AttemptRate(burst: 1, interval: .minutes(10))
        let world = try AccountsWorld(limits: limits)
        for index in 0..<5 {
            let arrival = try world.arrival(address: ClientAddress("198.51.100.\(index)"))
            await #expect(throws: SignInError.wrongCredentials) {
                try await world.signIn("alias \(index)", "wrong", arrival: arrival)
            }
        }
        let guesser = try world.arrival(address: ClientAddress("198.51.100.0"))
        await #expect(throws: SignInError.tooManyAttempts(retryAfter: .seconds(1))) {
            try await world.signIn("another", "wrong", arrival: guesser)
        }
        await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("another", "wrong") }
    }

    @Test("does not count those who know their password, nor those turned away as busy")
    func successIsFree() async throws {
        var limits = AttemptLimits()
        limits.account = AttemptRate(burst: 2, interval: .minutes(1))
        let world = try AccountsWorld(limits: limits)
        try await world.signUp("Ada")
        for _ in 0..<10 { try await world.signIn("Ada") }
        world.hasher.setBusy(true)
        for _ in 0..<10 { await #expect(throws: SignInError.busy) { try await world.signIn("Ada") } }
        world.hasher.setBusy(false)
        try await world.signIn("Ada")
    }

    @Test("counts guesses made at the same moment")
    func concurrentGuesses() async throws {
        var limits = AttemptLimits()
        limits.account = AttemptRate(burst: 5, interval: .minutes(1))
        let world = try AccountsWorld(limits: limits)
        try await world.signUp("Ada")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await #expect(throws: SignInError.self) { try await world.signIn("Ada", "wrong") }
                }
            }
        }
        #expect(world.hasher.verifications == 5)
    }

    @Test("keeps its counters small, however many are tried")
    func boundedCounters() {
        let limiter = AttemptLimiter()
        let total = AttemptRate(burst: 500, interval: .init(milliseconds: 200))
        var now = Timestamp(clamping: 1_800_000_000_000)
        var most = 0
        for index in 0..<100_000 {
            let attempt = AttemptLimiter.Attempt(own: [
                (.total, total), (.accountByStrangers("\(index)"), AttemptRate(burst: 10, interval: .minutes(1))),
            ])
            do { try limiter.reserve(attempt, at: now) } catch { now = now.advanced(by: error.retryAfter) }
            most = max(most, limiter.count)
        }
        #expect(most <= 4_096)
    }

    @Test("forgets what is paid off first when there are more counters than it may have, and never the slowest")
    func counterLimit() throws {
        let limiter = AttemptLimiter()
        let now = Timestamp(clamping: 1_800_000_000_000)
        let slow = AttemptRate(burst: 1, interval: .hours(1))
        let guesser = AttemptLimiter.Attempt(own: [(.accountByStrangers("slow"), slow)])
        try limiter.reserve(guesser, at: now)
        for index in 0..<3 * AttemptLimiter.countLimit {
            let rate = AttemptRate(burst: 1, interval: .seconds(Int64(1 + index % 1_000)))
            try limiter.reserve(AttemptLimiter.Attempt(own: [(.accountByStrangers("\(index)"), rate)]), at: now)
            #expect(limiter.count <= AttemptLimiter.countLimit)
        }
        #expect(throws: TooManyAttempts.self) { try limiter.reserve(guesser, at: now) }
    }

    @Test("however many addresses guess, they don't make it forget what protects one player")
    func countersOfPlayers() throws {
        let limiter = AttemptLimiter()
        let now = Timestamp(clamping: 1_800_000_000_000)
        let player = PlayerNumber(1)
        let attempts = [AttemptLimiter.Key.player(player), .secondFactor(player), .userCode(player)].map { key in
            AttemptLimiter.Attempt(own: [(key, AttemptRate(burst: 1, interval: .seconds(30)))])
        }
        for attempt in attempts { try limiter.reserve(attempt, at: now) }
        for index in 0..<2 * AttemptLimiter.countLimit {
            // All of them are paid off later.
            let rate = AttemptRate(burst: 1, interval: .seconds(Int64(60 + index % 1_000)))
            try limiter.reserve(AttemptLimiter.Attempt(own: [(.accountByStrangers("\(index)"), rate)]), at: now)
        }
        #expect(limiter.count <= AttemptLimiter.countLimit)
        for attempt in attempts {
            #expect(throws: TooManyAttempts.self) { try limiter.reserve(attempt, at: now) }
        }
    }

    @Test("has no more counters of players than it may have of all, and forgets what is paid off first")
    func playerCounterLimit() throws {
        let limiter = AttemptLimiter()
        let now = Timestamp(clamping: 1_800_000_000_000)
        func attempt(_ number: Int) -> AttemptLimiter.Attempt {
            let rate = AttemptRate(burst: 1, interval: .init(milliseconds: Int64(1 + number)))
            return AttemptLimiter.Attempt(own: [(.secondFactor(PlayerNumber(UInt32(number))), rate)])
        }
        let most = 2 * AttemptLimiter.countLimit
        for number in 1...most {
            try limiter.reserve(attempt(number), at: now)
            #expect(limiter.count <= AttemptLimiter.countLimit)
        }
        try limiter.reserve(attempt(1), at: now)
        #expect(throws: TooManyAttempts.self) { try limiter.reserve(attempt(most), at: now) }
    }

    @Test("hashes a password anew when the parameters have risen, and stays valid")
    func rehash() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        world.hasher.raiseParameters()
        try await world.signIn("Ada")
        #expect(try await world.directory.credentials(aliasKey: "ada")?.passwordHash == "hash 2 of analytical engine")
        try await world.signIn("Ada")
        #expect(world.hasher.hashes == 2)
    }

    @Test("rule 1.7: tells an unknown game, one without Game Center and one not yet released apart")
    func games() async throws {
        let game = try BundleID("com.ali.MonkeyJump")
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        func signIn(_ environment: Environment) async throws -> Binding {
            let arrival = try world.arrival((game, environment))
            return try await world.signIn("Ada", arrival: arrival).session.binding
        }
        await #expect(throws: SignInError.game(.unknownGame(game))) { try await signIn(.sandbox) }
        var app = App(number: AppNumber(1), team: TeamNumber(1), bundleID: game, name: "MonkeyJump", sku: "")
        world.catalogue.put(app)
        await #expect(throws: SignInError.game(.gameCenterDisabled(game))) { try await signIn(.sandbox) }
        app.isGameCenterEnabled = true
        world.catalogue.put(app)
        await #expect(throws: SignInError.game(.notReleased(game))) { try await signIn(.production) }
        #expect(try await signIn(.sandbox) == .game(app.number, .sandbox))
        app.isReleased = true
        world.catalogue.put(app)
        #expect(try await signIn(.production) == .game(app.number, .production))
    }
}

@Suite("Sessions", .timeLimit(.minutes(15))) struct AccountsSessionTests {
    @Test("rule 1.5: survive a restart")
    func restart() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let restarted = world.restarted()
        #expect(Authenticate(restarted.accounts).immediately(ada.token) == .unknown)
        #expect(try await Authenticate(restarted.accounts)(ada.token) == ada.session)
        #expect(Authenticate(restarted.accounts).immediately(ada.token) == .session(ada.session))
    }

    @Test(
        "are nobody's without the token",
        arguments: ["", "x", String(repeating: "A", count: 43), String(repeating: "é", count: 43)])
    func unknown(token: String) async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(world.accounts)(token) }
    }

    @Test("end with a sign-out, at once and after a restart")
    func signOut() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let other = try await world.signIn("Ada")
        try await SignOut(world.accounts)(ada.session)
        try await SignOut(world.accounts)(ada.session)
        for accounts in [world.accounts, world.restarted().accounts] {
            await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(accounts)(ada.token) }
            #expect(try await Authenticate(accounts)(other.token) == other.session)
        }
    }

    @Test("end all at once when the player's are ended")
    func endAll() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let eve = try await world.signUp("Eve")
        let other = try await world.signIn("Ada")
        try await EndSessions(world.accounts)(of: ada.player.number)
        for token in [ada.token, other.token] {
            await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(world.accounts)(token) }
        }
        #expect(try await Authenticate(world.accounts)(eve.token) == eve.session)
    }

    @Test("rule 1.5: end after the stated idle time, in memory and in the store, and not before")
    func idle() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let authenticate = Authenticate(world.accounts)
        world.time.advance(ActiveSessions.idleLimit.minusOneMillisecond)
        #expect(try await authenticate(ada.token) == ada.session)
        try await TidySessions(world.accounts)()
        world.time.advance(ActiveSessions.idleLimit.minusOneMillisecond)
        let restarted = world.restarted()
        #expect(try await Authenticate(restarted.accounts)(ada.token) == ada.session)
        world.time.advance(.init(milliseconds: 1))
        await #expect(throws: AuthenticateError.unauthenticated) { try await authenticate(ada.token) }
        // The restarted server used it a moment ago; it does not end there.
        #expect(try await Authenticate(restarted.accounts)(ada.token) == ada.session)
        restarted.time.advance(ActiveSessions.idleLimit)
        await #expect(throws: AuthenticateError.unauthenticated) {
            try await Authenticate(restarted.restarted().accounts)(ada.token)
        }
    }

    @Test("rule 1.5: end at the stated age however much they are used, in memory and in the store, and not before")
    func age() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let authenticate = Authenticate(world.accounts)
        let month = Timestamp.Span.days(30)
        for _ in 0..<12 {
            world.time.advance(month)
            #expect(try await authenticate(ada.token) == ada.session)
            try await TidySessions(world.accounts)()
        }
        // 360 days by now.
        world.time.advance(Timestamp.Span.days(5).minusOneMillisecond)
        #expect(try await authenticate(ada.token) == ada.session)
        try await TidySessions(world.accounts)()
        world.time.advance(.init(milliseconds: 1))
        for accounts in [world.accounts, world.restarted().accounts] {
            await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(accounts)(ada.token) }
        }
        #expect(try await ListSessions(world.accounts)(of: ada.player.number).isEmpty)
        world.time.advance(.init(milliseconds: 1))
        try await TidySessions(world.accounts)()
        #expect(try await world.directory.session(world.accounts.digest(ada.token)) == nil)
    }

    @Test("rule 1.5: stay where one of two clocks is ahead: the wall clock, or server time after that was mended")
    func clocks() async throws {
        var world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let serverTime = ManualTime(world.time.moment.milliseconds)
        world.accounts.serverTime = serverTime.clock
        func isThere() async throws -> Bool {
            try await world.directory.session(world.accounts.digest(ada.token)) != nil
        }
        for time in [world.time, serverTime] {
            let before = time.moment
            time.advance(.days(400))
            try await TidySessions(world.accounts)()
            #expect(try await isThere())
            time.set(before)
        }
        for time in [world.time, serverTime] { time.advance(.days(400)) }
        try await TidySessions(world.accounts)()
        #expect(try await !isThere())
    }

    @Test("rule 1.5: are so many at most of one player; the one used longest ago ends at once, with what lives by it")
    func limit() async throws {
        let world = try AccountsWorld()
        let ended = Mutex(0)
        let ada = try await world.signUp("Ada")
        world.accounts.sessions.onEnd { isEnded in if isEnded(ada.session) { ended.withLock { $0 += 1 } } }
        let eve = try await world.signUp("Eve")
        for _ in 1..<ActiveSessions.countLimitPerPlayer { _ = try await world.signIn("Ada") }
        #expect(try await Authenticate(world.accounts)(ada.token) == ada.session)
        let newest = try await world.signIn("Ada")
        #expect(ended.withLock { $0 } == 1)
        for accounts in [world.accounts, world.restarted().accounts] {
            await #expect(throws: AuthenticateError.unauthenticated) { try await Authenticate(accounts)(ada.token) }
            #expect(try await Authenticate(accounts)(newest.token) == newest.session)
            #expect(try await Authenticate(accounts)(eve.token) == eve.session)
        }
        #expect(try await ListSessions(world.accounts)(of: ada.player.number).count == 50)
    }

    @Test("are deleted once they have been idle for too long")
    func tidy() async throws {
        let world = try AccountsWorld()
        let ada = try await world.signUp("Ada")
        let digest = world.accounts.digest(ada.token)
        world.time.advance(ActiveSessions.idleLimit)
        try await TidySessions(world.accounts)()
        #expect(try await world.directory.session(digest) != nil)
        world.time.advance(.init(milliseconds: 1))
        try await TidySessions(world.accounts)()
        #expect(try await world.directory.session(digest) == nil)
    }

    @Test("are as many in memory as allowed, and all of them in the store")
    func bounded() async throws {
        var world = try AccountsWorld()
        world.accounts.sessions = ActiveSessions(contacts: world.accounts.contacts, countLimit: 8)
        var tokens = [try await world.signUp("Ada").token]
        for _ in 1..<ActiveSessions.countLimitPerPlayer { tokens.append(try await world.signIn("Ada").token) }
        #expect(world.accounts.sessions.count <= 8)
        for token in tokens { _ = try await Authenticate(world.accounts)(token) }
        #expect(world.accounts.sessions.count <= 8)
    }

    @Test("do not come back through a read that began before they ended")
    func lateRead() async throws {
        let directory = try HeldDirectory()
        let world = AccountsWorld(directory: directory)
        let ada = try await world.signUp("Ada")
        let restarted = world.restarted()
        await directory.hold()
        let answer = Task { try await Authenticate(restarted.accounts)(ada.token) }
        await directory.someoneWaits()
        try await SignOut(restarted.accounts)(ada.session)
        await directory.release()
        await #expect(throws: AuthenticateError.unauthenticated) { try await answer.value }
        #expect(Authenticate(restarted.accounts).immediately(ada.token) == .unknown)
    }

    @Test("lose no moment to a store that is away for a while")
    func failedTidy() async throws {
        let directory = try HeldDirectory()
        let world = AccountsWorld(directory: directory)
        let game = try world.releasedGame()
        let ada = try await world.signUp("Ada", arrival: try world.arrival(game, waiting: 0))
        world.time.advance(.hours(2))
        _ = try await Authenticate(world.accounts)(ada.token)
        world.accounts.contacts.note(waiting: 0, of: try #require(ada.session.queue), at: world.time.moment)
        directory.isFailing.withLock { $0 = true }
        await #expect(throws: EndSessionsError.unavailable) { try await TidySessions(world.accounts)() }
        directory.isFailing.withLock { $0 = false }
        try await TidySessions(world.accounts)()
        let record = try await directory.session(world.accounts.digest(ada.token))
        #expect(record?.lastUsed == world.time.moment)
        #expect(record?.emptyQueue == world.time.moment)
    }

    @Test("rule 4.7: remember the last contact with an empty queue of their device and game, over a restart")
    func contacts() async throws {
        let world = try AccountsWorld()
        let (game, start) = (try world.releasedGame(), world.time.moment)
        let ada = try await world.signUp("Ada", arrival: try world.arrival(game, device: "phone", waiting: 0))
        let (contacts, queue) = (world.accounts.contacts, try #require(ada.session.queue))
        #expect(contacts.last(of: queue) == start)
        world.time.advance(.hours(1))
        let again = try await world.signIn("Ada", arrival: try world.arrival(game, device: "phone", waiting: 3))
        #expect(again.session.queue == queue)
        #expect(contacts.last(of: queue) == start)
        contacts.note(waiting: 2, of: queue, at: world.time.moment)
        contacts.note(waiting: nil, of: queue, at: world.time.moment)
        #expect(contacts.last(of: queue) == start)
        contacts.note(waiting: 0, of: queue, at: world.time.moment)
        #expect(contacts.last(of: queue) == world.time.moment)
        contacts.note(waiting: 0, of: queue, at: start)
        #expect(contacts.last(of: queue) == world.time.moment)

        try await TidySessions(world.accounts)()
        let restarted = world.restarted()
        _ = try await Authenticate(restarted.accounts)(again.token)
        #expect(restarted.accounts.contacts.last(of: queue) == world.time.moment)
        let tablet = try restarted.arrival(game, device: "tablet", waiting: 1)
        for arrival in [tablet, try restarted.arrival((game.bundleID, .sandbox), device: "phone", waiting: 1)] {
            let other = try await restarted.signIn("Ada", arrival: arrival)
            #expect(restarted.accounts.contacts.last(of: try #require(other.session.queue)) == nil)
        }
    }
}

extension Timestamp.Span {
    fileprivate var minusOneMillisecond: Timestamp.Span { .init(milliseconds: milliseconds - 1) }
}
