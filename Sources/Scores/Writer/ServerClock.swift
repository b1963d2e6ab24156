package import LaurelDomain
import Synchronization

/// Server time: the wall clock, but never before the last row of the journal, never back, and never leaping ahead.
///
/// Where a steady clock runs beside it, that one carries server time, and the wall clock says where it should be. A
/// wall clock that is suddenly ahead was set: server time catches up, one part in ten faster than it passes, so that a
/// wrong time that is soon mended has not emptied the windows. One that is behind was set back, or the journal is ahead
/// of it: server time waits for it at half its pace, and never stands still.
package final class ServerClock: Sendable {
    fileprivate struct Course {
        /// How far server time is ahead of the steady clock.
        var offset: Int64
        /// The steady clock when that was last moved.
        var moved: Int64
        /// How far the wall clock was ahead of the steady one.
        var wallOffset: Int64
        /// Whether the wall clock is being caught up with.
        var isCatchingUp = false
        /// By how much the wall clock was set, not yet reported.
        var jump: Int64 = 0
    }

    /// What a wall clock may do without having been set. Unit: milliseconds.
    static let tolerance: Int64 = 1_000
    /// Of so many milliseconds that pass, one is added until a wall clock that is ahead is reached.
    static let gainDivisor: Int64 = 10
    /// Of so many milliseconds that pass, one is left out until a wall clock that is behind has come.
    static let lossDivisor: Int64 = 2

    private let wall: Clock
    private let steady: Clock?
    private let floor = Atomic<Int64>(0)
    private let course = Mutex<Course?>(nil)

    init(_ wall: Clock, steady: Clock? = nil) {
        self.wall = wall
        self.steady = steady
    }

    package func now() -> Timestamp {
        guard let steady else { return max(wall.now(), Timestamp(clamping: floor.load(ordering: .relaxed))) }
        return course.withLock { course in
            // Read under the lock: an older pair after a newer one would look like a jump.
            let (wall, steady) = (wall.now().milliseconds, steady.now().milliseconds)
            let least = floor.load(ordering: .relaxed)
            var known =
                course
                ?? Course(offset: max(wall, least) - steady, moved: steady, wallOffset: wall - steady)
            known.noteJump(of: wall - steady)
            known.steer(to: wall - steady, at: steady)
            // Rows of the journal that this clock did not date.
            known.offset = max(known.offset, least - steady)
            course = known
            return Timestamp(clamping: steady + known.offset)
        }
    }

    /// By how much the wall clock was set since this was last asked: ahead, or back (negative); nil: it was not.
    func takeJump() -> Timestamp.Span? {
        course.withLock { course in
            guard let jump = course?.jump, jump != 0 else { return nil }
            course?.jump = 0
            return Timestamp.Span(milliseconds: jump)
        }
    }

    /// How far the wall clock is behind the journal; nil when it is not.
    func lag() -> Timestamp.Span? {
        let lag = floor.load(ordering: .relaxed) &- wall.now().milliseconds
        return lag > 0 ? Timestamp.Span(milliseconds: lag) : nil
    }

    func raise(to time: Timestamp) {
        floor.max(time.milliseconds, ordering: .relaxed)
    }
}

extension ServerClock.Course {
    fileprivate mutating func noteJump(of offset: Int64) {
        let step = offset - wallOffset
        wallOffset = offset
        if abs(step) > ServerClock.tolerance { jump += step }
    }

    /// Moves server time towards the wall clock, as far as the time that passed allows.
    fileprivate mutating func steer(to wanted: Int64, at steady: Int64) {
        let gap = wanted - offset
        let passed = max(0, steady - moved)
        if gap < 0 {
            isCatchingUp = false
            let step = min(-gap, passed / ServerClock.lossDivisor)
            offset -= step
            moved = gap + step == 0 ? steady : moved + step * ServerClock.lossDivisor
        } else if gap > (isCatchingUp ? 0 : ServerClock.tolerance) {
            // The time before the jump does not count.
            if !isCatchingUp { moved = steady }
            let step = isCatchingUp ? min(gap, passed / ServerClock.gainDivisor) : 0
            isCatchingUp = true
            offset += step
            moved += step * ServerClock.gainDivisor
        } else {
            isCatchingUp = false
            offset = wanted
            moved = steady
        }
    }
}
