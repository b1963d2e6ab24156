import LaurelDomain
import LaurelMatches

/// The rules of turn-based matches, as slowly and plainly as they can be said (rule 12.25). No facts, no index, no
/// heap: everything is looked for everywhere, each time. Times are milliseconds; players, seats and codes of errors are
/// numbers.
struct NaiveMatches {
    struct Refused: Error { let code: Int }

    struct Chair {
        var player: Int?
        /// 1 invited, 2 declined, 3 free, 4 active, 5 done.
        var state: Int
        var outcome: UInt32 = 0
        var lastTurn: Int64?
        var called: Int64?
        /// Of all chairs that were ever called, in which order.
        var callOrder = 0
        var mask: UInt32 = 0
        var reminded: Int64?
        var asked: Int64?
        /// Whether the player has taken or declined the invitation.
        var hasAnswered = false
        var isRemoved = false
        var mayPlay: Bool { [1, 3, 4].contains(state) }
    }

    struct Trade {
        let number: UInt32, sender: Int, to: [Int], due: Int64?
        var replied: [Int] = []
        var isComplete = false
    }

    struct Game {
        let id: UInt64, group: Int64, made: Int64
        var chairs: [Chair]
        var version: UInt64 = 1, turnVersion: UInt64 = 1
        var holder: Int?
        var list: [Int] = []
        var began: Int64 = 0
        var span: Int64?
        var isWarned = false, isOverdue = false, isGone = false
        var turns = 0
        var data: [UInt8] = []
        var message: String?, messageBy: Int?
        var trades: [Trade] = []
        var trade: UInt32 = 0
        var endedAt: Int64?
        var again: (id: UInt64, at: Int64)?

        func chair(of player: Int) -> Int? { chairs.firstIndex { $0.player == player } }
        func isSeen(by player: Int) -> Bool {
            chairs.contains {
                $0.player == player && !$0.isRemoved && $0.state != 3 && ($0.state == 4 || $0.called != nil)
            }
        }
    }

    static let minute: Int64 = 60_000, hour = 60 * minute, day = 24 * hour
    var games: [Game] = []
    var lastID: UInt64 = 0
    var lastSizes: [Int: Int] = [:]
    var calls = 0
    var circle: Circle

    init(circle: Circle) { self.circle = circle }

    // MARK: Time

    /// What time does to a game, in order: when, and of those at one time, which first.
    private func duties(of game: Game) -> [(at: Int64, rank: Int, what: String, whom: Int)] {
        if let ended = game.endedAt {
            return [(max(ended + 365 * Self.day, (game.again?.at ?? 0) + 7 * Self.day), 0, "archive", 0)]
        }
        var found: [(at: Int64, rank: Int, what: String, whom: Int)] = []
        for trade in game.trades where !trade.isComplete {
            if let due = trade.due { found.append((due, Int(trade.number), "trade", Int(trade.number))) }
        }
        let base = game.span ?? 90 * Self.day
        if let span = game.span, !game.isOverdue {
            let soon = span > Self.day ? game.began + span - Self.day : game.began + span / 2
            if !game.isWarned { found.append((soon, 1_000_000, "warn", 0)) }
            found.append((game.began + span, 2_000_000, "timeout", 0))
        }
        for (seat, chair) in game.chairs.enumerated() {
            if let asked = chair.asked { found.append((asked + Self.day, 3_000_000 + seat, "quit", seat)) }
        }
        found.append((game.began + base + 30 * Self.day, 4_000_000, "abandon", 0))
        return found.sorted { ($0.at, $0.rank) < ($1.at, $1.rank) }
    }

    mutating func passTime(to now: Int64) {
        while true {
            let due = games.filter { (duties(of: $0).first?.at ?? .max) <= now }
            guard let next = due.min(by: { (duties(of: $0)[0].at, $0.id) < (duties(of: $1)[0].at, $1.id) })
            else { return }
            var game = next
            game.version += 1
            fire(&game, now)
            put(game)
        }
    }

