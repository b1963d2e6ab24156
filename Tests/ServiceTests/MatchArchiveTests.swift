import LaurelDomain
import LaurelMatches
import LaurelStorage
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("The archive of matches", .timeLimit(.minutes(15))) struct MatchArchiveTests {
    private let year = MatchLimits.archive

    /// Ada says something in her turn, and Zoe ends the match.
    private func played(_ world: MatchWorld, key: UInt64, message: MatchMessage? = nil) async throws -> MatchNumber {
        let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: key).match.number
        let first = TurnWrite(.end(MatchWorld.next(1)), data: [1], message: message)
        try await world.write(.turn(first, seen: MatchVersion(1)), number, by: world.ada, key: key + 1)
        try await world.write(.accept, number, by: world.zoe, key: key + 2)
        try await world.turn(.endMatch(try outcomes()), data: [9], number, by: world.zoe, key: key + 3)
        return number
    }

    private func outcomes() throws -> [Seat: MatchOutcome] {
        [try #require(Seat(0)): .won, try #require(Seat(1)): .lost]
    }

    /// Time goes by, and does what it does.
    private func pass(_ span: Timestamp.Span, _ world: MatchWorld) {
        world.play.time.advance(span)
        #expect(world.play.keeper.fireMatches())
    }

    private func rematch(
        of number: MatchNumber, by player: PlayerNumber, key: UInt64, in world: MatchWorld
    ) async throws(MatchError) -> MatchNumber {
        try await FindMatch(world.matches).rematch(of: number, key: world.key(key), in: world.game, by: player)
            .match.number
    }

    @Test("rules 12.1 and 12.14: a year after its end a match is in no list, and who sat there reads it by its ID")
    func archived() async throws {
        var world = try await MatchWorld()
        let number = try await played(world, key: 1, message: try MatchMessage(text: "Your move"))
        let removed = try await played(world, key: 11)
        try await world.write(.remove, removed, by: world.zoe, key: 20)
        let before = try await world.read(number, by: world.zoe)
        #expect(before.data == [9] && before.message?.text == "Your move")
        pass(.days(364), world)
        #expect(try await world.list(world.ada).map(\.number) == [removed, number])
        pass(.days(1), world)
        for _ in 0..<2 {
            #expect(try await world.list(world.ada).isEmpty && world.play.store.journal.matches().isEmpty)
            let after = try await world.read(number, by: world.zoe)
            #expect(after.data == [9] && after.message == before.message)
            #expect(after.match.ended == before.match.ended && after.match.version == before.match.version)
            #expect(after.match.participants.map(\.player) == [world.ada, world.zoe])
            #expect(after.match.participants.map(\.outcome) == [.won, .lost])
            #expect(try await world.read(number, by: world.ada).data == [9])
            // It is in nobody's list any more, so it makes no difference who took it out of theirs.
            #expect(try await world.read(removed, by: world.zoe).data == [9])
            await #expect(throws: MatchError.refused(.noMatch)) { try await world.read(number, by: world.bob) }
            world = try await world.killed()
        }
    }

    @Test("rules 12.1 and 12.13: a match waits for who may still ask for the rematch of it, and is archived then")
    func rematch() async throws {
        let world = try await MatchWorld()
        let number = try await played(world, key: 1)
        pass(.days(363), world)
        let first = try await rematch(of: number, by: world.ada, key: 11, in: world)
        pass(.days(6), world)
        #expect(try await world.list(world.zoe).map(\.number).contains(number))
        let second = try await rematch(of: number, by: world.zoe, key: 12, in: world)
        #expect(second == first)
        pass(.days(1), world)
        #expect(try await world.list(world.zoe).map(\.number).contains(number) == false)
        await #expect(throws: MatchError.refused(.archived)) {
            try await rematch(of: number, by: world.zoe, key: 13, in: world)
        }
    }

    @Test("rule 12.1: an archived match is changed by nobody, and says why to those who sat there")
    func writes() async throws {
        let world = try await MatchWorld()
        let number = try await played(world, key: 1)
        pass(year, world)
        let before = try await world.read(number, by: world.ada)
        let turn = MatchCommand.turn(TurnWrite(.save, data: [7]), seen: before.match.version)
        let commands: [MatchCommand] = [turn, .accept, .decline, .quitOutOfTurn(.quit), .claim]
        for (index, command) in commands.enumerated() {
            let key = UInt64(100 + index)
            await #expect(throws: MatchError.refused(.archived), "\(command)") {
                try await world.write(command, number, by: world.ada, key: key)
            }
            await #expect(throws: MatchError.refused(.noMatch), "\(command)") {
                try await world.write(command, number, by: world.bob, key: key)
            }
        }
        #expect(try await world.read(number, by: world.ada) == before)
    }

    @Test("rule 12.12: an archived match is taken out of a list as any that has ended, and is in none before and after")
    func removed() async throws {
        let world = try await MatchWorld()
        let number = try await played(world, key: 1)
        #expect(try await world.read(number, by: world.ada).isArchived == false)
        pass(year, world)
        let before = try await world.read(number, by: world.ada)
        #expect(before.isArchived)
        for _ in 0..<2 { #expect(try await world.write(.remove, number, by: world.ada, key: 20) == nil) }
        #expect(try await world.list(world.ada).isEmpty)
        #expect(try await world.read(number, by: world.zoe).isArchived)
        #expect(try await world.read(number, by: world.ada) == before)
        await #expect(throws: MatchError.refused(.noMatch)) {
            try await world.write(.remove, number, by: world.bob, key: 21)
        }
    }

    @Test("rules 12.1 and 12.26: an export has archived matches and others, each once, in order of creation")
    func exported() async throws {
        let world = try await MatchWorld()
        var expected: [MatchNumber] = []
        func alone(_ key: UInt64) async throws {
            let number = try await world.find(by: world.ada, key: key).match.number
            try await world.turn(.endMatch(try outcomes()), data: [5], number, by: world.ada, key: key + 1)
            expected.append(number)
        }
        for index in 0..<150 { try await alone(UInt64(10 * index + 1)) }
        pass(year, world)
        #expect(try await world.list(world.ada).isEmpty)
        for index in 150..<260 { try await alone(UInt64(10 * index + 1)) }
        expected.append(try await played(world, key: 9_001))
        try await world.write(.remove, expected[200], by: world.ada, key: 9_101)
        let reading = ReadMatches(world.matches)
        func export(of player: PlayerNumber) async throws -> [MatchNumber] {
            var found: [MatchNumber] = []
            var last: MatchNumber? = MatchNumber(0)
            while let after = last {
                let page = try await reading.known(to: player, in: world.game, after: after)
                #expect(page.count <= ReadMatches.pageLimit)
                for number in page {
                    if let details = try await reading.known(number, to: player, in: world.game) {
                        #expect(details.match.number == number && !details.data.isEmpty)
                        found.append(number)
                    }
                }
                last = page.last
            }
            return found
        }
        #expect(try await reading.games(of: world.ada) == [world.game])
        #expect(try await reading.games(of: world.zoe) == [world.game])
        #expect(try await reading.games(of: world.bob).isEmpty)
        #expect(expected.count > ReadMatches.pageLimit)
        #expect(try await export(of: world.ada) == expected)
        #expect(try await export(of: world.zoe) == Array(expected.suffix(1)))
        #expect(try await export(of: world.bob).isEmpty)
    }

    @Test(
        "rule 12.26: an erasure takes name and message out of archived matches, and the last one who played the match")
    func erased() async throws {
        let world = try await MatchWorld()
        let number = try await played(world, key: 1, message: try MatchMessage(text: "Your move"))
        pass(year, world)
        let directory = world.play.store.directory
        let teams = try await Teams(world.people.accounts, directory: directory, policy: .open)
        let finish = FinishErasures(world.people.accounts, world.play.challenges, teams)
        _ = try #require(
            try await directory.beginErasure(of: world.ada, receipt: "A", at: world.play.time.moment))
        try await finish()
        #expect(try await directory.unfinishedErasures().isEmpty)
        let left = try await world.read(number, by: world.zoe)
        #expect(left.match.participants.map(\.player) == [nil, world.zoe])
        #expect(left.match.participants.map(\.outcome) == [.won, .lost])
        #expect(left.message == nil && left.data == [9])
        await #expect(throws: MatchError.refused(.noMatch)) { try await world.read(number, by: world.ada) }
        _ = try #require(
            try await directory.beginErasure(of: world.zoe, receipt: "Z", at: world.play.time.moment))
        try await finish()
        #expect(try await directory.archivedMatch(number, of: world.game) == nil)
        #expect(try await directory.countArchivedMatches(of: nil, in: world.game) == 0)
    }

    @Test("rule 3.2: test data is wiped with the archived matches of the sandbox, and Production keeps its own")
    func wiped() async throws {
        let world = try await MatchWorld()
        let app = world.play.app
        func alone(_ environment: Environment, key: UInt64) async throws -> MatchNumber {
            let game = MatchGame(app: app.number, environment: environment)
            let made = try await FindMatch(world.matches)(
                try MatchRequest(), key: world.key(key), app: app, environment: environment, by: world.ada)
            let turn = TurnWrite(.endMatch(try outcomes()), data: [5])
            _ = try await WriteMatch(world.matches)(
                .turn(turn, seen: made.match.version), of: made.match.number, key: world.key(key + 1), in: game,
                by: world.ada)
            return made.match.number
        }
        let kept = try await alone(.production, key: 1)
        for key in [10, 20] as [UInt64] { _ = try await alone(.sandbox, key: key) }
        pass(year, world)
        _ = try await alone(.sandbox, key: 30)
        let section = WipeSection.matches(world.play.keeper, world.play.store.directory)
        #expect(try await section.count(.player(world.zoe), app) == 0)
        #expect(try await section.count(.player(world.ada), app) == 3)
        #expect(try await section.wipe(.player(world.zoe), app, .operator) == 0)
        #expect(try await section.count(.everything, app) == 3)
        #expect(try await section.wipe(.everything, app, .operator) == 3)
        #expect(try await section.count(.everything, app) == 0)
        #expect(try await world.read(kept, by: world.ada).data == [5])
    }

    @Test("rules 12.1 and 12.2: one commit archives 32 matches, and no turn waits for those that are left")
    func steps() throws {
        let published = SamplePublished()
        let game = MatchGame(app: AppNumber(1), environment: .production)
        let circle = MatchCircle([:]) { _ in false }
        /// One group each: nobody is led to another one's match.
        func begin(_ index: UInt64, in game: MatchGame, at time: Timestamp) throws -> MatchPlan {
            let found = try published.matches.read(game) { (book) throws(MatchRefusal) in
                try book.planFind(
                    MatchRequest(group: Int64(index)), by: PlayerNumber(UInt32(index)),
                    key: MatchKey(high: index, low: 1, body: 0), at: time, seed: 0, circle)
            }
            published.matches.apply(found.facts, of: game)
            return found
        }
        // They have all been due for ten days, and the turns' time is over only now.
        let ended = SamplePublished.now.advanced(by: -year).advanced(by: .days(-10))
        for index in 1...300 as ClosedRange<UInt64> {
            let found = try begin(index, in: game, at: ended)
            let turn = TurnWrite(.endMatch(try outcomes()), data: [])
            let over = try published.matches.read(game) { (book) throws(MatchRefusal) in
                try book.plan(
                    .turn(turn, seen: found.version), of: found.match, by: PlayerNumber(UInt32(index)),
                    key: MatchKey(high: index, low: 2, body: 0), at: ended)
            }
            published.matches.apply(over.facts, of: game)
        }
        let began = SamplePublished.now.advanced(by: -MatchLimits.defaultTurnTimeout)
        let other = MatchGame(app: AppNumber(1), environment: .sandbox)
        let open = [(game, try begin(301, in: game, at: began)), (other, try begin(302, in: other, at: began))]
        var (counts, late): ([Int], [[Bool]]) = ([], [])
        repeat {
            var draft = published.draft()
            counts.append(try FireMatchesStep(awards: false).plan(&draft))
            let archived = draft.facts.count { if case .match(.archived(_, _, _)) = $0 { true } else { false } }
            #expect(archived <= 32)
            for case .matched(let game, let facts) in draft.effects { published.matches.apply(facts, of: game) }
            late.append(
                open.map { game, plan in
                    published.matches.read(game) { $0[plan.match]?.turn?.isOverdue ?? false }
                })
        } while counts.last != 0 && counts.count < 20
        #expect(late.first == [true, true])
        #expect(counts == [34] + Array(repeating: 32, count: 8) + [12, 0])
    }

    @Test("rule 12.1: what archives matches has commits of its own, so that no match is archived and written in one")
    func ownCommits() {
        let player = PlayerNumber(1)
        let game = MatchGame(app: AppNumber(1), environment: .production)
        let audit = NewAuditEntry(.moderationUpdate, by: .operator, time: SamplePublished.now)
        let steps: [any WriterStep] = [
            FireMatchesStep(awards: false), EraseStep(player: player, targets: []),
            BanStep(.lift(player, .server), audit: audit),
            MatchStep(
                .command(.accept, of: MatchNumber(1)), in: game, by: player,
                key: MatchKey(high: 1, low: 1, body: 0)),
        ]
        #expect(steps.allSatisfy { !$0.joinsBatch })
    }
}
