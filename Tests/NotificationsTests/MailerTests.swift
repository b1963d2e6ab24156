import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Synchronization
import Testing

@testable import LaurelNotifications

@Suite("Sending mails", .timeLimit(.minutes(15))) struct MailerTests {
    /// A mailer over a store, whose mail server is the test.
    private final class World: Sendable {
        let directory: any Directory
        let counter = DeliveryCounter()
        private struct State {
            var now: Int64 = 1_800_000_000_000
            var sent: [MailMessage] = []
            var outcomes: [MailOutcome] = []
            var tokens = 0
            var log: [String] = []
            var held: [CheckedContinuation<MailOutcome, Never>] = []
            var isHanging = false
        }
        private let state = Mutex(State())

        init(_ directory: (any Directory)? = nil) throws {
            self.directory = try directory ?? SQLiteDirectory(TestStores.make())
        }

        var now: Timestamp { Timestamp(clamping: state.withLock { $0.now }) }
        var sent: [MailMessage] { state.withLock { $0.sent } }
        var log: [String] { state.withLock { $0.log } }
        func advance(by span: Timestamp.Span) { state.withLock { $0.now += span.milliseconds } }
        /// What the server says next, in order; it takes what comes after.
        func answer(_ outcomes: MailOutcome...) { state.withLock { $0.outcomes = outcomes } }
        func hang() { state.withLock { $0.isHanging = true } }
        func fail() {
            let held = state.withLock { state in
                state.isHanging = false
                defer { state.held = [] }
                return state.held
            }
            for one in held { one.resume(returning: .failed("too slow")) }
        }
        var heldCount: Int { state.withLock { $0.held.count } }

        static func digest(_ token: Int) -> SecretDigest? {
            SecretDigest([UInt8](repeating: UInt8(truncatingIfNeeded: token), count: 32))
        }

        private func send(_ message: MailMessage) async -> MailOutcome {
            let isHanging = state.withLock { state in
                state.sent.append(message)
                return state.isHanging
            }
            if isHanging {
                return await withCheckedContinuation { one in state.withLock { $0.held.append(one) } }
            }
            return state.withLock { $0.outcomes.isEmpty ? .sent : $0.outcomes.removeFirst() }
        }

        private func mailer(_ turned: AsyncStream<Duration>.Continuation, total: Int) throws -> Mailer {
            let zero = try #require(Self.digest(0))
            return Mailer(
                directory,
                MailWriter(
                    from: try #require(MailSender("games@games.example")), origin: "https://games.example"),
                total: total, counter: counter,
                Mailer.Ports(
                    clock: Clock { self.now }, chance: { 0.5 },
                    makeToken: {
                        let number = self.state.withLock { state in
                            state.tokens += 1
                            return state.tokens
                        }
                        return ("token-\(number)", Self.digest(number) ?? zero)
                    },
                    send: { await self.send($0) },
                    log: { event, detail in self.state.withLock { $0.log.append(event + " " + detail) } },
                    sleep: { pause in
                        turned.yield(pause)
                        // Until somebody wakes the mailer.
                        for await _ in AsyncStream<Void>.makeStream().stream {}
                        try Task.checkCancellation()
                    }))
        }

        /// Runs a mailer until it has nothing to do and `isDone` holds.
        func deliver(total: Int = 100, until isDone: @escaping @Sendable () async throws -> Bool) async throws {
            let (turns, turned) = AsyncStream<Duration>.makeStream()
            let mailer = try mailer(turned, total: total)
            let running = Task { await mailer.run() }
            for await _ in turns {
                if try await isDone() { break }
            }
            running.cancel()
            await running.value
        }

        struct Surprise: Error {}

        /// A player who asks for a mail to confirm an address.
        @discardableResult func ask(_ alias: String) async throws -> PlayerNumber {
            let new = NewPlayer(
                alias: try Alias(alias), displayName: alias, passwordHash: alias, recoveryCodes: [], created: now,
                entrance: .open, session: nil)
            guard case .registered(let player, _) = try await directory.register(new) else { throw Surprise() }
            let asked = try await directory.setMailAddress(
                try MailAddress("\(alias)@mail.example"), .english, of: player.number, at: now)
            #expect(asked == .asked)
            return player.number
        }

        func count(_ outcome: DeliveryCounter.Outcome) -> Int {
            counter.counts.first { $0.key.channel == .mail && $0.key.outcome == outcome }?.count ?? 0
        }

        /// The address that the message's link confirms, if it does.
        func confirms(_ token: Int) async throws -> Bool {
            let digest = try #require(Self.digest(token))
            if case .confirmed = try await directory.confirmMailAddress(digest, at: now) { return true }
            return false
        }
    }

    @Test("rule 1.17: a mail that waits is sent once, with a link that is good")
    func once() async throws {
        let world = try World()
        try await world.ask("ada")
        try await world.deliver { world.count(.delivered) == 1 }
        try await world.deliver { true }
        #expect(world.sent.map(\.to.text) == ["ada@mail.example"])
        #expect(world.sent[0].text.contains("https://games.example/mail/#confirm=token-1"))
        #expect(try await world.confirms(1))
        #expect(world.log.isEmpty)
    }

    @Test("a mail that failed is sent later, by the same message ID, and either link is good")
    func again() async throws {
        let world = try World()
        try await world.ask("ada")
        world.answer(.failed("no connection"))
        try await world.deliver { world.count(.failed) == 1 }
        try await world.deliver { true }
        #expect(world.sent.count == 1, "not before its time")
        world.advance(by: .seconds(15))
        try await world.deliver { world.count(.delivered) == 1 }
        #expect(world.sent.count == 2 && world.sent[0].id == world.sent[1].id)
        #expect(world.log == ["mail-failed no connection"])
        #expect(try await world.confirms(1))
        #expect(try await world.confirms(2) == false, "its address is confirmed")
    }

    @Test("a mail that the server refuses for good is not sent again")
    func refused() async throws {
        let world = try World()
        try await world.ask("ada")
        world.answer(.refused("no such user"))
        try await world.deliver { world.count(.givenUp) == 1 }
        world.advance(by: .hours(3))
        try await world.deliver { true }
        #expect(world.sent.count == 1 && world.log == ["mail-given-up no such user"])
    }

    @Test("rule 1.17: a mail whose link would be dead is not sent any more")
    func tooOld() async throws {
        let world = try World()
        try await world.ask("ada")
        world.advance(by: .hours(24))
        try await world.deliver { world.count(.givenUp) == 1 }
        #expect(world.sent.isEmpty && world.log == ["mail-given-up too old"])
    }

    @Test("a mail for an address that is not its player's any more is not sent")
    func gone() async throws {
        let world = try World()
        let ada = try await world.ask("ada")
        _ = try await world.directory.removeMailAddress(of: ada, at: world.now)
        try await world.deliver { try await world.directory.nextMail() == nil }
        #expect(world.sent.isEmpty)
    }

    @Test("a server that hangs holds up as many mails as there are threads, and the store none")
    func hanging() async throws {
        let world = try World()
        for number in 1...6 { try await world.ask("player\(number)") }
        world.hang()
        try await world.deliver {
            // All that may be on their way are, at the first turn; their tasks only have to begin.
            while world.heldCount < Mailer.inFlightLimit { await Task.yield() }
            // Everything else goes on.
            _ = try await world.ask("other")
            world.fail()
            return true
        }
        #expect(world.sent.count >= Mailer.inFlightLimit)
        // What was under way when the process ended, and what waited, is sent after it.
        world.advance(by: .hours(1))
        try await world.deliver { world.count(.delivered) == 7 }
        #expect(Set(world.sent.map(\.to.text)).count == 7)
    }

    @Test("a process that ended while a mail was on its way leaves it to the next one")
    func recovered() async throws {
        let world = try World()
        try await world.ask("ada")
        #expect(try await world.directory.takeMails(due: world.now, limit: 9, total: 9).count == 1)
        try await world.deliver { world.count(.delivered) == 1 }
        #expect(world.sent.count == 1)
    }

    @Test("rule 1.17: beyond the hour's total, mails wait")
    func total() async throws {
        let world = try World()
        for number in 1...3 { try await world.ask("player\(number)") }
        try await world.deliver(total: 2) { world.count(.delivered) == 2 }
        try await world.deliver(total: 2) { true }
        #expect(world.sent.count == 2)
        world.advance(by: .hours(1))
        try await world.deliver(total: 2) { world.count(.delivered) == 3 }
    }
}