    private mutating func fire(_ game: inout Game, _ now: Int64) {
        while !game.isGone, let duty = duties(of: game).first, duty.at <= now {
            switch duty.what {
            case "archive": game.isGone = true
            case "warn": game.isWarned = true
            case "trade":
                for index in game.trades.indices where Int(game.trades[index].number) == duty.whom {
                    game.trades[index].isComplete = true
                }
            case "timeout":
                game.isOverdue = true
                if game.list.contains(where: { game.chairs[$0].mayPlay }) { give(&game, game.list, game.span, now) }
            case "quit": vanish(&game, duty.whom, now)
            default:
                guard let holder = game.holder else { return }
                if isAlone(game, holder) {
                    game.isGone = true
                    return
                }
                let rest = game.chairs.indices.filter { $0 != holder && game.chairs[$0].state == 4 }
                game.chairs[holder].outcome = 5
                for seat in rest { game.chairs[seat].outcome = rest.count > 1 ? 4 : 2 }
                end(&game, now)
            }
        }
    }

    // MARK: Turns

    private mutating func give(_ game: inout Game, _ list: [Int], _ span: Int64?, _ now: Int64) {
        var able = list.filter { game.chairs[$0].mayPlay }
        if able.isEmpty {
            let size = game.chairs.count
            let circle = (1...size).map { ((game.holder ?? 0) + $0) % size }
            let players = circle.filter { game.chairs[$0].state == 4 } + circle.filter { game.chairs[$0].mayPlay }
            able = Array(players.prefix(1))
        }
        guard let holder = able.first else { return end(&game, now) }
        game.holder = holder
        game.list = Array(able.dropFirst())
        game.began = now
        game.span = span
        game.isWarned = false
        game.isOverdue = false
        game.turnVersion = game.version
        if game.chairs[holder].called == nil {
            calls += 1
            game.chairs[holder].called = now
            game.chairs[holder].callOrder = calls
        }
    }

    private func end(_ game: inout Game, _ now: Int64) {
        game.endedAt = now
        game.holder = nil
        game.trades = []
        game.turnVersion = game.version
        for seat in game.chairs.indices {
            if game.chairs[seat].mayPlay { game.chairs[seat].state = 5 }
            game.chairs[seat].asked = nil
        }
    }

    private func isAlone(_ game: Game, _ seat: Int) -> Bool {
        !game.chairs.indices.contains { $0 != seat && game.chairs[$0].called != nil }
    }

    private func leave(_ game: inout Game, _ seat: Int, _ outcome: UInt32, _ now: Int64) {
        game.chairs[seat].state = 5
        game.chairs[seat].outcome = outcome
        game.chairs[seat].asked = nil
        if !game.chairs.contains(where: { $0.state == 4 }) { return end(&game, now) }
        game.trades.removeAll { $0.sender == seat }
        settleTrades(&game)
    }

    private func settleTrades(_ game: inout Game) {
        for index in game.trades.indices {
            let trade = game.trades[index]
            if trade.to.allSatisfy({ trade.replied.contains($0) || game.chairs[$0].state != 4 }) {
                game.trades[index].isComplete = true
            }
        }
    }

    /// Banned, erased, or nobody answered.
    private mutating func vanish(_ game: inout Game, _ seat: Int, _ now: Int64) {
        guard game.endedAt == nil, game.chairs[seat].mayPlay else { return }
        if isAlone(game, seat) {
            game.isGone = true
            return
        }
        leave(&game, seat, 1, now)
        if game.holder == seat { give(&game, game.list, game.span, now) }
    }

