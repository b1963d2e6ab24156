import LaurelDomain
import LaurelTestSupport

@testable import LaurelMatches
@testable import LaurelTestMatches

/// A random life of some players and their matches: the book and the model do the same.
struct MatchHistory {
    private var random: SplitMix64
    private var book = MatchBook()
    private var model: NaiveMatches
    private var facts: [MatchFact] = []
    private var contents: [MatchNumber: (data: [UInt8], message: String?)] = [:]
    private var now: Int64 = 1_800_000_000_000
    /// Erased players leave it, new ones come.
    private var players: [Int]
    private var nextPlayer: Int
    private var keys: UInt64 = 0
    private var touched = MatchNumber(0)
    /// A write of a player: done again, it does nothing.
    private struct Done {
        let command: MatchCommand, id: MatchNumber, player: Int, key: MatchKey, version: MatchVersion
    }
    private var last: Done?
    /// The last that ended a turn: it is known however many others came since.
    private var lastTurn: Done?

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let count = 2 + random.below([1, 3, 6, 20][random.below(4)])
        players = Array(0..<count)
        nextPlayer = count
        var circle = Circle()
        for one in 0..<count {
            if random.chance(1, in: 12) { circle.restricted.insert(one) }
            for other in 0..<one {
                if random.chance(1, in: 25) { circle.blocks.insert([one, other]) }
                if random.chance(1, in: 4) { circle.friends.insert([one, other]) }
            }
        }
        model = NaiveMatches(circle: circle)
    }

    private var time: Timestamp { Timestamp(clamping: now) }

    /// - Parameter isThorough: compares everything, not only the match that was written last.
    /// - Returns: nil, or where book and model disagree.
    mutating func step(isThorough: Bool) -> String? {
        pass()
        let wrong: String?
        switch random.below(100) {
        case ..<14: wrong = find()
        case ..<18: wrong = rematch()
        case ..<20: wrong = random.chance(1, in: 3) ? merge() : depart()
        case ..<22: wrong = restart()
        case ..<26:
            let done = random.chance(1, in: 2) ? last : lastTurn
            wrong = again(done)
        case ..<27: wrong = fallOut()
        default: wrong = write()
        }
        return wrong ?? (isThorough ? compareAll() : compare(touched))
    }

    // MARK: Time

    private mutating func pass() {
        now += Int64(random.below(120_000))
        switch random.below(40) {
        case 0: now += Int64(random.below(9)) * NaiveMatches.day
        case 1: now += Int64(random.below(3)) * NaiveMatches.hour
        case 2: if let deadline = book.nextDeadline { now = max(now, deadline.milliseconds) }
        case 3: if random.chance(1, in: 6) { now += Int64(random.below(400)) * NaiveMatches.day }
        default: break
        }
        // Timers may be late: what is due comes before a write all the same.
        if random.chance(3, in: 4) { fire() }
    }

    private mutating func fire() {
        while let number = book.nextDue(at: time) { commit(book.planTimers(of: number, at: time)?.facts ?? []) }
        model.passTime(to: now)
    }

    private mutating func commit(_ new: [MatchFact]) {
        for fact in new {
            switch fact.change {
            case .dataSaved(let data): contents[fact.match, default: ([], nil)].data = data
            case .messageSet(_, let message): contents[fact.match, default: ([], nil)].message = message.text
            case .erased(let seat):
                if book[fact.match]?.messageSeat == seat { contents[fact.match]?.message = nil }
            default: break
            }
            book.apply(fact)
            touched = fact.match
        }
        facts += new
    }

    // MARK: Writes

    private mutating func key() -> MatchKey {
        keys += 1
        return MatchKey(high: 7, low: keys, body: keys)
    }

    private mutating func player() -> Int { players[random.below(players.count)] }
    private func number(_ player: Int) -> PlayerNumber { PlayerNumber(UInt32(player)) }

    /// Both refuse with one code, or both do it, to the same version.
    private mutating func judge(
        _ what: String, _ plan: Result<MatchPlan, any Error>, _ expected: Result<(UInt64, UInt64), any Error>
    ) -> String? {
        switch (plan, expected) {
        case (.success(let plan), .success(let expected)):
            commit(plan.facts)
            let found = (plan.match.rawValue, plan.version.rawValue)
            return found == expected ? nil : "\(what): \(found) instead of \(expected)"
        case (.failure(let refusal as MatchRefusal), .failure(let refused as NaiveMatches.Refused)):
            return refusal.gameKitCode == refused.code ? nil : "\(what): \(refusal) instead of \(refused.code)"
        default: return "\(what): \(plan) instead of \(expected)"
        }
    }

    private mutating func find() -> String? {
        let player = player()
        let low = 2 + random.below(random.chance(1, in: 6) ? 15 : 2)
        let high = low + random.below(3)
        var invited = (0..<(random.chance(1, in: 3) ? 1 + random.below(3) : 0)).map { _ in self.number(self.player()) }
        if random.chance(9, in: 10) { invited = Array(Set(invited)).sorted().filter { $0 != self.number(player) } }
        let masks: [UInt32] = [0, 0, 0, 0xFFFF_0000, 0xFFFF, 0xFF]
        let usual = random.chance(1, in: 3) ? low : nil
        let group = Int64(random.below(2))
        let mask = masks[random.below(6)]
        let takesStrangers = random.chance(4, in: 5)
        guard
            let request = Result(catching: {
                try MatchRequest(
                    minPlayers: low, maxPlayers: high, defaultNumberOfPlayers: usual, group: group, attributes: mask,
                    recipients: invited, takesStrangers: takesStrangers)
            }).success
        else { return nil }
        let key = key()
        let time = time
        let plan = Result { [book, model, number] in
            try book.planFind(request, by: number(player), key: key, at: time, seed: 0, model.circle)
        }
        let expected = Result { try model.find(request, player, now) }
        return judge("find by \(player) \(request)", plan, expected)
    }

    private mutating func rematch() -> String? {
        let player = player()
        guard let match = book.matches(of: number(player)).first(where: { $0.ended != nil }) else { return nil }
        let key = key()
        let time = time
        let plan = Result { [book, model, number] in
            try book.planRematch(of: match.number, by: number(player), key: key, at: time, seed: 0, model.circle)
        }
        let expected = Result { try model.rematch(match.number.rawValue, player, now) }
        // It is a write of the same seat: the one before may be known no more.
        if plan.success?.match == last?.id { last = nil }
        return judge("rematch of \(match.number) by \(player)", plan, expected)
    }

    private mutating func write() -> String? {
        let all = book.matches.keys.sorted()
        guard !all.isEmpty else { return nil }
        let recent = all.suffix(6)
        guard let match = book[recent[recent.startIndex + random.below(recent.count)]] else { return nil }
        var writer = RandomCommand(match: match)
        var player = player()
        // Mostly somebody who can do something.
        let seated = match.participants.filter(\.canPlay).compactMap(\.player).map { Int($0.rawValue) }
        let holder = match.turn.flatMap { match[$0.seat]?.player }.map { Int($0.rawValue) }
        if random.chance(1, in: 2), let holder {
            player = holder
        } else if random.chance(4, in: 5), !seated.isEmpty {
            player = seated[random.below(seated.count)]
        }
        let command = writer.make(by: match.seat(of: number(player)), &random)
        let key = key()
        let time = time
        let plan = Result { [book, number] in
            try book.plan(command, of: match.number, by: number(player), key: key, at: time)
        }
        if case .success(let plan) = plan {
            last = Done(command: command, id: match.number, player: player, key: key, version: plan.version)
            let endsTurn = plan.facts.contains { if case .turnEnded = $0.change { true } else { false } }
            if endsTurn { lastTurn = last }
        }
        let expected = Result {
            (match.number.rawValue, try model.perform(command, match.number.rawValue, player, now))
        }
        return judge("\(command) of \(match.number) by \(player) at \(now)", plan, expected)
    }

    /// The same key answers as it did, and with another body not at all (rule 12.22).
    private func again(_ done: Done?) -> String? {
        guard let done, let match = book[done.id], match.seat(of: number(done.player)) != nil else { return nil }
        let time = time
        let again = Result { [book, number] in
            try book.plan(done.command, of: done.id, by: number(done.player), key: done.key, at: time)
        }
        guard let plan = again.success, plan.facts.isEmpty, plan.version == done.version else {
            return "again \(done): \(again)"
        }
        let other = MatchKey(high: done.key.high, low: done.key.low, body: 0)
        let refused = Result { [book, number] in
            try book.plan(done.command, of: done.id, by: number(done.player), key: other, at: time)
        }
        return refused.failure as? MatchRefusal == .keyUsed ? nil : "another body: \(refused)"
    }

    /// One blocks another, or takes it back.
    private mutating func fallOut() -> String? {
        let pair = Set([player(), player()])
        guard pair.count == 2 else { return nil }
        if model.circle.blocks.remove(pair) == nil { model.circle.blocks.insert(pair) }
        return nil
    }

    /// A ban or an erasure; somebody else comes for who is erased.
    private mutating func depart() -> String? {
        let index = random.below(players.count)
        let isErased = random.chance(1, in: 2)
        let player = players[index]
        commit(book.planDeparture(of: number(player), isErased: isErased, at: time).flatMap(\.facts))
        model.depart(player, isErased: isErased, now)
        if isErased {
            players[index] = nextPlayer
            nextPlayer += 1
        }
        return nil
    }

    /// A guest becomes part of somebody's account, and is erased.
    private mutating func merge() -> String? {
        let (guest, account) = (random.below(players.count), random.below(players.count))
        guard guest != account else { return nil }
        var blocks: Set<Int> = []
        for player in players where random.chance(1, in: 8) { blocks.insert(player) }
        commit(
            book.planMerge(
                of: number(players[guest]), into: number(players[account]), apartFrom: Set(blocks.map { number($0) }),
                at: time
            ).flatMap(\.facts))
        model.merge(players[guest], into: players[account], apartFrom: blocks, now)
        if let wrong = compareAll() { return "merged: \(wrong)" }
        let rest = book.numbers(of: number(players[guest]))
        let apart = Set((blocks + [players[account]]).map { number($0) })
        if !rest.allSatisfy({ !apart.isDisjoint(with: book[$0]?.participants.compactMap(\.player) ?? []) }) {
            return "not merged: \(rest)"
        }
        commit(book.planDeparture(of: number(players[guest]), isErased: true, at: time).flatMap(\.facts))
        model.depart(players[guest], isErased: true, now)
        players[guest] = nextPlayer
        nextPlayer += 1
        return nil
    }

    /// What was made durable makes the same book.
    private mutating func restart() -> String? {
        var fresh = MatchBook()
        fresh.apply(facts)
        defer { book = fresh }
        guard fresh.matches == book.matches else { return "restarted with other matches" }
        guard fresh.lists.filter({ !$0.value.isEmpty }) == book.lists.filter({ !$0.value.isEmpty }) else {
            return "restarted with other lists"
        }
        guard fresh.waiting == book.waiting, fresh.lastSeats == book.lastSeats else { return "restarted otherwise" }
        return restore()
    }

    /// So do the matches as they were kept, without the facts.
    private func restore() -> String? {
        let kept = book.matches.values.sorted { $0.number < $1.number }
        var restored = MatchBook(restoring: kept, lastNumber: book.lastNumber)
        guard restored.matches == book.matches, restored.lastNumber == book.lastNumber else {
            return "restored with other matches"
        }
        guard restored.lists == book.lists.filter({ !$0.value.isEmpty }) else { return "restored with other lists" }
        guard restored.nextDue(at: time) == next() else {
            return "restored with other deadlines"
        }
        // Of two that wait since the same moment, either may be first.
        func moments(_ book: MatchBook) -> [Int64: [Timestamp?]] {
            book.waiting.mapValues { $0.map { book[$0.match]?[$0.seat]?.called } }
        }
        guard restored.waiting.mapValues({ Set($0) }) == book.waiting.mapValues({ Set($0) }),
            moments(restored) == moments(book)
        else { return "restored with others waiting" }
        return nil
    }

    private func next() -> MatchNumber? {
        var copy = book
        return copy.nextDue(at: time)
    }

    // MARK: Comparing

    private func compare(_ number: MatchNumber) -> String? {
        let found = book[number].map { match in
            StoredMatch(match: match, data: contents[number]?.data ?? [], message: contents[number]?.message).text
        }
        let expected = model.games.first { $0.id == number.rawValue }?.text
        return found == expected ? nil : "book:\n\(found ?? "no match")\nmodel:\n\(expected ?? "no match")"
    }

    private func compareAll() -> String? {
        let numbers = book.matches.keys.sorted()
        if numbers.map(\.rawValue) != model.games.map(\.id) { return "\(numbers) are other matches" }
        if let wrong = numbers.lazy.compactMap(compare).first { return wrong }
        for match in book.matches.values where match.ended == nil {
            guard let turn = match.turn, match[turn.seat]?.canPlay ?? false else { return "nobody's turn in \(match)" }
        }
        for player in players {
            let seen = book.matches(of: number(player)).map(\.number.rawValue)
            let visible = model.games.filter { $0.isSeen(by: player) }.map(\.id)
            if seen != visible.reversed() { return "\(player) sees \(seen) instead of \(visible)" }
            let turns = model.games.count { game in
                game.isSeen(by: player) && game.holder.map { game.chairs[$0].player } == player
            }
            if book.turns(of: number(player)) != turns { return "\(player) doesn't hold \(turns) turns" }
        }
        return nil
    }
}

extension Result {
    fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
