import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelRanking

/// ``Board`` against ``NaiveBoard``: two seeds of a million operations each, on many small boards, so that the
/// naive answer stays affordable. Every kind of read is sampled all along; big boards are RankTreeTests' part.
@Suite("Board against the naive model", .timeLimit(.minutes(60))) struct BoardModelTests {
    static let operationsPerSeed = 1_000_000

    @Test(
        "rules 4.5, 4.6, 4.8, 4.9, 4.12: a random life reads as the naive model does",
        arguments: Depth.seeds(2))
    func randomLife(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var done = 0
        while done < Self.operationsPerSeed {
            var game = RandomGame(&random)
            let length = 150 + random.below(700)
            for _ in 0..<length {
                if let wrong = game.step(&random) {
                    Issue.record("seed \(seed), operation \(done): \(wrong)")
                    return
                }
                done += 1
            }
            if let wrong = game.checkAll() {
                Issue.record("seed \(seed), operation \(done): \(wrong)")
                return
            }
        }
    }
}

/// One small board and its model, driven at random.
struct RandomGame {
    private var board: Board
    private var model: NaiveBoard
    private let players: Int
    private var now: Timestamp
    private var sequence: Int64 = 0
    private let values: [Int64]
    /// Someone whose every score is worse than the one before: the longest staircase there is.
    private let hasDescender: Bool
    private var descent: Int64 = 0
    private var seen: [TimeScope: (version: UInt64, entries: [RankedEntry])] = [:]
    private var seenFriends: [TimeScope: SeenFriends] = [:]

    /// What a reader among friends knows.
    private struct SeenFriends {
        let friends: [PlayerNumber]
        let viewer: PlayerNumber?
        let moment: UInt64
        let entries: [RankedEntry]
    }

    init(_ random: inout SplitMix64) {
        players = [1, 3, 10, 24, 130][random.below(5)]
        let order = SortOrder.allCases[random.below(2)]
        let type = random.chance(1, in: 4) ? SubmissionType.mostRecent : .best
        let range = random.chance(1, in: 5) ? ScoreRange(lowest: -20, highest: 30) : nil
        now = Timestamp(clamping: Int64(random.below(3)) * 1_800_000_000_000)
        if random.chance(1, in: 20) { now = Timestamp.last.advanced(by: -.days(8)) }
        board = Board(order: order, type: type, range: range, now: now)
        model = NaiveBoard(order: order, type: type, range: range, players: players)
        values = random.chance(1, in: 2) ? [-3, 0, 1, 5] : [.min, .min + 1, -1, 0, 1, 7, 40, .max - 1, .max]
        hasDescender = random.chance(1, in: 4)
        // As a start does, which makes the ranks at the end.
        guard random.chance(1, in: 2) else { return }
        board.beginFilling()
        for _ in 0..<random.below(120) { liveOn(&random) }
        board.endFilling()
    }

    /// One operation. Nil: board and model agree as far as was looked.
    mutating func step(_ random: inout SplitMix64) -> String? {
        switch random.below(1_000) {
        case ..<560: submit(&random)
        case ..<700: passTime(&random)
        case ..<740: remove(&random)
        case ..<780: restore(&random)
        case ..<790: ban(&random)
        case ..<800: erase(&random)
        case ..<802: wipe()
        case ..<812: changeRange(&random)
        case ..<830: repeatRow(&random)
        case ..<840: if let wrong = roundTrip(&random) { return wrong }
        default: return check(&random)
        }
        return nil
    }

    private func player(_ random: inout SplitMix64) -> Int {
        random.chance(1, in: 3) ? 0 : random.below(players)
    }

    private mutating func nextSequence(_ random: inout SplitMix64) -> JournalSequence {
        sequence += Int64(1 + random.below(3))
        return JournalSequence(sequence)
    }

    private mutating func nextSequence() -> JournalSequence {
        sequence += 1
        return JournalSequence(sequence)
    }

    private mutating func submit(_ random: inout SplitMix64) {
        let number = player(&random)
        var value = values[random.below(values.count)]
        if random.chance(1, in: 3) { value = Int64(random.below(60)) - 20 }
        if hasDescender, number == 0, random.chance(9, in: 10) {
            descent += Int64(random.below(3))
            value = model.order == .highToLow ? 25 - descent : descent - 15
        }
        var date = now
        switch random.below(20) {
        case ..<3: date = now.advanced(by: Timestamp.Span(milliseconds: -Int64(random.below(9 * 86_400_000))))
        case ..<5: date = model.rows[number].last?.submission.date ?? now
        case 5: date = now.advanced(by: -.days(Int64(random.below(40))))
        case 6: date = now.advanced(by: Timestamp.Span(milliseconds: Int64(random.below(100_000))))
        default: break
        }
        let row = Submission(
            player: PlayerNumber(UInt32(number)), value: value, date: date, context: Int64(random.below(1_000)) - 500,
            sequence: nextSequence(&random), flags: SubmissionFlags(rawValue: UInt8(random.below(256))))
        model.rows[number].append(NaiveBoard.Row(submission: row))
        _ = board.apply(row)
    }

