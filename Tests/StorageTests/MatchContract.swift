import LaurelDomain
import LaurelMatches
import LaurelStorage
import LaurelStorageSQL
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

/// Turn-based matches: every engine keeps them as the book has them.
@Suite("Match contract", .timeLimit(.minutes(15))) struct MatchContract {
    static let game = MatchGame(app: AppNumber(3), environment: .sandbox)
    private static let start = Timestamp(clamping: 1_800_000_000_000)

    /// Everybody may meet.
    private struct Strangers: Acquaintance {
        func isRestricted(_ player: PlayerNumber) -> Bool { false }
        func areFriends(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool { false }
        func isBlock(between one: PlayerNumber, and other: PlayerNumber) -> Bool { false }
    }

    /// What a new match is written with.
    static func firstWrites() -> [MatchWrite] {
        let plan = Result {
            try MatchBook().planFind(
                try MatchRequest(), by: PlayerNumber(1), key: MatchKey(high: 1, low: 1, body: 1), at: start, seed: 0,
                Strangers())
        }
        guard case .success(let plan) = plan else { return [] }
        return MatchWrite.writes(of: plan.facts, to: MatchBook(), of: game)
    }

    /// A book of one game, and its matches' data.
    private struct World {
        var book = MatchBook()
        var data: [MatchNumber: [UInt8]] = [:]
        /// Exchanges that were sent.
        var sent = 0
        var now = MatchContract.start
        private var keys: UInt64 = 0

        mutating func key() -> MatchKey {
            keys += 1
            return MatchKey(high: .max - keys, low: keys, body: .max)
        }

        mutating func write(_ facts: [MatchFact], to journal: any Journal, of game: MatchGame) throws {
            let writes = MatchWrite.writes(of: facts, to: book, of: game)
            try journal.commit(Change(facts: writes.map { .match($0) }))
            book.apply(facts)
            for case .kept(_, let match, let parts) in writes {
                if let data = parts.data { self.data[match.number] = data }
                sent += parts.sent.count
            }
        }
    }

    private static func seat(_ index: Int) -> Seat {
        guard let seat = Seat(index) else { preconditionFailure("no such seat") }
        return seat
    }

    /// One write of anybody, or time that passes.
    private func next(_ world: inout World, _ random: inout SplitMix64) -> [MatchFact] {
        let player = PlayerNumber(UInt32(1 + random.below(4)))
        let (key, now, book) = (world.key(), world.now, world.book)
        let match = book.matches(of: player).randomElement(using: &random)
        let seats = (0..<4).map(Self.seat)
        let timeout = [MatchTimeout.none, .turnDefault][random.below(2)]
        let handover = TurnWrite.Handover(
            next: [1, 2, 3].map { seats[(random.below(2) + $0) % (match?.seats.count ?? 2)] }.uniqued(),
            timeout: timeout)
        let exchange = match?.exchanges.randomElement(using: &random)?.number ?? ExchangeNumber(1)
        let actions: [TurnWrite.Action] = [
            .saveMerged(match?.completedExchanges ?? []), .end(handover), .end(handover), .quit(.lost, handover),
            .endMatch(Dictionary(uniqueKeysWithValues: (match?.seats ?? []).map { ($0, .tied) })),
        ]
        let data = [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: random.below(200))
        let plan = Result { () throws(MatchRefusal) -> [MatchFact] in
            guard let match, !random.chance(1, in: 8) else {
                let request = try MatchRequest(
                    minPlayers: 2, maxPlayers: 2 + random.below(2), group: Int64(random.below(2)) - 1,
                    attributes: random.chance(1, in: 2) ? 0 : .max,
                    recipients: random.chance(1, in: 2) ? [] : [PlayerNumber(player.rawValue % 4 + 1)],
                    invitation: "来一局？")
                return try book.planFind(request, by: player, key: key, at: now, seed: 0, Strangers()).facts
            }
            if match.ended != nil, random.chance(1, in: 2) {
                return try book.planRematch(of: match.number, by: player, key: key, at: now, seed: 0, Strangers()).facts
            }
            let commands: [MatchCommand] = [
                .accept, .accept, .decline, .quitOutOfTurn(.quit), .askToQuit, .remove,
                .remind([seats[random.below(2)]], .empty), .claim,
                .sendExchange(to: [seats[random.below(3)]], data: data, .empty, timeout),
                .sendExchange(to: [seats[random.below(3)]], data: data, .empty, timeout),
                .reply(exchange, data: data, .empty), .reply(exchange, data: data, .empty),
                .cancel(exchange, .empty),
            ]
            let turn = MatchCommand.turn(TurnWrite(actions[random.below(5)], data: data), seen: match.version)
            let command = random.chance(1, in: 2) ? turn : commands[random.below(commands.count)]
            return try book.plan(command, of: match.number, by: player, key: key, at: now).facts
        }
        if case .success(let facts) = plan { return facts }
        return random.chance(1, in: 9) ? book.planDeparture(of: player, isErased: true, at: now).flatMap(\.facts) : []
    }

    @Test("matches are kept as the book has them, after any writes", arguments: JournalBackend.allCases)
    func kept(backend: JournalBackend) async throws {
        let journal = try backend.makeJournal()
        var random = SplitMix64(seed: 7)
        var world = World()
        var (ended, gone) = (0, 0)
        for step in 0..<(backend == .postgres ? 150 : 400) {
            world.now = world.now.advanced(by: .minutes(Int64(random.below(3_000))))
            if random.chance(1, in: 4), let due = world.book.nextDue(at: world.now) {
                let facts = world.book.planTimers(of: due, at: world.now)?.facts ?? []
                try world.write(facts, to: journal, of: Self.game)
            }
            let before = world.book.count
            try world.write(next(&world, &random), to: journal, of: Self.game)
            if world.book.count < before { gone += 1 }
            guard step % 10 == 9 else { continue }
            let kept = try journal.matches()[Self.game] ?? []
            let numbers = (1...UInt64(max(1, step + 1))).map { MatchNumber($0) }
            #expect(kept == numbers.compactMap { world.book[$0] }, "step \(step)")
            ended += kept.count { $0.ended != nil }
        }
        #expect(ended > 0 && gone > 0 && world.sent > 0)
    }

    /// Anything that can happen to matches, also what no player asks for.
    private func anything(_ world: inout World, _ random: inout SplitMix64) -> [MatchFact] {
        func player() -> PlayerNumber { PlayerNumber(UInt32(1 + random.below(4))) }
        switch random.below(24) {
        case 0: return world.book.planDeparture(of: player(), isErased: false, at: world.now).flatMap(\.facts)
        case 1: return world.book.planDeparture(of: player(), isErased: true, at: world.now).flatMap(\.facts)
        case 2:
            return world.book.planMerge(of: player(), into: player(), apartFrom: [], at: world.now).flatMap(\.facts)
        case 3: return world.book.planWipe(of: nil, limit: 1, at: world.now)
        case 4...7:
            let due = world.book.nextDue(at: world.now)
            return due.flatMap { world.book.planTimers(of: $0, at: world.now) }?.facts ?? []
        default: return next(&world, &random)
        }
    }

    @Test("a match reads as the book has it after each write, whatever the write changes", arguments: Backend.allCases)
    func eachWrite(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var random = SplitMix64(seed: 21)
        var world = World()
        // Matches whose row takes what each turn changes, and those whose row is written as a whole.
        var (turns, whole) = (0, 0)
        for step in 0..<(backend == .postgres ? 150 : 600) {
            world.now = world.now.advanced(by: .minutes(Int64(random.below(3_000))))
            let facts = anything(&world, &random)
            let writes = MatchWrite.writes(of: facts, to: world.book, of: Self.game)
            try world.write(facts, to: journal, of: Self.game)
            for case .kept(_, let match, let parts) in writes {
                if parts.isTurn { turns += 1 } else { whole += 1 }
                let record = try #require(try await directory.match(match.number, of: Self.game))
                #expect(record.match == world.book[match.number], "step \(step)")
                #expect(record.data == world.data[match.number] ?? [], "step \(step)")
            }
        }
        #expect(turns > 0 && whole > 0)
    }

    @Test("a write is told apart that changes of a match, or of a seat, no more than each turn does")
    func parts() throws {
        var world = World()
        let (ada, zoe) = (PlayerNumber(1), PlayerNumber(2))
        let found = try world.book.planFind(
            try MatchRequest(recipients: [zoe]), by: ada, key: world.key(), at: world.now, seed: 0, Strangers())
        /// What the store would be told, and the seats that it would write.
        func kept(_ facts: [MatchFact]) throws -> MatchParts {
            let writes = MatchWrite.writes(of: facts, to: world.book, of: Self.game)
            world.book.apply(facts)
            guard case .kept(_, _, let parts)? = writes.first else { throw StoreError.broken(reason: "no match") }
            return parts
        }
        func write(_ command: MatchCommand, by player: PlayerNumber) throws -> MatchParts {
            let plan = try world.book.plan(command, of: found.match, by: player, key: world.key(), at: world.now)
            return try kept(plan.facts)
        }
        func turn(to seat: Int, _ message: MatchMessage? = nil) throws -> MatchCommand {
            let handover = TurnWrite.Handover(next: [Self.seat(seat)], timeout: .turnDefault)
            let seen = try #require(world.book[found.match]).version
            return .turn(TurnWrite(.end(handover), data: [1, 2], message: message), seen: seen)
        }
        let new = try kept(found.facts)
        #expect(!new.isTurn && new.seats.count == 2 && new.played.isEmpty)
        // The turn comes to the other seat for the first time.
        let first = try write(turn(to: 1), by: ada)
        #expect(first.isTurn && first.seats == [Self.seat(0), Self.seat(1)] && first.played == [Self.seat(0)])
        let accepted = try write(.accept, by: zoe)
        #expect(accepted.isTurn && accepted.seats == [Self.seat(1)] && accepted.played.isEmpty)
        let second = try write(turn(to: 0), by: zoe)
        #expect(second.isTurn && second.seats == [Self.seat(1)] && second.played == [Self.seat(1)])
        let said = try write(turn(to: 1, try MatchMessage(text: "Your move")), by: ada)
        #expect(!said.isTurn && said.played == [Self.seat(0)])
        // The message stays.
        #expect(try write(turn(to: 0), by: zoe).isTurn)
        let asked = try write(.askToQuit, by: ada)
        #expect(asked.isTurn && asked.seats == [Self.seat(0)] && asked.played.isEmpty)
        // A turn that is ended answers what was asked, too.
        #expect(try write(turn(to: 1), by: ada).played.isEmpty)
        let offer = try write(
            .sendExchange(to: [Self.seat(1)], data: [], .empty, .exchangeDefault), by: ada)
        #expect(!offer.isTurn && offer.played == [Self.seat(0)])
    }

    @Test("a turn of a match whose rows are missing writes them as a whole")
    func missingRows() throws {
        let store = try SQLiteStore.inspected()
        var world = World()
        let ada = PlayerNumber(1)
        let found = try world.book.planFind(
            try MatchRequest(), by: ada, key: world.key(), at: world.now, seed: 0, Strangers())
        try world.write(found.facts, to: store, of: Self.game)
        try store.change { connection throws(StoreError) in
            try connection.run("DELETE FROM matches")
            try connection.run("DELETE FROM match_seats WHERE seat = 0")
        }
        #expect(try store.matches().isEmpty)
        let handover = TurnWrite.Handover(next: [Self.seat(0)], timeout: .none)
        let turn = MatchCommand.turn(TurnWrite(.end(handover), data: [7]), seen: found.version)
        let plan = try world.book.plan(turn, of: found.match, by: ada, key: world.key(), at: world.now)
        let writes = MatchWrite.writes(of: plan.facts, to: world.book, of: Self.game)
        guard case .kept(_, _, let parts)? = writes.first, parts.isTurn, parts.played == [Self.seat(0)] else {
            Issue.record("the turn isn't one")
            return
        }
        try world.write(plan.facts, to: store, of: Self.game)
        #expect(try store.matches()[Self.game] == world.book[found.match].map { [$0] })
    }

    @Test("a match is read with its data, and one that is gone leaves only its number", arguments: Backend.allCases)
    func record(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = World()
        let other = MatchGame(app: AppNumber(3), environment: .production)
        let plan = try world.book.planFind(
            try MatchRequest(), by: PlayerNumber(1), key: world.key(), at: world.now, seed: 0, Strangers())
        try world.write(plan.facts, to: journal, of: Self.game)
        #expect(try await directory.match(plan.match, of: Self.game)?.data == [])
        let turn = TurnWrite(
            .end(TurnWrite.Handover(next: [Self.seat(1), Self.seat(0)], timeout: .none)), data: [0, 255, 7])
        try world.write(
            world.book.plan(
                .turn(turn, seen: plan.version), of: plan.match, by: PlayerNumber(1), key: world.key(), at: world.now
            ).facts, to: journal, of: Self.game)
        let record = try #require(try await directory.match(plan.match, of: Self.game))
        #expect(record.match == world.book[plan.match] && record.data == [0, 255, 7])
        #expect(record.match.turn?.fallback == [Self.seat(0)])
        #expect(try await directory.match(plan.match, of: other) == nil)
        try journal.commit(Change(facts: [.match(.erased(PlayerNumber(1)))]))
        #expect(try await directory.match(plan.match, of: Self.game)?.match.participants.map(\.player) == [nil, nil])
        try journal.commit(Change(facts: [.match(.gone(Self.game, plan.match))]))
        #expect(try await directory.match(plan.match, of: Self.game) == nil)
        #expect(try journal.matches().isEmpty)
        #expect(try journal.lastMatches() == [Self.game: plan.match])
    }

    @Test(
        "rules 12.15 to 12.17 and 12.26: what is said is read as it was, until it is over or its player is erased",
        arguments: Backend.allCases)
    func said(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = World()
        let (ada, zoe) = (PlayerNumber(1), PlayerNumber(2))
        let plan = try world.book.planFind(
            try MatchRequest(recipients: [zoe]), by: ada, key: world.key(), at: world.now, seed: 0, Strangers())
        try world.write(plan.facts, to: journal, of: Self.game)
        func perform(_ command: MatchCommand, by player: PlayerNumber) throws -> ExchangeNumber? {
            let done = try world.book.plan(command, of: plan.match, by: player, key: world.key(), at: world.now)
            try world.write(done.facts, to: journal, of: Self.game)
            return done.exchange
        }
        func read() async throws -> MatchRecord {
            let record = try #require(try await directory.match(plan.match, of: Self.game))
            #expect(try record.match == world.book[plan.match] && journal.matches()[Self.game] == [record.match])
            return record
        }
        let move = try MatchMessage(key: "MOVE", arguments: ["7", "", "香蕉"], text: "Your move")
        let handover = TurnWrite.Handover(next: [Self.seat(1)], timeout: .none)
        _ = try perform(
            .turn(TurnWrite(.end(handover), data: [1], message: move), seen: plan.version), by: ada)
        #expect(try await read().message == move)
        _ = try perform(.accept, by: zoe)
        let trade = try MatchMessage(text: "Two for one?")
        let number = try #require(
            try perform(.sendExchange(to: [Self.seat(0)], data: [0, 255], trade, .exchangeDefault), by: zoe))
        let other = try #require(
            try perform(.sendExchange(to: [Self.seat(0)], data: [], .empty, .none), by: zoe))
        let sent = try await read()
        #expect(sent.exchanges[number] == ExchangeContent(data: [0, 255], message: trade))
        #expect(sent.exchanges[other] == ExchangeContent(data: [], message: .empty))
        #expect(sent.message == move, "an exchange leaves the match's message")
        let answer = try MatchMessage(text: "No")
        _ = try perform(.reply(number, data: [9], answer), by: ada)
        let replied = try await read()
        let reply = replied.replies[MatchParts.ReplyKey(number, Self.seat(0))]
        #expect(reply == ExchangeReply(ExchangeContent(data: [9], message: answer), sent: world.now))
        #expect(replied.exchanges[number] == sent.exchanges[number], "a reply leaves what was sent")
        // The one who replied, and who wrote the message, is erased.
        try world.write(
            world.book.planDeparture(of: ada, isErased: true, at: world.now).flatMap(\.facts), to: journal,
            of: Self.game)
        let erased = try await read()
        #expect(erased.message == nil && erased.match.messageSeat == nil)
        #expect(erased.replies[MatchParts.ReplyKey(number, Self.seat(0))]?.content.data ?? [] == [])
        // What was made part of the match's data is over, and gone with its replies; the other one isn't.
        let seen = try #require(world.book[plan.match]).version
        _ = try perform(.turn(TurnWrite(.saveMerged([number]), data: [2]), seen: seen), by: zoe)
        let over = try await read()
        #expect(over.data == [2] && over.exchanges[number] == nil && over.exchanges[other] != nil)
        #expect(over.replies.isEmpty)
    }
}

extension [Seat] {
    fileprivate func uniqued() -> [Seat] {
        var seen: Set<Seat> = []
        return filter { seen.insert($0).inserted }
    }
}
