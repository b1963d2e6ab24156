import LaurelDomain
import Synchronization

/// A wall clock that jumps, beside a steady one that doesn't.
final class TortureClock: Sendable {
    private let times = Mutex((wall: Int64(1_800_000_000_000), steady: Int64(1_000_000)))

    var wall: Clock { Clock { [self] in Timestamp(clamping: times.withLock { $0.wall }) } }
    var steady: Clock { Clock { [self] in Timestamp(clamping: times.withLock { $0.steady }) } }
    var moment: Timestamp { wall.now() }

    func pass(milliseconds: Int64) {
        times.withLock { times in
            times.wall += milliseconds
            times.steady += milliseconds
        }
    }

    /// Somebody sets it.
    func jump(milliseconds: Int64) { times.withLock { $0.wall += milliseconds } }
}