    private mutating func passTime(_ random: inout SplitMix64) {
        let step: Int64 =
            switch random.below(8) {
            case ..<4: Int64(random.below(1_000))
            case 4: Int64(random.below(3_600_000))
            case 5: Int64(random.below(20 * 3_600_000))
            case 6 where random.chance(1, in: 4): Int64(random.below(9 * 86_400_000))
            default: stepToAnEdge(&random)
            }
        now = Timestamp(clamping: now.milliseconds + step)
    }

    /// To the millisecond at which a score leaves a window, or the one before or after.
    private func stepToAnEdge(_ random: inout SplitMix64) -> Int64 {
        let rows = model.rows[player(&random)]
        guard !rows.isEmpty else { return 1 }
        let date = rows[random.below(rows.count)].submission.date.milliseconds
        let span: Int64 = (random.chance(1, in: 2) ? 1 : 7) * 86_400_000
        let edge = date + span + Int64(random.below(3)) - 1
        return max(edge - now.milliseconds, 0)
    }

    private mutating func remove(_ random: inout SplitMix64) {
        let number = player(&random)
        guard !model.rows[number].isEmpty else { return }
        let index = random.below(model.rows[number].count)
        model.rows[number][index].isRemoved = true
        board.remove(
            model.rows[number][index].submission.sequence, of: PlayerNumber(UInt32(number)), version: nextSequence())
        if random.chance(1, in: 2) { answerHistory(&random) }
    }

    private mutating func restore(_ random: inout SplitMix64) {
        let number = player(&random)
        let candidates = model.rows[number].indices.filter { model.rows[number][$0].isRemoved }
        let all = random.chance(1, in: 4) ? Array(model.rows[number].indices) : candidates
        guard !all.isEmpty else { return }
        let index = all[random.below(all.count)]
        model.rows[number][index].isRemoved = false
        board.restore(model.rows[number][index].submission, version: nextSequence())
    }

    private mutating func ban(_ random: inout SplitMix64) {
        let number = player(&random)
        if model.banned.remove(number) != nil {
            board.unhide(PlayerNumber(UInt32(number)), version: nextSequence())
        } else {
            model.banned.insert(number)
            board.hide(PlayerNumber(UInt32(number)), version: nextSequence())
        }
    }

    private mutating func erase(_ random: inout SplitMix64) {
        let number = random.below(players)
        model.rows[number] = []
        model.banned.remove(number)
        board.erase(PlayerNumber(UInt32(number)), version: nextSequence())
    }

    private mutating func wipe() {
        for number in 0..<players { model.rows[number] = [] }
        board.wipe(version: nextSequence())
    }

    private mutating func changeRange(_ random: inout SplitMix64) {
        let ranges = [
            nil, ScoreRange(lowest: 0, highest: 5), ScoreRange(lowest: -30, highest: 20),
            ScoreRange(lowest: .min, highest: -1), ScoreRange(lowest: 1, highest: .max),
        ]
        let range = ranges[random.below(ranges.count)]
        model.range = range
        board.setRange(range, version: nextSequence())
    }

    /// A row that came before comes again.
    private mutating func repeatRow(_ random: inout SplitMix64) {
        let number = player(&random)
        guard !model.rows[number].isEmpty else { return }
        _ = board.apply(model.rows[number][random.below(model.rows[number].count)].submission)
    }

    /// What the caller does before each read: gives the rows that the board asks for.
    private func answerHistory(_ random: inout SplitMix64) {
        for need in board.needsHistory(at: now) {
            let rows = model.remaining(Int(need.player.rawValue))
            guard let after = need.after else {
                board.replaceHistory(of: need.player, rows: rows.shuffled(using: &random))
                continue
            }
            board.refill(need.player, rows: random.chance(1, in: 2) ? rows : rows.filter { $0.date > after })
        }
    }

