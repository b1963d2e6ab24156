import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelRanking

/// A split board against ``NaiveBoard`` as it was at the end of the last epoch that all parts had closed.
@Suite("Split board against the naive model", .timeLimit(.minutes(30))) struct SplitModelTests {
    static let operationsPerSeed = 200_000

    @Test(
        "rules 4.5, 4.6, 4.8, 4.9, 4.12: K parts that close epochs when they please read as one board at one moment",
        arguments: Depth.seeds(4))
    func randomLife(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var done = 0
        var answered = 0
        var game = 0
        while done < Self.operationsPerSeed {
            // Each K in turn, so that a few seeds see all of them.
            var life = SplitGame(parts: 1 + game % 16, &random)
            game += 1
            for _ in 0..<300 + random.below(900) {
                if let wrong = life.step(&random) {
                    Issue.record("seed \(seed), operation \(done), \(life.parts.count) parts: \(wrong)")
                    return
                }
                done += 1
            }
            answered += life.answered
        }
        // Refusals are rare, or this test would have compared nothing.
        #expect(answered > done / 20)
    }
}

/// A small split board and its model, driven at random.
struct SplitGame {
    let parts: [BoardPart]
    /// How many reads had an answer.
    private(set) var answered = 0
    /// Whether all parts could be read at one epoch when a read began.
    private var hasCommonEpoch = false
    private let split: PlayerSplit
    private let players: Int
    private let stride: Int
    private var model: NaiveBoard
    /// What the model was at the end of an epoch; between two of them nothing came.
    private var past: [(epoch: BoardEpoch, model: NaiveBoard)] = []
    private var epoch: BoardEpoch
    private var sequence: Int64 = 0

    init(parts count: Int, _ random: inout SplitMix64) {
        guard let split = PlayerSplit(parts: count) else { preconditionFailure("1 to 16 parts") }
        self.split = split
        players = [1, 3, 12, 40, 150][random.below(5)]
        // All players in one part, now and then.
        stride = random.chance(1, in: 6) ? count : 1
        let order = SortOrder.allCases[random.below(2)]
        let type = random.chance(1, in: 4) ? SubmissionType.mostRecent : .best
        let range = random.chance(1, in: 5) ? ScoreRange(lowest: -20, highest: 30) : nil
        model = NaiveBoard(order: order, type: type, range: range, players: players * stride)
        let start = BoardEpoch(clamping: Int64(random.below(3)) * 90_000_000_000)
        epoch = start.advanced(by: 1)
        past = [(start, model)]
        parts = (0..<count).map {
            BoardPart($0, of: split, order: order, type: type, range: range, closed: start)
        }
    }

    /// One operation. Nil: the parts and the model agree as far as was looked.
    mutating func step(_ random: inout SplitMix64) -> String? {
        switch random.below(100) {
        case ..<50: return change(&random)
        case ..<65: return endEpoch(&random)
        case ..<85: return closeSome(&random)
        default: return read(&random)
        }
    }

    private func player(_ random: inout SplitMix64) -> Int {
        (random.chance(1, in: 3) ? 0 : random.below(players)) * stride
    }

    private mutating func nextSequence() -> JournalSequence {
        sequence += 1
        return JournalSequence(sequence)
    }

    /// To the parts that it concerns, in the open epoch.
    private func collect(_ change: BoardChange) -> String? {
        let concerned = change.player.map { [parts[split.part(of: $0)]] } ?? parts
        for part in concerned {
            do throws(BoardPart.Refusal) { try part.collect(change, at: epoch.moment) } catch {
                return "\(change) refused: \(error)"
            }
        }
        return nil
    }

    private mutating func change(_ random: inout SplitMix64) -> String? {
        switch random.below(100) {
        case ..<70: return submit(&random)
        case ..<79: return remove(&random)
        case ..<86: return restore(&random)
        case ..<92: return ban(&random)
        case ..<97: return erase(&random)
        default: return random.chance(1, in: 12) ? changeAsWhole(&random) : submit(&random)
        }
    }

