import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelMatches
@testable import LaurelTestMatches

@Suite("Judged matches") struct JudgeTests {
    private func table() -> Table {
        var table = Table()
        table.book = MatchBook(rules: Pebbles())
        return table
    }

    /// Players 0, 1, …, all of whom have come; it is the first one's turn.
    private func playing(_ count: Int, _ table: inout Table) throws -> MatchNumber {
        let others = (1..<count).map { PlayerNumber(UInt32($0)) }
        let match = try table.find(
            try MatchRequest(maxPlayers: count, recipients: others, takesStrangers: false), by: 0)
        for player in 0..<count {
            if player > 0 { try table.perform(.accept, match, by: player) }
            try table.move(1, match, by: player)
        }
        return match
    }

    private func data(_ table: Table) -> [[UInt8]] {
        table.changes.compactMap { if case .dataSaved(let data) = $0 { data } else { nil } }
    }

    @Test("rule 12.40: the server makes the state, a move changes it, and the turn follows from it")
    func moves() throws {
        var table = table()
        let match = try table.find(try MatchRequest(recipients: [PlayerNumber(1)], takesStrangers: false), by: 0)
        #expect(data(table) == [Pebbles().start(seats: 2, seed: 0)] && table.holder(match) == 0)
        try table.move(3, match, by: 0)
        #expect(table.holder(match) == 1 && data(table).map { $0[3] } == [6])
        #expect(throws: MatchRefusal.invalidState) { try table.move(1, match, by: 1) }
        try table.perform(.accept, match, by: 1)
        try table.move(3, match, by: 1)
        try table.move(2, match, by: 0)
        #expect(table.holder(match) == 1)
        try table.move(1, match, by: 1)
        #expect(table.outcomes(match) == [.won, .lost] && table.book[match]?.ended != nil)
    }

    @Test("rules 12.4 and 12.40: who searches sits down at a table at which nobody has moved, for ten minutes")
    func newTables() throws {
        var table = table()
        let request = try MatchRequest(maxPlayers: 2)
        let first = try table.find(request, by: 0)
        #expect(table.book[first]?.status == .open)
        let second = try table.find(request, by: 1)
        #expect(second == first && table.status(first, 1) == .active && table.holder(first) == 0)
        try table.move(1, first, by: 0)
        #expect(table.holder(first) == 1)
        // Of one's own group, and never at one's own or beside somebody blocked.
        let own = try table.find(request, by: 2)
        let again = try table.find(request, by: 2)
        let other = try table.find(try MatchRequest(maxPlayers: 2, group: 7), by: 3)
        table.circle.blocks = [[2, 4]]
        let blocked = try table.find(request, by: 4)
        #expect(Set([first, own, again, other, blocked]).count == 5)
        // The oldest of those that fit, and first those where the turn has come.
        let third = try table.find(request, by: 5)
        #expect(third == own)
        try table.move(1, blocked, by: 4)
        let fourth = try table.find(request, by: 6)
        #expect(fourth == blocked)
        // Kept matches are found as well.
        let kept = [again, own, other].compactMap { table.book[$0] }.sorted { $0.number < $1.number }
        let restored = MatchBook(restoring: kept, lastNumber: table.book.lastNumber, rules: Pebbles())
        #expect(restored.untaken == [0: [again], 7: [other]] && table.book.untaken == restored.untaken)
        table.pass(.minutes(10))
        let late = try table.find(request, by: 7)
        #expect(late != again)
        // Nobody sits at one that was left before anybody came.
        try table.perform(.askToQuit, late, by: 7)
        let last = try table.find(request, by: 8)
        #expect(table.book[late] == nil && last != late)
        // With somebody there, it isn't taken away from them: it is over, and they hear of it.
        let left = try table.find(request, by: 9)
        #expect(left == last)
        try table.perform(.askToQuit, left, by: 8)
        #expect(table.book[left]?.ended != nil)
    }

    @Test("rule 12.4: a pair that shares three judged matches goes to another new table, while there is one")
    func newTablesOfPairs() throws {
        var table = table()
        let request = try MatchRequest(maxPlayers: 2)
        for _ in 0..<3 {
            let match = try table.find(request, by: 0)
            let joined = try table.find(request, by: 1)
            #expect(joined == match)
        }
        let worn = try table.find(request, by: 0)
        table.circle.blocks = [[0, 2]]
        let fresh = try table.find(request, by: 2)
        let joined = [try table.find(request, by: 1), try table.find(request, by: 1)]
        #expect(joined == [fresh, worn])
    }

