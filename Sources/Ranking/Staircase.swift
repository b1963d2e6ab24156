import LaurelDomain

/// A player's submissions of the last seven days that no later, better one hides: dates rise, ordinals do not fall.
///
/// The best of any window that ends now is the first step in it; so one staircase serves both windows. Of equal values
/// both stay (the earlier ranks first, the later outlives it); of one date only the better. A leaderboard that keeps
/// the most recent score has a single step. At most ``limit`` steps are kept; a gap stands for what was left out.
struct Staircase: ~Copyable {
    static let limit = 32
    /// Kept of each window when there are too many, so that either can go on for a while: 15 and a gap, twice.
    static let keptOfEach = 15

    /// Room for `limit` + 1 while a step is being inserted.
    let steps: UnsafeMutablePointer<Step>
    var count = 0

    init() {
        steps = .allocate(capacity: Self.limit + 1)
        steps.initialize(
            repeating: Step(ordinal: 0, date: 0, context: 0, sequence: 0, flags: 0), count: Self.limit + 1)
    }

    deinit { steps.deallocate() }

    /// The first step dated after `moment`, which may be a gap.
    @inline(__always) func first(after moment: Int64) -> Step? {
        var index = 0
        while index < count {
            if steps[index].date > moment { return steps[index] }
            index &+= 1
        }
        return nil
    }

    /// Drops what is dated at or before `moment`.
    mutating func expire(through moment: Int64) {
        var expired = 0
        while expired < count, steps[expired].date <= moment { expired &+= 1 }
        guard expired > 0 else { return }
        steps.update(from: steps + expired, count: count - expired)
        count -= expired
    }

    /// - Parameter today: nothing dated at or before it is in the shorter window any more.
    /// - Returns: whether the staircase is another than before.
    mutating func insert(_ step: Step, _ type: SubmissionType, today: Int64) -> Bool {
        guard type == .best else { return insertMostRecent(step) }
        var index = count
        while index > 0, steps[index - 1].date >= step.date { index -= 1 }
        guard !isHidden(step, at: index) else { return false }
        // On its own date it is the better one, and a gap that ends on this date has none as good.
        var end = index
        while end < count, steps[end].date == step.date { end += 1 }
        var start = index
        while start > 0, steps[start - 1].ordinal > step.ordinal { start -= 1 }
        steps.advanced(by: start + 1).update(from: steps + end, count: count - end)
        steps[start] = step
        count += start + 1 - end
        if count > Self.limit { count = Self.shorten(steps, count, today: today) }
        return true
    }

    private mutating func insertMostRecent(_ step: Step) -> Bool {
        guard count == 0 || step.isMoreRecent(than: steps[0]) else { return false }
        steps[0] = step
        count = 1
        return true
    }

    /// Whether a step dated as `step` or later is better, or `step` belongs to what a gap stands for.
    private func isHidden(_ step: Step, at start: Int) -> Bool {
        var index = start
        while index < count {
            let other = steps[index]
            if other.isGap {
                if other.ordinal <= step.ordinal { return true }
                index += 1
                continue
            }
            if other.date == step.date { return other.ordinal <= step.ordinal && !step.isBetter(than: other) }
            return other.ordinal < step.ordinal
        }
        return false
    }

    /// Keeps the first steps of both windows.
    /// - Returns: how many are left, at most `limit`.
    static func shorten(_ steps: UnsafeMutablePointer<Step>, _ count: Int, today: Int64) -> Int {
        guard count > limit else { return count }
        var boundary = 0
        while boundary < count, steps[boundary].date <= today { boundary += 1 }
        let older = shorten(steps, from: 0, through: boundary, to: 0)
        return shorten(steps, from: boundary, through: count, to: older)
    }

    private static func shorten(
        _ steps: UnsafeMutablePointer<Step>, from start: Int, through end: Int, to target: Int
    ) -> Int {
        guard end - start > keptOfEach + 1 else {
            (steps + target).update(from: steps + start, count: end - start)
            return target + end - start
        }
        let gap = Step.gap(lowestOrdinal: steps[start + keptOfEach].ordinal, through: steps[end - 1].date)
        (steps + target).update(from: steps + start, count: keptOfEach)
        steps[target + keptOfEach] = gap
        return target + keptOfEach + 1
    }

    /// The staircase of `rows`, all dated inside the longer window, in any order.
    mutating func rebuild(from rows: [Step], _ type: SubmissionType, today: Int64) {
        count = 0
        guard type == .best else {
            for row in rows { _ = insertMostRecent(row) }
            return
        }
        // From the latest back: a row stays when it is at least as good as all later ones.
        let sorted = rows.sorted { left, right in
            left.date != right.date ? left.date > right.date : left.isBetter(than: right)
        }
        var kept: [Step] = []
        for row in sorted {
            if let last = kept.last, row.date == last.date || row.ordinal > last.ordinal { continue }
            kept.append(row)
        }
        kept.reverse()
        let length = kept.count
        count = kept.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            let left = Self.shorten(start, length, today: today)
            steps.update(from: start, count: left)
            return left
        }
    }
}