    /// A snapshot in slices, with life going on between them, and the board that comes back from it.
    private mutating func roundTrip(_ random: inout SplitMix64) -> String? {
        var bytes: [UInt8] = []
        board.beginSnapshot()
        do {
            while let chunk = try board.nextSnapshotChunk(entries: 1 + random.below(12)) {
                bytes += chunk
                if random.chance(1, in: 2) { liveOn(&random) }
            }
            let version = board.version
            let restored = try Board.restore(bytes)
            board.endSnapshot()
            guard restored.version == version || restored.version < board.version else { return "another version" }
            guard restored.version == board.version, restored.now == board.now else { return nil }
            board = restored
            seen = [:]
            seenFriends = [:]
        } catch let interrupted as SnapshotInterrupted {
            _ = interrupted
            return nil
        } catch {
            return "snapshot: \(error)"
        }
        return board.brokenInvariant()
    }

    /// What may happen between two slices.
    private mutating func liveOn(_ random: inout SplitMix64) {
        switch random.below(40) {
        case ..<12: submit(&random)
        case ..<18:
            passTime(&random)
            answerHistory(&random)
        case ..<21: remove(&random)
        case ..<23: restore(&random)
        case ..<25: ban(&random)
        case 25: erase(&random)
        case 26 where random.chance(1, in: 10): changeRange(&random)
        default: break
        }
    }
}

// Comparing.
extension RandomGame {
    private mutating func check(_ random: inout SplitMix64) -> String? {
        if let wrong = checkStill(&random) { return wrong }
        answerHistory(&random)
        let scope = TimeScope.allCases[random.below(3)]
        let expected = model.entries(scope, at: now)
        guard board.total(scope, at: now) == expected.count else {
            return "\(scope): total \(board.total(scope, at: now)), not \(expected.count)"
        }
        if let wrong = checkPage(scope, expected, &random) { return wrong }
        if let wrong = checkTop(scope, expected) { return wrong }
        if let wrong = checkMoves(scope, expected, &random) { return wrong }
        switch random.below(4) {
        case 0: return checkOne(scope, expected, &random)
        case 1: return checkSome(scope, expected, &random)
        case 2: return checkRange(&random)
        default: return board.brokenInvariant()
        }
    }

    /// Who reads at a board's own moment, while nothing has left a window since, sees what is there now.
    private func checkStill(_ random: inout SplitMix64) -> String? {
        guard let moment = board.stillMoment(at: now), board.needsHistory(at: moment).isEmpty else { return nil }
        for scope in TimeScope.allCases {
            let expected = model.entries(scope, at: now)
            guard board.total(scope, at: moment) == expected.count, let window = try? RankWindow(first: 1, count: 100)
            else { return "\(scope): total \(board.total(scope, at: moment)) at \(moment), not \(expected.count)" }
            let page = board.page(scope, window, at: moment)
            let right = Array(expected.prefix(100))
            guard page == right else { return "\(scope) at \(moment): \(difference(page, right))" }
            let number = PlayerNumber(UInt32(random.below(players + 1)))
            guard board.entry(of: number, scope, at: moment) == expected.first(where: { $0.player == number }) else {
                return "\(scope): another entry of \(number) at \(moment)"
            }
        }
        return nil
    }

    private func checkPage(
        _ scope: TimeScope, _ expected: [RankedEntry], _ random: inout SplitMix64
    ) -> String? {
        let first = random.chance(1, in: 2) ? 1 : 1 + random.below(players + 2)
        let count = random.chance(1, in: 2) ? 100 : 1 + random.below(100)
        guard let window = try? RankWindow(first: first, count: count) else { return "no window" }
        let page = board.page(scope, window, at: now)
        let right = Array(expected.dropFirst(first - 1).prefix(count))
        return page == right ? nil : "\(scope) \(first)+\(count): \(difference(page, right))"
    }

    /// While the counter and the total stay, the first hundred stay.
    private mutating func checkTop(_ scope: TimeScope, _ expected: [RankedEntry]) -> String? {
        let version = board.topVersion(scope, at: now)
        let top = Array(expected.prefix(100))
        defer { seen[scope] = (version, top) }
        guard let last = seen[scope], last.version == version, last.entries != top else { return nil }
        return "\(scope): the top changed at top version \(version)"
    }

    private func checkOne(
        _ scope: TimeScope, _ expected: [RankedEntry], _ random: inout SplitMix64
    ) -> String? {
        let number = PlayerNumber(UInt32(random.below(players + 1)))
        let own = expected.first { $0.player == number }
        let entry = board.entry(of: number, scope, at: now)
        guard entry == own else {
            return "\(scope): entry \(String(describing: entry)), not \(String(describing: own))"
        }
        let count = random.below(30)
        let around = board.around(number, scope, count: count, at: now)
        guard let own else { return around.isEmpty ? nil : "around somebody who is not there" }
        let length = max(count, 1)
        let start = min(max(own.rank - 1 - length / 2, 0), max(expected.count - length, 0))
        let right = Array(expected.dropFirst(start).prefix(length))
        return around == right ? nil : "\(scope) around \(own.rank): \(difference(around, right))"
    }