    private mutating func submit(_ random: inout SplitMix64) -> String? {
        let number = player(&random)
        let values: [Int64] = [.min, -3, 0, 1, 5, 7, .max]
        let value = random.chance(1, in: 2) ? values[random.below(values.count)] : Int64(random.below(60)) - 20
        var date = epoch.moment
        switch random.below(10) {
        case ..<3: date = date.advanced(by: Timestamp.Span(milliseconds: -Int64(random.below(9 * 86_400_000))))
        case 3: date = model.rows[number].last?.submission.date ?? date
        // On one date with others.
        case ..<7: date = past[0].epoch.moment
        default: break
        }
        let row = Submission(
            player: PlayerNumber(UInt32(number)), value: value, date: date, context: Int64(random.below(100)),
            sequence: nextSequence(), flags: SubmissionFlags(rawValue: UInt8(random.below(8))))
        model.rows[number].append(NaiveBoard.Row(submission: row))
        return collect(.submit(row))
    }

    private mutating func remove(_ random: inout SplitMix64) -> String? {
        let number = player(&random)
        guard !model.rows[number].isEmpty else { return nil }
        let index = random.below(model.rows[number].count)
        model.rows[number][index].isRemoved = true
        let row = model.rows[number][index].submission
        return collect(.remove(row.sequence, of: row.player, version: nextSequence()))
    }

    private mutating func restore(_ random: inout SplitMix64) -> String? {
        let number = player(&random)
        guard let index = model.rows[number].indices.first(where: { model.rows[number][$0].isRemoved }) else {
            return nil
        }
        model.rows[number][index].isRemoved = false
        return collect(.restore(model.rows[number][index].submission, version: nextSequence()))
    }

    private mutating func ban(_ random: inout SplitMix64) -> String? {
        let number = player(&random)
        let player = PlayerNumber(UInt32(number))
        if model.banned.remove(number) != nil { return collect(.unhide(player, version: nextSequence())) }
        model.banned.insert(number)
        return collect(.hide(player, version: nextSequence()))
    }

    private mutating func erase(_ random: inout SplitMix64) -> String? {
        let number = random.below(players) * stride
        model.rows[number] = []
        model.banned.remove(number)
        return collect(.erase(PlayerNumber(UInt32(number)), version: nextSequence()))
    }

    private mutating func changeAsWhole(_ random: inout SplitMix64) -> String? {
        if random.chance(1, in: 2) {
            for number in model.rows.indices { model.rows[number] = [] }
            return collect(.wipe(version: nextSequence()))
        }
        model.range = random.chance(1, in: 2) ? nil : ScoreRange(lowest: -5, highest: 20)
        return collect(.setRange(model.range, version: nextSequence()))
    }
}

// Time.
extension SplitGame {
    private mutating func endEpoch(_ random: inout SplitMix64) -> String? {
        past.append((epoch, model))
        if past.count > 400 { past.removeSubrange(1..<200) }
        switch random.below(40) {
        case ..<30: epoch = epoch.advanced(by: 1)
        case ..<38: epoch = epoch.advanced(by: 1 + random.below(12))
        case 38: epoch = epoch.advanced(by: 1 + random.below(3_600_000 / 20))
        default: epoch = epoch.advanced(by: 1 + random.below(2 * 86_400_000 / 20))
        }
        return nil
    }

    /// Some parts move on, as far as each pleases.
    private func closeSome(_ random: inout SplitMix64) -> String? {
        let isEach = random.chance(1, in: 3)
        for part in parts where isEach || random.chance(1, in: 2) {
            let end = epoch.advanced(by: -1)
            guard part.closed < end else { continue }
            let left = Int(end.number - part.closed.number)
            let few = min(1 + random.below(4), left)
            close(part, through: random.chance(2, in: 3) ? end : part.closed.advanced(by: few), &random)
        }
        return nil
    }

    /// Rows that are asked for are given at once, or some other time.
    private func close(_ part: BoardPart, through target: BoardEpoch, _ random: inout SplitMix64) {
        while true {
            let needs = part.close(through: target)
            guard let closing = part.closing, !needs.isEmpty, !random.chance(1, in: 8) else { return }
            let then = model(at: closing)
            for need in needs {
                let rows = then.remaining(Int(need.player.rawValue)).shuffled(using: &random)
                if let after = need.after {
                    part.refill(need.player, rows: rows.filter { $0.date > after })
                } else {
                    part.replaceHistory(of: need.player, rows: rows)
                }
                if random.chance(1, in: 20) { break }
            }
        }
    }

