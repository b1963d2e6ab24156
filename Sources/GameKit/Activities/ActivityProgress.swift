/// The states of an activity, and the time that it was active: pure, told the time (rule 14.2).
struct ActivityProgress: Hashable, Sendable {
    private(set) var state = GKGameActivity.State.initialized
    let created: Date
    private(set) var started: Date?
    private(set) var resumed: Date?
    private(set) var ended: Date?
    /// In seconds, without what runs since ``resumed``.
    private var counted: TimeInterval = 0

    init(created: Date) { self.created = created }

    /// - Returns: false: it was not its turn, and nothing has changed.
    mutating func start(at now: Date) -> Bool {
        guard state == .initialized else { return false }
        (state, started, resumed) = (.active, now, now)
        return true
    }

    mutating func pause(at now: Date) -> Bool {
        guard state == .active else { return false }
        count(now)
        state = .paused
        return true
    }

    mutating func resume(at now: Date) -> Bool {
        guard state == .paused else { return false }
        (state, resumed) = (.active, now)
        return true
    }

    mutating func end(at now: Date) -> Bool {
        guard state == .active || state == .paused else { return false }
        if state == .active { count(now) }
        (state, ended) = (.ended, now)
        return true
    }

    /// Of active time alone.
    func duration(at now: Date) -> TimeInterval { counted + (state == .active ? span(now) : 0) }

    private mutating func count(_ now: Date) { counted += span(now) }

    /// A clock that was set back takes nothing away.
    private func span(_ now: Date) -> TimeInterval { max(0, resumed.map { now.timeIntervalSince($0) } ?? 0) }
}
