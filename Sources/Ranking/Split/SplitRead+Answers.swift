import LaurelDomain

// Understanding the answers.
extension SplitRead {
    mutating func proceed(_ answers: [PartAnswer]) throws(Failure) -> Action {
        switch stage {
        case .epochs:
            epoch = try commonEpoch(answers)
            return askGoal()
        case .total:
            var total = 0
            for answer in answers { total += try count(answer) }
            return done([], total: total)
        case .entries:
            let rows = try merge(answers)
            guard !rows.isEmpty else { return done([]) }
            let keys = rows.map(key)
            return ask(.counts(rows)) { _ in .counts(before: keys) }
        case .counts(let rows): return done(try ranked(rows, answers))
        case .top(let window):
            let rows = try merge(answers).dropFirst(window.first - 1).prefix(window.count)
            return done(ranked(rows, from: window.first))
        case .search(let selection, let count): return try search(selection, count, answers)
        case .run(let selection, let count, let total):
            let known = selection.ranges.reduce(0) { $0 + $1.lowerBound }
            let rows = try merge(answers).dropFirst(selection.target - known).prefix(count)
            return done(ranked(rows, from: selection.target + 1), total: total)
        case .center:
            guard let row = try merge(answers).first, case .around(_, let count) = goal else { return done([]) }
            let length = min(max(count, 1), RankWindow.countLimit)
            let center = key(row)
            return ask(.around(center, count: length)) { _ in .around(center, count: length) }
        case .around(let center, let count): return try around(center, count, answers)
        }
    }

    private func commonEpoch(_ answers: [PartAnswer]) throws(Failure) -> BoardEpoch {
        var common: BoardEpoch?
        var oldest = BoardEpoch(clamping: 0)
        for answer in answers {
            guard case .epochs(let range) = answer else { throw .malformedAnswer }
            guard let range else { throw .noCommonEpoch }
            common = min(common ?? range.upperBound, range.upperBound)
            oldest = max(oldest, range.lowerBound)
        }
        guard let common, oldest <= common else { throw .noCommonEpoch }
        if let earliest, common < earliest { throw .behind(common) }
        return common
    }

    private mutating func search(
        _ selection: RankSelection, _ count: Int, _ answers: [PartAnswer]
    ) throws(Failure) -> Action {
        var samples: [PartSamples] = []
        for (answer, range) in zip(answers, selection.ranges) {
            guard case .samples(let found) = answer, found.isAnswer(to: range, limit: limits.samples) else {
                throw .malformedAnswer
            }
            samples.append(found)
        }
        let total = samples.reduce(0) { $0 + $1.total }
        guard selection.target < total else { return done([], total: total) }
        var narrower = selection
        narrower.narrow(samples)
        guard narrower.candidates <= limits.candidates else { return askSamples(narrower, count: count) }
        return ask(.run(narrower, count: count, total: total)) { part in
            let range = narrower.ranges[part]
            return .run(range.lowerBound..<range.upperBound + count)
        }
    }

    private func around(_ center: RankKey, _ count: Int, _ answers: [PartAnswer]) throws(Failure) -> Action {
        var before = 0
        var total = 0
        var rows: [Submission] = []
        for answer in answers {
            guard case .around(let near) = answer, 0...near.total ~= near.before, near.total <= Self.numbersLimit,
                near.entries.count <= 2 * count
            else { throw .malformedAnswer }
            before += near.before
            total += near.total
            rows += near.entries
        }
        rows.sort { key($0) < key($1) }
        guard let index = rows.firstIndex(where: { key($0) == center }) else { throw .malformedAnswer }
        let start = min(max(before - count / 2, 0), max(total - count, 0))
        guard 0...rows.count ~= index + start - before else { throw .malformedAnswer }
        return done(ranked(rows.dropFirst(index + start - before).prefix(count), from: start + 1), total: total)
    }

    /// No part has more entries than there are numbers of players.
    static let numbersLimit = 1 << 32

    private func count(_ answer: PartAnswer) throws(Failure) -> Int {
        guard case .total(let count) = answer, 0...Self.numbersLimit ~= count else { throw .malformedAnswer }
        return count
    }

    private func merge(_ answers: [PartAnswer]) throws(Failure) -> [Submission] {
        var rows: [Submission] = []
        for answer in answers {
            guard case .entries(let some) = answer else { throw .malformedAnswer }
            rows += some
        }
        return rows.sorted { key($0) < key($1) }
    }

    private func ranked(_ rows: [Submission], _ answers: [PartAnswer]) throws(Failure) -> [RankedEntry] {
        var before = Array(repeating: 0, count: rows.count)
        for answer in answers {
            guard case .counts(let counts) = answer, counts.count == rows.count else { throw .malformedAnswer }
            for (index, count) in counts.enumerated() {
                guard 0...Self.numbersLimit ~= count else { throw .malformedAnswer }
                before[index] += count
            }
        }
        return zip(rows, before).map { RankedEntry($0, rank: $1 + 1) }
    }

    private func ranked(_ rows: some Collection<Submission>, from first: Int) -> [RankedEntry] {
        zip(rows, first...).map { RankedEntry($0, rank: $1) }
    }

    private func key(_ row: Submission) -> RankKey {
        RankKey(ordinal: order.ordinal(of: row.value), date: row.date.milliseconds, player: row.player.rawValue)
    }
}

extension PartSamples {
    fileprivate func isAnswer(to asked: Range<Int>, limit: Int) -> Bool {
        0...SplitRead.numbersLimit ~= total && range == asked.clamped(to: 0..<total)
            && keys.count == min(limit, range.count) && zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    }
}

extension RankedEntry {
    fileprivate init(_ row: Submission, rank: Int) {
        self.init(
            rank: rank, player: row.player, value: row.value, date: row.date, context: row.context,
            sequence: row.sequence, flags: row.flags)
    }
}