    private func model(at epoch: BoardEpoch) -> NaiveBoard {
        past.last { $0.epoch <= epoch }?.model ?? model
    }
}

// Comparing.
extension SplitGame {
    private mutating func read(_ random: inout SplitMix64) -> String? {
        let scope = TimeScope.allCases[random.below(3)]
        let goal = goal(&random)
        var read = SplitRead(goal, scope, of: split, order: model.order)
        // So few that pages are searched for, however small the board.
        if random.chance(2, in: 3) { read.limits = SplitRead.Limits(top: 0, samples: 16, candidates: 24) }
        let outcome = answer(&read, &random)
        switch outcome {
        case .ask: return "it never ends"
        case .fail(let failure): return wrongRefusal(failure, read)
        case .done(let answer):
            answered += 1
            guard parts.allSatisfy({ answer.epoch <= $0.closed }) else { return "an epoch that is not closed" }
            let right = model(at: answer.epoch).entries(scope, at: answer.epoch.moment)
            return wrong(answer, goal, right) ?? wrongRounds(read, entries: right.count)
        }
    }

    private func goal(_ random: inout SplitMix64) -> SplitRead.Goal {
        let count = 1 + random.below(RankWindow.countLimit)
        switch random.below(4) {
        case 0: return .total
        case 1: return .entries(of: (0..<random.below(8)).map { _ in PlayerNumber(UInt32(player(&random))) })
        case 2: return .around(PlayerNumber(UInt32(player(&random))), count: count)
        default:
            guard let window = try? RankWindow(first: 1 + random.below(players + 3), count: count) else {
                return .total
            }
            return .page(window)
        }
    }

    /// Parts may go on between two rounds.
    private mutating func answer(_ read: inout SplitRead, _ random: inout SplitMix64) -> SplitRead.Action {
        var action = read.begin()
        for _ in 0..<20 {
            guard case .ask(let requests) = action else { return action }
            var answers: [Int: PartAnswer] = [:]
            for (part, request) in requests { answers[part] = parts[part].answer(request) }
            if read.rounds == 1 { hasCommonEpoch = partsAgree }
            if random.chance(1, in: 4) { _ = closeSome(&random) }
            action = read.take(answers)
        }
        return action
    }

    private func wrongRefusal(_ failure: SplitRead.Failure, _ read: SplitRead) -> String? {
        guard failure == .noCommonEpoch else { return "\(failure)" }
        // Known in the first round, or some part has gone too far since.
        guard read.rounds > 1 else { return hasCommonEpoch ? "there was a common epoch" : nil }
        let isReadable = parts.allSatisfy { $0.readable?.contains(read.epoch) ?? false }
        return isReadable ? "\(read.epoch) is readable" : nil
    }

    private var partsAgree: Bool {
        let ranges = parts.compactMap(\.readable)
        guard ranges.count == parts.count, let common = ranges.map(\.upperBound).min() else { return false }
        return ranges.allSatisfy { $0.contains(common) }
    }

    private func wrongRounds(_ read: SplitRead, entries: Int) -> String? {
        let limit: Int
        switch read.goal {
        case .total: limit = 2
        case .entries, .around: limit = 3
        case .page: limit = read.limits.top > 0 ? 2 : read.limits.rounds(entries: entries)
        }
        return read.rounds <= limit ? nil : "\(read.rounds) rounds, not \(limit)"
    }

    private func wrong(_ answer: SplitRead.Answer, _ goal: SplitRead.Goal, _ all: [RankedEntry]) -> String? {
        if let total = answer.total, total != all.count { return "total \(total), not \(all.count)" }
        var right: [RankedEntry] = []
        switch goal {
        case .total: if answer.total == nil { return "no total" }
        case .entries(let players): right = all.filter { players.contains($0.player) }
        case .page(let window): right = Array(all.dropFirst(window.first - 1).prefix(window.count))
        case .around(let player, let count):
            if let own = all.first(where: { $0.player == player }) {
                let start = min(max(own.rank - 1 - count / 2, 0), max(all.count - count, 0))
                right = Array(all.dropFirst(start).prefix(count))
            }
        }
        guard answer.entries != right else { return nil }
        for (one, other) in zip(answer.entries, right) where one != other { return "\(goal): \(one), not \(other)" }
        return "\(goal): \(answer.entries.count) entries, not \(right.count)"
    }
}