    mutating func depart(_ player: Int, isErased: Bool, _ now: Int64) {
        for var game in games {
            guard let seat = game.chair(of: player) else { continue }
            let before = game
            game.version += 1
            // One that is over goes to the archive by itself.
            if game.endedAt == nil { fire(&game, now) }
            if !game.isGone { vanish(&game, seat, now) }
            if !game.isGone, isErased {
                game.chairs[seat].player = nil
                if game.messageBy == seat {
                    game.messageBy = nil
                    game.message = nil
                }
            }
            var unchanged = game
            unchanged.version = before.version
            unchanged.turnVersion = before.turnVersion
            let isChanged = isErased || game.isGone || unchanged.text != before.text
            put(isChanged ? game : before)
        }
    }

    mutating func merge(_ guest: Int, into account: Int, apartFrom blocks: Set<Int>, _ now: Int64) {
        for var game in games {
            guard let seat = game.chair(of: guest) else { continue }
            let before = game
            game.version += 1
            // One that is over goes to the archive by itself.
            if game.endedAt == nil { fire(&game, now) }
            let isApart = game.chairs.contains { chair in chair.player.map { blocks.contains($0) } ?? false }
            let takes = !game.isGone && game.chair(of: account) == nil && !isApart
            if takes { game.chairs[seat].player = account }
            var unchanged = game
            unchanged.version = before.version
            unchanged.turnVersion = before.turnVersion
            put(takes || game.isGone || unchanged.text != before.text ? game : before)
        }
    }

    private mutating func put(_ game: Game) {
        games.removeAll { $0.id == game.id }
        if !game.isGone { games.append(game) }
        games.sort { $0.id < $1.id }
    }

    // MARK: What players ask

    /// - Returns: the game's version after it.
    mutating func perform(_ command: MatchCommand, _ id: UInt64, _ player: Int, _ now: Int64) throws -> UInt64 {
        guard var game = games.first(where: { $0.id == id }), let seat = game.chair(of: player) else {
            throw Refused(code: 17)
        }
        game.version += 1
        fire(&game, now)
        guard !game.isGone, game.isSeen(by: player) else { throw Refused(code: 17) }
        try perform(command, &game, seat, player, now)
        put(game)
        return game.version
    }

    private mutating func perform(
        _ command: MatchCommand, _ game: inout Game, _ seat: Int, _ player: Int, _ now: Int64
    ) throws {
        let isOpen = game.endedAt == nil
        let state = game.chairs[seat].state
        func refuse(_ code: Int, unless isFine: Bool) throws { if !isFine { throw Refused(code: code) } }
        switch command {
        case .accept:
            try refuse(21, unless: openGames(of: player) < 30)
            try refuse(24, unless: isOpen && state == 1)
            game.chairs[seat].state = 4
            game.chairs[seat].hasAnswered = true
        case .decline:
            try refuse(24, unless: isOpen && state == 1)
            game.chairs[seat].state = 2
            game.chairs[seat].hasAnswered = true
            if game.holder == seat { give(&game, game.list, game.span, now) }
        case .turn(let write, let seen): try turn(write, seen.rawValue, &game, seat, now)
        // Nobody judges these matches.
        case .move: throw Refused(code: 24)
        case .quitOutOfTurn(let outcome):
            try refuse(17, unless: outcome.rawValue != 0)
            try refuse(24, unless: isOpen && state == 4)
            try refuse(23, unless: game.holder != seat)
            leave(&game, seat, outcome.rawValue, now)
        case .askToQuit:
            try refuse(24, unless: isOpen && state == 4)
            try refuse(23, unless: game.holder == seat)
            if isAlone(game, seat) {
                game.isGone = true
            } else {
                game.chairs[seat].asked = game.chairs[seat].asked ?? now
            }
        case .claim:
            try refuse(24, unless: isOpen && state == 4)
            let late = game.began + (game.span ?? 90 * Self.day) + 14 * Self.day
            let isLast = game.span == nil || !game.list.contains { game.chairs[$0].mayPlay }
            try refuse(23, unless: game.holder != seat && isLast && late <= now)
            give(&game, [seat], game.span, now)
        case .remind(let seats, _):
            try refuse(24, unless: isOpen && state == 4)
            let others = seats.map(\.index)
            try refuse(22, unless: !others.isEmpty && Set(others).count == others.count && !others.contains(seat))
            for other in others {
                try refuse(22, unless: game.chairs.indices.contains(other))
                let chair = game.chairs[other]
                try refuse(22, unless: chair.state == 4 || chair.state == 1 && chair.called != nil)
                try refuse(24, unless: chair.reminded.map { now - $0 >= 10 * Self.minute } ?? true)
            }
            for other in others { game.chairs[other].reminded = now }
        case .sendExchange(let seats, let data, _, let timeout):
            try refuse(24, unless: isOpen && state == 4)
            try refuse(17, unless: data.count <= 4_096)
            let to = seats.map(\.index)
            try refuse(22, unless: !to.isEmpty && Set(to).count == to.count && !to.contains(seat))
            try refuse(22, unless: to.allSatisfy { game.chairs.indices.contains($0) && game.chairs[$0].state == 4 })
            try refuse(24, unless: game.trades.count { $0.sender == seat } < 10)
            game.trade += 1
            let due = timeout.span.map { now + $0.milliseconds }
            game.trades.append(Trade(number: game.trade, sender: seat, to: to, due: due))
        case .reply(let number, let data, _):
            let index = try tradeIndex(number.rawValue, game)
            try refuse(17, unless: data.count <= 4_096)
            try refuse(22, unless: game.trades[index].to.contains(seat))
            try refuse(24, unless: !game.trades[index].replied.contains(seat) && !game.trades[index].isComplete)
            try refuse(24, unless: state == 4)
            game.trades[index].replied.append(seat)
            settleTrades(&game)
        case .cancel(let number, _):
            let index = try tradeIndex(number.rawValue, game)
            try refuse(22, unless: game.trades[index].sender == seat)
            game.trades.remove(at: index)
        case .remove:
            try refuse(24, unless: !isOpen || state == 2 || state == 5)
            game.chairs[seat].isRemoved = true
        }
    }