    @Test("rule 12.40: an illegal or stale move, and all that players would decide, leave everything as it was")
    func refusals() throws {
        var table = table()
        let match = try playing(2, &table)
        let before = table.book[match]
        for move: [UInt8] in [[], [0], [4], [1, 1], [255], Array(repeating: 1, count: MatchLimits.moveBytes + 1)] {
            #expect(throws: MatchRefusal.illegalMove) {
                try table.perform(.move(move, seen: try #require(before).version), match, by: 0)
            }
        }
        #expect(throws: MatchRefusal.notTheTurn) { try table.move(1, match, by: 1) }
        #expect(throws: MatchRefusal.notTheTurn) {
            try table.perform(.move([1], seen: MatchVersion(1)), match, by: 0)
        }
        for action: TurnWrite.Action in [
            .save, table.next(1), .endMatch([table.seat(0): .won, table.seat(1): .lost]), .saveMerged([]),
        ] {
            #expect(throws: MatchRefusal.judged) { try table.turn(action, match, by: 0) }
        }
        for command: MatchCommand in [
            .sendExchange(to: [table.seat(1)], data: [1], .empty, .exchangeDefault), .quitOutOfTurn(.won),
            .reply(ExchangeNumber(1), data: [], .empty), .cancel(ExchangeNumber(1), .empty),
        ] {
            #expect(throws: MatchRefusal.judged) { try table.perform(command, match, by: 1) }
        }
        #expect(table.book[match] == before)
        #expect(throws: MatchRefusal.playersOutOfRange(2...3)) {
            try table.find(try MatchRequest(maxPlayers: 4), by: 7)
        }
        // Where their players judge, there are no moves.
        var plain = Table()
        let other = try plain.playing(2)
        #expect(throws: MatchRefusal.notJudged) { try plain.move(1, other, by: 0) }
    }

    @Test("rule 12.40: whose time is over, who quits and who is erased is out; the last one left has won")
    func leaving() throws {
        var table = table()
        let late = try playing(3, &table)
        table.pass(.days(7))
        #expect(table.outcomes(late) == [.timeExpired, .none, .none] && table.holder(late) == 1)
        // Out of turn: the turn stays where it is, with its time.
        let began = table.book[late]?.turn?.began
        table.depart(2, isErased: true)
        #expect(table.outcomes(late) == [.timeExpired, .won, .quit] && table.book[late]?.ended != nil)

        let quit = try playing(3, &table)
        try table.perform(.quitOutOfTurn(.quit), quit, by: 2)
        #expect(table.holder(quit) == 0 && table.book[quit]?.ended == nil && began != nil)
        let turn = table.book[quit]?.turn
        try table.move(1, quit, by: 0)
        try table.move(1, quit, by: 1)
        #expect(table.holder(quit) == 0 && turn?.seat.index == 0)
        // With the turn, and from outside of the game: at once.
        try table.perform(.askToQuit, quit, by: 0)
        #expect(table.outcomes(quit) == [.quit, .won, .quit])
    }

    @Test("rule 12.40: who declines, and a seat that nobody takes in time, are out; nobody has won what wasn't played")
    func empty() throws {
        var table = table()
        let declined = try table.find(try MatchRequest(recipients: [PlayerNumber(1)], takesStrangers: false), by: 0)
        try table.move(1, declined, by: 0)
        try table.perform(.decline, declined, by: 1)
        #expect(table.book[declined]?.ended != nil && table.outcomes(declined) == [.none, .none])

        let sought = try table.find(try MatchRequest(minPlayers: 3, maxPlayers: 3), by: 0)
        try table.move(1, sought, by: 0)
        #expect(table.holder(sought) == 1 && table.book[sought]?.status == .matching)
        table.pass(.days(7))
        #expect(table.holder(sought) == 2 && table.status(sought, 1) == .declined)
        // The seat is closed: who comes now takes the next one.
        #expect(try table.find(try MatchRequest(minPlayers: 3, maxPlayers: 3), by: 5) == sought)
        #expect(table.book[sought]?[table.seat(2)]?.player == PlayerNumber(5))
        try table.move(1, sought, by: 5)
        #expect(table.holder(sought) == 0)

        let alone = try table.find(try MatchRequest(), by: 8)
        try table.move(1, alone, by: 8)
        table.pass(.days(7))
        #expect(table.book[alone]?.ended != nil && table.outcomes(alone) == [.none, .none])
        #expect(try table.find(try MatchRequest(), by: 9) != alone)
        // Never begun: over, too, and nobody is told.
        let untold = try table.find(try MatchRequest(group: 1), by: 8)
        table.pass(.days(7))
        #expect(table.book[untold]?.ended != nil && table.outcomes(untold) == [.timeExpired, .none])
    }

    @Test("rule 12.40: a match whose state can't be read lets nobody move, and waits for nobody for ever")
    func unreadable() throws {
        var plain = Table()
        let match = try plain.playing(2)
        let kept = try #require(plain.book[match])
        var table = table()
        table.now = plain.now
        table.book = MatchBook(
            restoring: [kept], lastNumber: match, rules: Pebbles(), states: [match: [1, 2, 3]])
        #expect(throws: MatchRefusal.illegalMove) {
            // Its players' last writes have the keys that the table would draw.
            try table.perform(.move([1], seen: kept.version), match, by: 0, key: MatchKey(high: 9, low: 1, body: 1))
        }
        table.pass(.days(7))
        #expect(table.outcomes(match) == [.timeExpired, .won])
    }

    @Test("rule 12.40: a rematch begins anew, and a restart goes on with the states that were kept")
    func again() throws {
        var table = table()
        let match = try playing(2, &table)
        try table.perform(.askToQuit, match, by: 0)
        let rematch = try table.rematch(match, by: 1)
        #expect(data(table) == [Pebbles().start(seats: 2, seed: 0)] && table.holder(rematch) == 0)
        try table.move(2, rematch, by: 1)
        let states = [rematch: try #require(data(table).last)]
        let kept = [match, rematch].compactMap { table.book[$0] }
        table.book = MatchBook(restoring: kept, lastNumber: rematch, rules: Pebbles(), states: states)
        try table.perform(.accept, rematch, by: 0)
        try table.move(3, rematch, by: 0)
        #expect(data(table).map { $0[3] } == [4])
    }

    @Test("rule 12.40: a plain second count and the book agree on any history", arguments: Depth.seeds(60))
    func histories(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var table = table()
        let count = 2 + random.below(2)
        let match = try playing(count, &table)
        var heap = Int(Pebbles.heap) - count
        var turn = 0
        var isIn = Array(repeating: true, count: count)
        func pass() { repeat { turn = (turn + 1) % count } while !isIn[turn] }
        func leave(_ seat: Int) {
            isIn[seat] = false
            if turn == seat, isIn.contains(true) { pass() }
        }
        for _ in 0..<40 where heap > 0 && isIn.count(where: { $0 }) > 1 {
            let player = random.below(count)
            switch random.below(8) {
            case 0:
                guard isIn[player] else { continue }
                table.depart(player, isErased: random.chance(1, in: 2))
                leave(player)
            case 1:
                table.pass(.days(7))
                leave(turn)
            case 2: table.pass(.hours(1))
            default:
                let pebbles = random.below(5)
                let isLegal = player == turn && (1...3).contains(pebbles) && pebbles <= heap
                do throws(MatchRefusal) {
                    try table.move(UInt8(pebbles), match, by: player)
                    #expect(isLegal)
                    heap -= pebbles
                    if heap > 0 { pass() }
                } catch {
                    #expect(!isLegal, "\(error)")
                }
            }
            let isOver = heap == 0 || isIn.count(where: { $0 }) == 1
            #expect((table.book[match]?.ended != nil) == isOver)
            #expect(table.holder(match) == (isOver ? nil : turn))
        }
    }

    @Test("a judge is asked with any bytes, and keeps to its limits", arguments: Depth.seeds(20))
    func bytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let state = (0..<random.below(12)).map { _ in UInt8(random.below(256)) }
            let judge = Judge(Pebbles(), state: random.chance(1, in: 2) ? [Pebbles.form] + state : state)
            let seat = Seat(checked: random.below(16))
            _ = judge.after(state, by: seat)
            _ = judge.without(seat)
            _ = judge.standing(of: [seat])
            #expect(judge.view(of: seat).count <= 4)
        }
        #expect(Judge(Huge(), seats: 2, seed: 1) == nil)
        let judge = Judge(Huge(), state: [])
        #expect(judge.after([], by: Seat(checked: 0)) == nil && judge.without(Seat(checked: 0)) == nil)
        #expect(judge.view(of: Seat(checked: 0)).isEmpty)
    }

    @Test("rule 12.40: who stays is awarded once the game is over by its rules, whatever put the last holder out")
    func lastHolder() throws {
        func begun(_ tiles: [UInt8]) throws -> (Table, MatchNumber) {
            var table = Table()
            table.book = MatchBook(rules: try LastTiles(tiles))
            let match = try playing(tiles.count, &table)
            return (table, match)
        }
        for tiles: [UInt8] in [[1, 2], [1, 1, 2]] {
            let holder = tiles.count - 1
            let (table, match) = try begun(tiles)
            #expect(table.holder(match) == holder && table.awards.isEmpty)
            var quit = table
            try quit.perform(.quitOutOfTurn(.quit), match, by: holder)
            // Those who stay have one point each.
            #expect(quit.awards.count == 1)
            let given = try #require(quit.awards.first)
            #expect(given.points.map(\.seat.index) == Array(0..<holder) && given.points.allSatisfy { $0.value == 1 })
            #expect(given.feats.map(\.seat.index) == Array(0..<holder))
            #expect(quit.outcomes(match) == (holder == 1 ? [.won, .quit] : [.tied, .tied, .quit]))
            for isErased in [false, true] {
                var gone = table
                gone.depart(holder, isErased: isErased)
                #expect(gone.awards == [given] && gone.book[match]?.ended != nil)
            }
            var late = table
            late.pass(.days(7))
            #expect(late.awards == [given])
        }
        // Somebody still has a tile.
        var early = try begun([2, 3]).0
        early.depart(1, isErased: false)
        #expect(early.awards.isEmpty)
    }

    @Test("rule 12.40: rules award what they have named beforehand, to those who stayed, and at most so much")
    func awards() throws {
        let (board, other) = (try LeaderboardID("Points"), try LeaderboardID("Other"))
        let (won, unnamed) = (try AchievementID("Won"), try AchievementID("Unnamed"))
        let (stayed, left) = (Seat(checked: 0), Seat(checked: 1))
        let prizes = TurnPrizes(leaderboards: [board], achievements: [won])
        func awarded(_ given: TurnAwards) -> TurnAwards {
            Judge(Generous(prizes: prizes, given: given), state: []).awards(to: [stayed])
        }
        func points(_ seat: Seat, _ board: LeaderboardID) -> TurnAwards.Points {
            TurnAwards.Points(seat: seat, leaderboard: board, value: 7)
        }
        func feat(_ seat: Seat, _ achievement: AchievementID) -> TurnAwards.Feat {
            TurnAwards.Feat(seat: seat, achievement: achievement)
        }
        let fair = TurnAwards(points: [points(stayed, board)], feats: [feat(stayed, won)])
        #expect(awarded(fair) == fair)
        let more = TurnAwards(
            points: fair.points + [points(left, board), points(stayed, other)],
            feats: fair.feats + [feat(left, won), feat(stayed, unnamed)])
        #expect(awarded(more) == fair)
        let most = Array(repeating: points(stayed, board), count: MatchLimits.awards)
        #expect(awarded(TurnAwards(points: most)).points == most)
        #expect(awarded(TurnAwards(points: most + fair.points, feats: fair.feats)).isEmpty)
        #expect(Judge(Pebbles(), state: []).awards(to: [stayed]).isEmpty)
    }

    /// Rules that award whatever they are told to.
    private struct Generous: TurnRules {
        let prizes: TurnPrizes
        let given: TurnAwards
        let seats = 2...2
        func start(seats: Int, seed: UInt64) -> [UInt8] { [] }
        func apply(_ move: [UInt8], by seat: Seat, to state: [UInt8]) -> [UInt8]? { [] }
        func leave(_ seat: Seat, from state: [UInt8]) -> [UInt8]? { [] }
        func view(of seat: Seat, in state: [UInt8]) -> [UInt8]? { [] }
        func standing(in state: [UInt8], of playing: [Seat]) -> TurnStanding? { nil }
        func awards(in state: [UInt8], to playing: [Seat]) -> TurnAwards { given }
    }

    /// Rules that answer with too much.
    private struct Huge: TurnRules {
        let seats = 2...2
        private let bytes = [UInt8](repeating: 0, count: MatchLimits.dataBytes + 1)
        func start(seats: Int, seed: UInt64) -> [UInt8] { bytes }
        func apply(_ move: [UInt8], by seat: Seat, to state: [UInt8]) -> [UInt8]? { bytes }
        func leave(_ seat: Seat, from state: [UInt8]) -> [UInt8]? { bytes }
        func view(of seat: Seat, in state: [UInt8]) -> [UInt8]? { bytes }
        func standing(in state: [UInt8], of playing: [Seat]) -> TurnStanding? { nil }
    }
}

extension Table {
    /// So many pebbles, by somebody who knows the match as it is.
    mutating func move(_ pebbles: UInt8, _ match: MatchNumber, by player: Int) throws(MatchRefusal) {
        try perform(.move([pebbles], seen: book[match]?.version ?? MatchVersion(0)), match, by: player)
    }
}