    private func checkSome(
        _ scope: TimeScope, _ expected: [RankedEntry], _ random: inout SplitMix64
    ) -> String? {
        let some = (0..<random.below(8)).map { _ in PlayerNumber(UInt32(random.below(players + 3))) }
        let entries = board.entries(of: some, scope, at: now)
        let right = expected.filter { some.contains($0.player) }
        guard entries == right else { return "\(scope) by ids: \(difference(entries, right))" }
        let first = 1 + random.below(3)
        guard let window = try? RankWindow(first: first, count: 3) else { return "no window" }
        let viewer = random.chance(1, in: 4) ? nil : PlayerNumber(UInt32(random.below(players + 3)))
        return checkFriends(Set(some).sorted(), viewer, scope, window, expected)
    }

    private func checkFriends(
        _ friends: [PlayerNumber], _ viewer: PlayerNumber?, _ scope: TimeScope, _ window: RankWindow,
        _ expected: [RankedEntry]
    ) -> String? {
        let standing = board.standing(of: friends, and: viewer, scope, at: now)
        let all = model.friends(friends + (viewer.map { [$0] } ?? []), in: expected)
        guard standing.count == all.count else { return "\(scope): \(standing.count) friends, not \(all.count)" }
        let page = standing.page(window)
        let part = Array(all.dropFirst(window.first - 1).prefix(window.count))
        guard page == part else { return "\(scope) friends: \(difference(page, part))" }
        guard let viewer else { return nil }
        let own = all.first { $0.player == viewer }
        guard standing.entry(of: viewer) == own else { return "\(scope): not \(String(describing: own))" }
        // Five with the viewer in the middle, moved where the list ends.
        let around = standing.around(viewer, count: 5)
        let start = own.map { max(0, min($0.rank - 1 - 2, all.count - 5)) }
        let near = start.map { Array(all.dropFirst($0).prefix(5)) } ?? []
        return around == near ? nil : "\(scope) around: \(difference(around, near))"
    }

    /// While none of some players is said to have moved, their entries among themselves stay.
    private mutating func checkMoves(
        _ scope: TimeScope, _ expected: [RankedEntry], _ random: inout SplitMix64
    ) -> String? {
        if let last = seenFriends[scope],
            board.areUnmoved(last.friends, and: last.viewer, since: last.moment, at: now)
        {
            let entries = model.friends(last.friends + (last.viewer.map { [$0] } ?? []), in: expected)
            return entries == last.entries ? nil : "\(scope): a friend moved: \(difference(entries, last.entries))"
        }
        let friends = Set((0..<random.below(4)).map { _ in PlayerNumber(UInt32(random.below(players + 3))) }).sorted()
        let viewer = random.chance(1, in: 4) ? nil : PlayerNumber(UInt32(random.below(players + 3)))
        seenFriends[scope] = SeenFriends(
            friends: friends, viewer: viewer, moment: board.moves(at: now),
            entries: model.friends(friends + (viewer.map { [$0] } ?? []), in: expected))
        return nil
    }

    private func checkRange(_ random: inout SplitMix64) -> String? {
        let lowest = values[random.below(values.count)]
        guard let range = ScoreRange(lowest: lowest, highest: random.chance(1, in: 2) ? .max : 30) else { return nil }
        let right = model.entries(.allTime, at: now).count { !range.contains($0.value) }
        let count = board.entryCount(outside: range)
        return count == right ? nil : "\(count) entries outside \(range), not \(right)"
    }

    /// Every entry of every scope.
    mutating func checkAll() -> String? {
        var random = SplitMix64(seed: 0)
        answerHistory(&random)
        for scope in TimeScope.allCases {
            let expected = model.entries(scope, at: now)
            guard let window = try? RankWindow(first: 1, count: 100) else { return "no window" }
            let page = board.page(scope, window, at: now)
            guard page == Array(expected.prefix(100)) else { return "\(scope): \(difference(page, expected))" }
            for entry in expected where board.entry(of: entry.player, scope, at: now) != entry {
                return "\(scope): entry of \(entry.player) is not \(entry)"
            }
        }
        return board.brokenInvariant()
    }

    private func difference(_ found: [RankedEntry], _ right: [RankedEntry]) -> String {
        for (one, other) in zip(found, right) where one != other { return "\(one), not \(other)" }
        return "\(found.count) entries, not \(right.count)"
    }
}