    private mutating func turn(
        _ write: TurnWrite, _ seen: UInt64, _ game: inout Game, _ seat: Int, _ now: Int64
    ) throws {
        guard game.endedAt == nil else { throw Refused(code: 24) }
        guard game.holder == seat, game.turnVersion <= seen, seen < game.version else { throw Refused(code: 23) }
        guard game.chairs[seat].state == 4 else { throw Refused(code: 24) }
        guard write.data.count <= 65_536 else { throw Refused(code: 20) }
        let isBlocked = game.trades.contains { $0.isComplete }
        func save(_ game: inout Game) {
            game.data = write.data
            game.turnVersion = game.version
            guard let message = write.message else { return }
            game.message = message.text
            game.messageBy = seat
        }
        func played(_ game: inout Game) {
            save(&game)
            game.turns += 1
            game.chairs[seat].lastTurn = now
            game.chairs[seat].asked = nil
        }
        func checkNext(_ next: [Seat], besides: Int?) throws {
            let seats = next.map(\.index)
            guard Set(seats).count == seats.count, !seats.contains(where: { $0 == besides }),
                seats.allSatisfy({ game.chairs.indices.contains($0) && game.chairs[$0].state != 5 }),
                seats.contains(where: { game.chairs[$0].mayPlay })
            else { throw Refused(code: 22) }
        }
        switch write.action {
        case .save: save(&game)
        case .saveMerged(let numbers):
            for number in numbers {
                guard game.trades[try tradeIndex(number.rawValue, game)].isComplete else { throw Refused(code: 24) }
            }
            guard Set(numbers).count == numbers.count else { throw Refused(code: 17) }
            save(&game)
            game.trades.removeAll { numbers.contains(ExchangeNumber($0.number)) }
        case .end(let handover):
            if isBlocked { throw Refused(code: 24) }
            try checkNext(handover.next, besides: nil)
            played(&game)
            give(&game, handover.next.map(\.index), handover.timeout.span?.milliseconds, now)
        case .quit(let outcome, let handover):
            if outcome.rawValue == 0 { throw Refused(code: 17) }
            if isBlocked { throw Refused(code: 24) }
            if isAlone(game, seat) {
                game.isGone = true
                return
            }
            try checkNext(handover.next, besides: seat)
            played(&game)
            leave(&game, seat, outcome.rawValue, now)
            if game.endedAt == nil {
                give(&game, handover.next.map(\.index), handover.timeout.span?.milliseconds, now)
            }
        case .endMatch(let outcomes):
            if isBlocked { throw Refused(code: 24) }
            guard outcomes.keys.allSatisfy({ game.chairs.indices.contains($0.index) }) else {
                throw Refused(code: 22)
            }
            for (seat, outcome) in outcomes { game.chairs[seat.index].outcome = outcome.rawValue }
            guard game.chairs.allSatisfy({ $0.outcome != 0 }) else { throw Refused(code: 24) }
            played(&game)
            end(&game, now)
        }
    }

