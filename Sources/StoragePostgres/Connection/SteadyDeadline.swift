import Glibc

/// A moment by which something must have happened, on a clock that nobody can set.
struct SteadyDeadline {
    /// Milliseconds of that clock.
    private let end: Int64

    init(inMilliseconds milliseconds: Int) { end = Self.now + Int64(milliseconds) }

    private init(end: Int64) { self.end = end }

    /// The earlier of this and a moment from now.
    func orIn(milliseconds: Int) -> SteadyDeadline {
        SteadyDeadline(end: min(end, SteadyDeadline(inMilliseconds: milliseconds).end))
    }

    var isOver: Bool { Self.now >= end }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Waits for events of sockets. What has happened counts, however late it is noticed.
    ///
    /// - Returns: false when the deadline passed first.
    func wait(for sockets: inout [pollfd]) -> Bool {
        while true {
            let count = poll(&sockets, nfds_t(sockets.count), Int32(clamping: max(0, end - Self.now)))
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }
}
