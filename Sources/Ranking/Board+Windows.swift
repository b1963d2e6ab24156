public import LaurelDomain

// The rolling windows (rule 4.8): both trees hold the first step of each staircase that is inside the window, and a
// queue says when that first step grows too old.
extension Board {
    /// Rows dated at or before it are out of the scope.
    func edge(_ scope: TimeScope, at moment: Timestamp? = nil) -> Int64 {
        guard let span = scope.span else { return -1 }
        return (moment ?? now).milliseconds - span.milliseconds
    }

    /// Moves the windows to `now`. O(log n) for each entry that leaves or changes.
    public func advance(to now: Timestamp) {
        guard self.now < now else { return }
        defer { checkInvariants() }
        while queue.firstTime <= now.milliseconds, let (time, player) = queue.pop() {
            guard let record = players.find(player), record.pointee.staircase != 0,
                pool.queued(record.pointee.staircase) == time
            else { continue }
            age(record, player, to: now)
        }
        self.now = now
    }

    /// The moment of the board, if nothing has left a window since by `now`. Who reads at it sees what is there at
    /// `now` and changes nothing, so several can read together. Nil: ``advance(to:)`` has something to do. O(1).
    public func stillMoment(at now: Timestamp) -> Timestamp? {
        self.now >= now || queue.firstTime > now.milliseconds ? self.now : nil
    }

    /// The earliest moment at which the clock alone may change a window: never one too late, rarely one too early.
    /// Nil: no window has an entry. O(1).
    public var nextExpiry: Timestamp? {
        let time = queue.firstTime
        return time < Self.never ? Timestamp(clamping: time) : nil
    }

    /// The scopes in which an entry came, went or changed, for whatever reason, since this was last asked. O(1).
    public func takeChanges() -> ScopeSet {
        var changes: ScopeSet = []
        for scope in TimeScope.allCases where scopes[Int(scope.rawValue)].takeChange() {
            changes.insert(ScopeSet(scope))
        }
        return changes
    }

    /// Puts a step on a player's staircase.
    func climb(_ step: Step, _ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32) -> ScopeSet {
        let before = loadFronts(record)
        let oldQueued = record.pointee.staircase == 0 ? Self.never : pool.queued(record.pointee.staircase)
        guard scratch.pointee.insert(step, type, today: edge(.today)) else { return [] }
        if record.pointee.staircase == 0 { activeCount += 1 }
        let after = fronts(at: now)
        let due = due(after)
        let queued = min(due, oldQueued)
        record.pointee.staircase = pool.store(
            scratch.pointee.steps, scratch.pointee.count, queued: queued, replacing: record.pointee.staircase)
        // An entry that comes too early costs one look; one that comes too late would be wrong.
        if due < oldQueued { enqueue(due, player) }
        return replace(before, by: after, player)
    }

    /// What of a player's staircase is first in each window.
    struct Fronts {
        var week: Step?
        var today: Step?
    }

    /// Later than any moment; fits the 56 bits of a block.
    static var never: Int64 { 1 << 55 }

    private func loadFronts(_ record: PlayerMap<PlayerRecord>.Pointer) -> Fronts {
        let handle = record.pointee.staircase
        guard handle != 0 else {
            scratch.pointee.count = 0
            return Fronts()
        }
        scratch.pointee.count = pool.count(handle)
        scratch.pointee.steps.update(from: pool.steps(handle), count: scratch.pointee.count)
        return fronts(at: now)
    }

    private func fronts(at moment: Timestamp) -> Fronts {
        Fronts(
            week: scratch.pointee.first(after: edge(.week, at: moment)),
            today: scratch.pointee.first(after: edge(.today, at: moment)))
    }

    /// When the first of these grows too old; ``never`` when there is none.
    private func due(_ fronts: Fronts) -> Int64 {
        var due = Self.never
        if let week = fronts.week { due = min(due, week.date + (TimeScope.week.span?.milliseconds ?? 0)) }
        if let today = fronts.today { due = min(due, today.date + (TimeScope.today.span?.milliseconds ?? 0)) }
        return due
    }

    private func enqueue(_ time: Int64, _ player: UInt32) {
        if queue.count > activeCount * 2 + 64 { rebuildQueue() }
        queue.push(time, player)
    }

    /// Leaves out what no block names any more.
    private func rebuildQueue() {
        queue.removeAll()
        players.forEach { player, record in
            guard record.pointee.staircase != 0 else { return }
            let time = pool.queued(record.pointee.staircase)
            if time < Self.never { queue.append(time, player) }
        }
        queue.heapify()
    }

    private func replace(_ before: Fronts, by after: Fronts, _ player: UInt32) -> ScopeSet {
        var changed: ScopeSet = []
        if replace(before.week, by: after.week, .week, player) { changed.insert(ScopeSet(.week)) }
        if replace(before.today, by: after.today, .today, player) { changed.insert(ScopeSet(.today)) }
        return changed
    }

    private func replace(_ before: Step?, by after: Step?, _ scope: TimeScope, _ player: UInt32) -> Bool {
        guard before?.sequence != after?.sequence else { return false }
        let index = scopes + Int(scope.rawValue)
        if let before { index.pointee.remove(before.key(player)) }
        if let after { index.pointee.insert(after.key(player)) }
        return true
    }

    /// Lets a player's staircase grow older, from the board's own time to `moment`.
    private func age(_ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32, to moment: Timestamp) {
        touch(player)
        let before = loadFronts(record)
        scratch.pointee.expire(through: edge(.week, at: moment))
        let after = fronts(at: moment)
        guard after.week?.isGap != true, after.today?.isGap != true else {
            leaveWindows(record, player)
            record.pointee.marks.insert(.awaitsWeek)
            needy.insert(player)
            return
        }
        _ = replace(before, by: after, player)
        guard scratch.pointee.count > 0 else {
            dropStaircase(record)
            return
        }
        let due = due(after)
        record.pointee.staircase = pool.store(
            scratch.pointee.steps, scratch.pointee.count, queued: due, replacing: record.pointee.staircase)
        if due < Self.never { enqueue(due, player) }
    }

    /// Takes a player out of both windows, and forgets their staircase.
    func leaveWindows(_ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32) {
        guard record.pointee.staircase != 0 else { return }
        let before = loadFronts(record)
        _ = replace(before, by: Fronts(), player)
        dropStaircase(record)
    }

    private func dropStaircase(_ record: PlayerMap<PlayerRecord>.Pointer) {
        pool.free(record.pointee.staircase)
        record.pointee.staircase = 0
        activeCount -= 1
    }

    /// Keeps the staircase read into `scratch`; the trees, and the order of the queue, come later.
    /// - Returns: whether it reaches into the day.
    func queueLater(_ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32) -> Bool {
        let fronts = fronts(at: now)
        let due = due(fronts)
        record.pointee.staircase = pool.store(scratch.pointee.steps, scratch.pointee.count, queued: due, replacing: 0)
        activeCount += 1
        if due < Self.never { queue.append(due, player) }
        return fronts.today != nil
    }

    /// Puts a staircase built in `scratch` under a player who has none.
    func enterWindows(_ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32) {
        guard scratch.pointee.count > 0 else { return }
        let after = fronts(at: now)
        let due = due(after)
        record.pointee.staircase = pool.store(scratch.pointee.steps, scratch.pointee.count, queued: due, replacing: 0)
        activeCount += 1
        if due < Self.never { enqueue(due, player) }
        _ = replace(Fronts(), by: after, player)
    }
}
