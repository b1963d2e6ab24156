import Glibc

/// Where the server reads the time.
public struct ServerClock: Sendable {
    /// Nanoseconds of a clock that never goes back. Deadlines and durations come from it.
    public var monotonicNanoseconds: @Sendable () -> UInt64
    /// Seconds since 1970 in UTC, for the `Date` field.
    public var unixSeconds: @Sendable () -> Int64

    public init(
        monotonicNanoseconds: @escaping @Sendable () -> UInt64, unixSeconds: @escaping @Sendable () -> Int64
    ) {
        self.monotonicNanoseconds = monotonicNanoseconds
        self.unixSeconds = unixSeconds
    }

    /// The clocks of the kernel.
    public static let system = ServerClock(
        monotonicNanoseconds: {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
        },
        unixSeconds: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec)
        })
}