    private func tradeIndex(_ number: UInt32, _ game: Game) throws -> Int {
        if let index = game.trades.firstIndex(where: { $0.number == number }) { return index }
        throw Refused(code: (1...max(game.trade, 1)).contains(number) && game.trade > 0 ? 24 : 17)
    }

    // MARK: Who plays with whom

    private func openGames(of player: Int) -> Int {
        games.count { game in game.chairs.contains { $0.player == player && $0.state == 4 } }
    }

    mutating func find(_ request: MatchRequest, _ player: Int, _ now: Int64) throws -> (UInt64, UInt64) {
        guard openGames(of: player) < 30 else { throw Refused(code: 21) }
        let invited = request.recipients.map { Int($0.rawValue) }
        let usual = request.defaultNumberOfPlayers ?? lastSizes[player] ?? request.maxPlayers
        let size =
            request.takesStrangers
            ? max(min(max(usual, request.minPlayers), request.maxPlayers), invited.count + 1) : invited.count + 1
        guard !invited.contains(player) else { throw Refused(code: 13) }
        if size > invited.count + 1, circle.restricted.contains(player) { throw Refused(code: 14) }
        if invited.isEmpty, var game = partner(request, player),
            let seat = game.chairs.indices.filter({ isFree(game.chairs[$0]) })
                .min(by: { game.chairs[$0].callOrder < game.chairs[$1].callOrder })
        {
            game.version += 1
            fire(&game, now)
            if !game.isGone, game.chairs[seat].state == 3 {
                game.chairs[seat].state = 4
                game.chairs[seat].player = player
                game.chairs[seat].hasAnswered = true
                game.chairs[seat].mask = request.attributes
                if game.holder == seat { give(&game, [seat] + game.list, game.span, now) }
                put(game)
                return (game.id, game.version)
            }
        }
        try checkAll([player] + invited)
        try checkUnanswered(by: player, invited, now)
        lastSizes[player] = size
        return make([player] + invited, size, request.group, request.attributes, now)
    }

    private func isFree(_ chair: Chair) -> Bool { chair.state == 3 && chair.called != nil }

    /// The best game to join.
    private func partner(_ request: MatchRequest, _ player: Int) -> Game? {
        let open = games.filter { game in
            let others = game.chairs.compactMap(\.player)
            let masks = game.chairs.filter { $0.state != 3 }.map(\.mask) + [request.attributes]
            let all = masks.reduce(0) { $0 | ($1 == 0 ? 0xFFFF_FFFF : $1) }
            return game.group == request.group && game.chairs.contains(where: isFree)
                && game.chairs.count >= request.minPlayers && game.chairs.count <= request.maxPlayers
                && !others.contains(player) && others.allSatisfy { circle.meet(player, $0) }
                && (masks.count < game.chairs.count || all == 0xFFFF_FFFF)
        }
        func age(_ game: Game) -> Int { game.chairs.filter(isFree).map(\.callOrder).min() ?? .max }
        func isWorn(_ game: Game) -> Bool {
            game.chairs.compactMap(\.player).contains { other in
                games.count { $0.endedAt == nil && $0.chair(of: player) != nil && $0.chair(of: other) != nil } >= 3
            }
        }
        return open.min { (isWorn($0) ? 1 : 0, age($0)) < (isWorn($1) ? 1 : 0, age($1)) }
    }

