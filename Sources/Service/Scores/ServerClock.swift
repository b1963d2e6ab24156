import LaurelDomain
import Synchronization

/// Server time: the wall clock, but never before the last row of the journal, and never leaping ahead.
///
/// Where a steady clock runs beside it, a wall clock that is suddenly ahead of that one was set: server time then
/// catches up, one part in ten faster than it passes, so that a wrong time that is soon mended has not emptied the
/// windows. A wall clock that was set back is followed, down to the last row of the journal.
final class ServerClock: Sendable {
    private struct Slew {
        /// How far server time is ahead of the steady clock.
        var offset: Int64
        /// The steady clock when that was last moved.
        var moved: Int64
        var isUnderWay = false
        /// Not yet reported.
        var jump: Int64?
    }

    /// What a wall clock may do without having been set. Unit: milliseconds.
    static let tolerance: Int64 = 1_000
    /// Of so many milliseconds that pass, one is added until the wall clock is reached.
    static let slewDivisor: Int64 = 10

    private let wall: Clock
    private let steady: Clock?
    private let floor = Atomic<Int64>(0)
    private let slew = Mutex<Slew?>(nil)

    init(_ wall: Clock, steady: Clock? = nil) {
        self.wall = wall
        self.steady = steady
    }

    func now() -> Timestamp {
        max(slewed(), Timestamp(clamping: floor.load(ordering: .relaxed)))
    }

    /// By how much the wall clock was set ahead, once for each time that it was; nil: it was not.
    func takeJump() -> Timestamp.Span? {
        slew.withLock { slew in
            defer { slew?.jump = nil }
            return slew?.jump.map { Timestamp.Span(milliseconds: $0) }
        }
    }

    private func slewed() -> Timestamp {
        guard let steady else { return wall.now() }
        return slew.withLock { slew in
            // Read under the lock: an older pair after a newer one would look like a jump.
            let (wall, steady) = (wall.now(), steady.now().milliseconds)
            let offset = wall.milliseconds - steady
            guard var known = slew else {
                slew = Slew(offset: offset, moved: steady)
                return wall
            }
            defer { slew = known }
            let ahead = offset - known.offset
            guard ahead > (known.isUnderWay ? 0 : Self.tolerance) else {
                known.offset = offset
                known.moved = steady
                known.isUnderWay = false
                return wall
            }
            if !known.isUnderWay {
                known.isUnderWay = true
                known.jump = ahead
                known.moved = steady
            }
            let step = min(ahead, max(0, steady - known.moved) / Self.slewDivisor)
            known.offset += step
            known.moved += step * Self.slewDivisor
            return Timestamp(clamping: steady + known.offset)
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
