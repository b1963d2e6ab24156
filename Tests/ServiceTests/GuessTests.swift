import LaurelCryptography
import LaurelDomain
import LaurelStorage
import LaurelStorageSQL
import LaurelTestStores
import Synchronization
import Testing
@testable import LaurelScores

@testable import LaurelService

@Suite("Guesses that count for the next process", .timeLimit(.minutes(15))) struct GuessTests {
    private struct Surprise: Error {}

    /// What can be guessed.
    enum Secret: CaseIterable, Sendable {
        case password, recoveryCode, ownPassword, secondFactor, userCode

        /// So many wrong ones are taken at once, then one every so often.
        var rate: AttemptRate {
            switch self {
            case .password, .recoveryCode, .ownPassword: AttemptRate(burst: 10, interval: .minutes(1))
            case .secondFactor: AttemptRate(burst: 10, interval: .minutes(5))
            case .userCode: AttemptRate(burst: 20, interval: .seconds(30))
            }
        }
    }

    /// The same store, with nothing in memory but what a start reads.
    private func next(_ world: AccountsWorld) async throws -> AccountsWorld {
        let next = world.restarted()
        try await LoadGuesses(next.accounts)()
        return next
    }

    private func guess(_ world: AccountsWorld, times: Int) async throws {
        for _ in 0..<times {
            await #expect(throws: SignInError.wrongCredentials) { try await world.signIn("Ada", "wrong") }
        }
    }

    private func expectRefusal(_ world: AccountsWorld, for span: Timestamp.Span = .minutes(1)) async {
        // The right one doesn't pass either.
        for password in ["wrong", "analytical engine"] {
            await #expect(throws: SignInError.tooManyAttempts(retryAfter: span)) {
                try await world.signIn("Ada", password)
            }
        }
    }

    /// A wrong guess by Ada, or at a secret of hers.
    /// - Returns: whether it was looked at.
    private func isTaken(
        _ secret: Secret, _ ada: Session, _ twoFactor: TwoFactor, at world: AccountsWorld
    ) async throws -> Bool {
        let accounts = world.accounts
        do {
            switch secret {
            case .password: try await world.signIn("Ada", "wrong")
            case .recoveryCode:
                try await Recover(accounts)(
                    alias: "Ada", code: "wrong", newPassword: try Password("difference engine", alias: "Ada"),
                    address: AccountsWorld.address)
            case .ownPassword: _ = try await RenewRecoveryCodes(accounts)(password: "wrong", of: ada.player)
            case .secondFactor: _ = try await ConfirmTwoFactor(twoFactor, accounts)(code: "000000", by: ada)
            case .userCode:
                _ = try await DecideDevice(accounts).look("BBBB-BBBB", by: ada.player, from: AccountsWorld.address)
            }
        } catch SignInError.wrongCredentials, RecoverError.wrongCredentials, OwnSecretsError.wrongPassword,
            TwoFactorError.wrongCode, DeviceAuthorizationError.unknownCode
        {
            return true
        } catch SignInError.tooManyAttempts, RecoverError.tooManyAttempts, OwnSecretsError.tooManyAttempts,
            TwoFactorError.tooManyAttempts, DeviceAuthorizationError.tooManyAttempts
        {
            return false
        }
        throw Surprise()
    }

    @Test(
        "after as many wrong ones as a limit takes, the next process refuses, until their time is over",
        arguments: Secret.allCases)
    func restart(secret: Secret) async throws {
        let directory = try TestStores.directory()
        let world = AccountsWorld(directory: directory)
        let ada = try await world.signUp("Ada").session
        let twoFactor = TwoFactor(
            directory: directory, hashing: CodeHashing { MessageAuthentication.hmacSHA1($0, key: $1) },
            roster: Roster())
        #expect(try await directory.offerTwoFactor(Array("12345678901234567890".utf8), to: ada.player))
        func isTaken(at world: AccountsWorld) async throws -> Bool {
            try await self.isTaken(secret, ada, twoFactor, at: world)
        }
        for _ in 0..<secret.rate.burst { #expect(try await isTaken(at: world)) }
        let second = try await next(world)
        #expect(try await !isTaken(at: second))
        second.time.advance(.init(milliseconds: secret.rate.interval.milliseconds - 1))
        #expect(try await !isTaken(at: second))
        second.time.advance(.init(milliseconds: 1))
        #expect(try await isTaken(at: second))
        // That one is known to the process after it.
        let third = try await next(second)
        #expect(try await !isTaken(at: third))
        third.time.advance(.init(milliseconds: secret.rate.interval.milliseconds * secret.rate.burst))
        let last = try await next(third)
        for _ in 0..<secret.rate.burst { #expect(try await isTaken(at: last)) }
        #expect(try await !isTaken(at: last))
    }

    @Test("they keep out who guessed, and nobody else")
    func others() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        try await world.signUp("Eve")
        try await guess(world, times: 10)
        let next = try await next(world)
        await expectRefusal(next)
        try await next.signIn("Eve")
        try await next.signIn("Ada", arrival: try next.arrival(address: ClientAddress("203.0.113.9")))
    }

    @Test("the right password clears what was guessed there, in the store as well")
    func cleared() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        try await guess(world, times: 9)
        let second = try await next(world)
        try await second.signIn("Ada")
        // The guesses of the address are paid off by time alone: somebody there has a password of their own.
        #expect(try await world.directory.guesses(at: world.time.moment, limit: 10).count == 1)
        let third = try await next(second)
        try await guess(third, times: 10)
        await expectRefusal(third)
    }

    @Test("the store is written to by wrong guesses that were looked at, and by who guessed before they knew")
    func writes() async throws {
        let directory = try HeldDirectory()
        let world = AccountsWorld(directory: directory)
        func writes() -> Int { directory.guessWrites.withLock { $0 } }
        try await world.signUp("Ada")
        try await world.signIn("Ada")
        #expect(writes() == 0)
        try await guess(world, times: 10)
        #expect(writes() == 10)
        await expectRefusal(world)
        #expect(writes() == 10)
        world.time.advance(.minutes(1))
        try await world.signIn("Ada")
        #expect(writes() == 11)
        try await world.signIn("Ada")
        #expect(writes() == 11)
    }

    @Test("a store that takes nothing keeps nobody from an answer, and gets them later")
    func away() async throws {
        let directory = try HeldDirectory()
        let world = AccountsWorld(directory: directory)
        try await world.signUp("Ada")
        directory.isFailing.withLock { $0 = true }
        try await guess(world, times: 10)
        await #expect(throws: StoreError.unavailable) { try await TidyGuesses(world.accounts)() }
        directory.isFailing.withLock { $0 = false }
        try await TidyGuesses(world.accounts)()
        await expectRefusal(try await next(world))
    }

    @Test("a clock that was ahead as they were written makes nobody wait longer than if they had just been made")
    func clock() async throws {
        var world = try AccountsWorld()
        try await world.signUp("Ada")
        let serverTime = ManualTime(world.time.moment.advanced(by: .minutes(30)).milliseconds)
        world.accounts.serverTime = serverTime.clock
        try await guess(world, times: 10)
        let second = try await next(world)
        second.time.advance(.seconds(30))
        await expectRefusal(second, for: .seconds(30))
        second.time.advance(.seconds(30))
        try await guess(second, times: 1)
        // Further ahead than any limit reaches: such rows say nothing, and go.
        serverTime.advance(.days(1))
        world.time.advance(.minutes(11))
        try await guess(world, times: 10)
        let third = try await next(world)
        #expect(try await world.directory.guesses(at: serverTime.moment, limit: 10).count == 2)
        try await TidyGuesses(third.accounts)()
        #expect(try await world.directory.guesses(at: serverTime.moment, limit: 10).isEmpty)
        try await guess(third, times: 1)
    }

    @Test("they go on by server time, whatever the steady clock of the next machine says")
    func steady() async throws {
        var world = try AccountsWorld()
        try await world.signUp("Ada")
        world.accounts.steady = ManualTime(5_000).clock
        try await guess(world, times: 10)
        var next = world.restarted()
        let steady = ManualTime(900_000_000)
        next.accounts.steady = steady.clock
        next.time.advance(.minutes(4))
        try await LoadGuesses(next.accounts)()
        try await guess(next, times: 4)
        await expectRefusal(next)
        // Setting the clock on the wall changes nothing then.
        next.time.advance(.minutes(-60))
        await expectRefusal(next)
        steady.advance(.minutes(1))
        try await guess(next, times: 1)
    }

    @Test("what doesn't count any more is deleted once a minute")
    func tidied() async throws {
        let world = try AccountsWorld()
        try await world.signUp("Ada")
        let start = world.time.moment
        try await guess(world, times: 1)
        #expect(try await world.directory.guesses(at: start, limit: 10).count == 2)
        world.time.advance(.seconds(59))
        try await TidyGuesses(world.accounts)()
        // The address's one was paid off after ten seconds.
        #expect(try await world.directory.guesses(at: start, limit: 10).count == 1)
        world.time.advance(.seconds(1))
        try await TidyGuesses(world.accounts)()
        #expect(try await world.directory.guesses(at: start, limit: 10).isEmpty)
    }

    @Test("from however many addresses they come, 2,500 rows are written at once, and then 20 a second")
    func rows() throws {
        let limiter = AttemptLimiter()
        var now = Timestamp(clamping: 1_800_000_000_000)
        func write() -> Int {
            var rows = 0
            while true {
                let taken = limiter.takeUnwritten(at: now)
                #expect(taken.counts.count <= AttemptLimiter.batchLimit)
                guard !taken.isEmpty else { return rows }
                rows += taken.counts.count
            }
        }
        for number in 0..<5_000 {
            let address = ClientAddress("10.0.\(number / 250).\(number % 250)")
            let rate = AttemptRate(burst: 50, interval: .minutes(1))
            // Twice: a counter has one row.
            for _ in 0..<2 {
                let attempt = AttemptLimiter.Attempt(own: [(.address(address), rate)])
                limiter.noteWrong(try limiter.reserve(attempt, at: now))
            }
        }
        #expect(write() == 2_500)
        now = now.advanced(by: .seconds(10))
        #expect(write() == 200)
        // The next start reads all of them.
        let rate = AttemptLimiter.rowRate
        let most = rate.burst + GuessCount.longestLife.milliseconds / rate.interval.milliseconds
        #expect(most <= Int64(AttemptLimiter.keptLimit))
    }

    /// Counts wrong guesses, each from another address, that wait to be written.
    private func note(_ count: Int, _ limiter: AttemptLimiter, at now: Timestamp) throws {
        let rate = AttemptRate(burst: 50, interval: .minutes(1))
        for number in 0..<count {
            let address = ClientAddress("10.0.\(number / 250).\(number % 250)")
            limiter.noteWrong(try limiter.reserve(AttemptLimiter.Attempt(own: [(.address(address), rate)]), at: now))
        }
    }

    @Test("what protects one player is written first, however many wait")
    func players() throws {
        let limiter = AttemptLimiter()
        let now = Timestamp(clamping: 1_800_000_000_000)
        try note(2_000, limiter, at: now)
        let player = PlayerNumber(1)
        let keys = [AttemptLimiter.Key.player(player), .secondFactor(player), .userCode(player)]
        let rate = AttemptRate(burst: 10, interval: .minutes(5))
        for key in keys {
            limiter.noteWrong(try limiter.reserve(AttemptLimiter.Attempt(own: [(key, rate)]), at: now))
        }
        let taken = limiter.takeUnwritten(at: now)
        #expect(taken.counts.prefix(3).map { $0.key } == keys)
        #expect(taken.counts.count == AttemptLimiter.batchLimit)
        // Again, if they weren't.
        limiter.putBack(taken)
        #expect(limiter.takeUnwritten(at: now).counts.map { $0.key } == taken.counts.map { $0.key })
    }

    @Test("what a store refuses takes nothing of the rows that may be written")
    func refusedRows() throws {
        let limiter = AttemptLimiter()
        let now = Timestamp(clamping: 1_800_000_000_000)
        try note(2_500, limiter, at: now)
        for _ in 0..<5 { limiter.putBack(limiter.takeUnwritten(at: now)) }
        var rows = 0
        for _ in 0..<3 { rows += limiter.takeUnwritten(at: now).counts.count }
        #expect(rows == 2_500)
    }

    @Test("an orderly end writes all that waits, after the one who writes, though its own task is canceled")
    func flushed() async throws {
        let directory = try HeldDirectory()
        let world = AccountsWorld(directory: directory)
        try await world.signUp("Ada")
        await directory.holdGuesses()
        let guessing = Task { try await guess(world, times: 1) }
        await directory.guessesWait()
        // More than those that the guess takes along.
        try note(1_500, world.accounts.guesses, at: world.time.moment)
        let ending = Task {
            while !Task.isCancelled { await Task.yield() }
            try await FlushGuesses(world.accounts)(sleep: { _ in
                await directory.releaseGuesses()
                // As long as the guesses take.
                while !Task.isCancelled { await Task.yield() }
            })
        }
        ending.cancel()
        try await ending.value
        // Two of the guess: its address and its alias.
        #expect(try await directory.guesses(at: world.time.moment, limit: 5_000).count == 1_502)
        try await guessing.value
    }

    @Test("an orderly end doesn't wait for a store that doesn't answer")
    func flushLimit() async throws {
        let directory = try HeldDirectory()
        let world = AccountsWorld(directory: directory)
        try note(1, world.accounts.guesses, at: world.time.moment)
        await directory.holdGuesses()
        await #expect(throws: StoreError.unavailable) {
            try await FlushGuesses(world.accounts)(sleep: { span in
                #expect(span == .milliseconds(200))
                await directory.guessesWait()
            })
        }
        await directory.releaseGuesses()
    }

    @Test("each limit has a digest of its own, and another one under another key")
    func digests() throws {
        let (one, two) = (ClientAddress("192.0.2.1"), ClientAddress("2001:db8::1"))
        let (ada, eve) = (PlayerNumber(1), PlayerNumber(2))
        let phone = try DeviceName("phone")
        let keys: [AttemptLimiter.Key] = [
            .account("ada", one), .account("ada", two), .account("eve", one), .accountOnDevice("ada", phone),
            .accountOnDevice("phone", try DeviceName("ada")), .accountByStrangers("ada"), .accountByStrangers("eve"),
            .player(ada), .player(eve), .secondFactor(ada), .secondFactor(eve), .userCode(ada), .userCode(eve),
            .address(one), .address(two), .spare(one), .spare(two), .partyMaking(ada), .partyMaking(eve), .total,
        ]
        let digests = ([3, 4] as [UInt8]).flatMap { number -> [SecretDigest] in
            let names = GuessKeys { HMAC256.code(of: $0, key: [UInt8](repeating: number, count: 32)) }
            return keys.map { names.digest(of: $0) }
        }
        #expect(Set(digests).count == 2 * keys.count)
    }
}
