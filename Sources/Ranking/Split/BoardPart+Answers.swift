import LaurelDomain

extension BoardPart {
    /// Answers as of the epoch that the request names. Reads only.
    public func answer(_ request: PartRequest) -> PartAnswer {
        switch request {
        case .epochs: return .epochs(readable)
        case .read(let epoch, let scope, let question):
            guard let view = view(scope, as: epoch) else { return .unreadable }
            return answer(question, view)
        }
    }

    private func answer(_ question: PartRequest.Question, _ view: PartView) -> PartAnswer {
        switch question {
        case .total: return .total(view.count)
        case .entries(let players): return .entries(entries(of: players, view))
        case .counts(let keys): return .counts(keys.map { view.count(before: split.inner($0, in: number)) })
        case .around(let key, let count):
            let count = min(max(count, 0), RankWindow.countLimit)
            let before = view.count(before: split.inner(key, in: number))
            let start = max(before - count, 0)
            let keys = view.keys(from: start, count: before - start + count)
            return .around(PartNeighbors(before: before, total: view.count, entries: submissions(keys, view)))
        case .samples(let range, let limit):
            let range = range.clamped(to: 0..<view.count)
            let count = min(max(limit, 1), PartRequest.samplesLimit, range.count)
            let keys = (0..<count).compactMap { view.key(at: PartSamples.position($0, of: count, in: range)) }
            return .samples(PartSamples(total: view.count, range: range, keys: keys.map(outside)))
        case .run(let range):
            let range = range.clamped(to: 0..<view.count)
            let keys = view.keys(from: range.lowerBound, count: min(range.count, PartRequest.runLimit))
            return .entries(submissions(keys, view))
        }
    }

    private func entries(of players: [PlayerNumber], _ view: PartView) -> [Submission] {
        var keys: [RankKey] = []
        for player in Set(players) where split.part(of: player) == number {
            let inner = split.inner(player).rawValue
            if let step = view.entry(of: inner) { keys.append(step.key(inner)) }
        }
        return submissions(keys.sorted(), view)
    }

    private func submissions(_ keys: [RankKey], _ view: PartView) -> [Submission] {
        // The table describes every key of a tree (see the invariants).
        keys.compactMap { key in view.entry(of: key.player).map { submission($0, key.player) } }
    }

    private func submission(_ step: Step, _ player: UInt32) -> Submission {
        Submission(
            player: split.outer(player, in: number), value: board.order.value(ofOrdinal: step.ordinal),
            date: Timestamp(clamping: step.date), context: step.context, sequence: JournalSequence(step.sequence),
            flags: SubmissionFlags(rawValue: step.flags))
    }

    private func outside(_ key: RankKey) -> RankKey {
        RankKey(ordinal: key.ordinal, date: key.date, player: split.outer(key.player, in: number).rawValue)
    }
}