    private func checkAll(_ players: [Int]) throws {
        for one in players {
            for other in players where one != other && !circle.meet(one, other) { throw Refused(code: 13) }
        }
    }

    /// Three without an answer stop further ones for an hour after the last, whatever became of their games. Of games
    /// that are over, only those count that came within an hour of it.
    private func checkUnanswered(by player: Int, _ invited: [Int], _ now: Int64) throws {
        for other in invited {
            var sent: [(at: Int64, isOpen: Bool)] = []
            for game in games where game.chairs[0].player == player {
                for chair in game.chairs where chair.player == other && !chair.hasAnswered {
                    let isOpen = game.endedAt == nil
                    // Before the turn comes to them, the sender alone can send it.
                    if let at = chair.called ?? (isOpen && game.turns == 0 ? game.made : nil) {
                        sent.append((at, isOpen))
                    }
                }
            }
            let last = sent.map(\.at).max() ?? 0
            let counted = sent.filter { $0.isOpen || $0.at + Self.hour > last }
            if counted.count >= 3, last + Self.hour > now { throw Refused(code: 13) }
        }
    }

    private mutating func make(
        _ players: [Int], _ size: Int, _ group: Int64, _ mask: UInt32, _ now: Int64
    ) -> (UInt64, UInt64) {
        lastID += 1
        calls += 1
        var chairs = (0..<size).map { seat in
            seat < players.count ? Chair(player: players[seat], state: 1) : Chair(player: nil, state: 3)
        }
        chairs[0].state = 4
        chairs[0].called = now
        chairs[0].mask = mask
        games.append(
            Game(id: lastID, group: group, made: now, chairs: chairs, holder: 0, began: now, span: 7 * Self.day))
        return (lastID, 1)
    }

    mutating func rematch(_ id: UInt64, _ player: Int, _ now: Int64) throws -> (UInt64, UInt64) {
        guard let index = games.firstIndex(where: { $0.id == id }), games[index].isSeen(by: player) else {
            throw Refused(code: 17)
        }
        let old = games[index]
        guard old.endedAt != nil else { throw Refused(code: 24) }
        if let again = old.again, now < again.at + 7 * Self.day,
            var game = games.first(where: { $0.id == again.id }), game.endedAt == nil,
            let seat = game.chair(of: player)
        {
            game.version += 1
            fire(&game, now)
            if game.isGone { throw Refused(code: 17) }
            if game.chairs[seat].state == 1 {
                let others = game.chairs.filter { $0.mayPlay && $0.player != player }.compactMap(\.player)
                guard others.allSatisfy({ circle.meet(player, $0) }) else { throw Refused(code: 13) }
                guard openGames(of: player) < 30 else { throw Refused(code: 21) }
                game.chairs[seat].state = 4
                game.chairs[seat].hasAnswered = true
                game.chairs[seat].called = game.chairs[seat].called ?? now
            } else if game.chairs[seat].state != 4 {
                throw Refused(code: 24)
            }
            put(game)
            return (game.id, game.version)
        }
        guard openGames(of: player) < 30 else { throw Refused(code: 21) }
        let players = [player] + old.chairs.compactMap(\.player).filter { $0 != player }
        guard players.count > 1 else { throw Refused(code: 24) }
        try checkAll(players)
        try checkUnanswered(by: player, Array(players.dropFirst()), now)
        let made = make(players, players.count, old.group, 0, now)
        games[index].again = (made.0, now)
        games[index].version += 1
        return made
    }
}
