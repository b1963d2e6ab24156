import Glibc

/// What happens to work that outlasts its time.
public struct Overtime: Sendable {
    /// In ``Monotonic`` milliseconds.
    let begins: Int64
    /// Asked when the time has come, on the thread that works, and again for each further process of the same work;
    /// false: the work is given up.
    public let mayGoOn: @Sendable () -> Bool

    /// - Parameter milliseconds: from now.
    public init(after milliseconds: Int64, mayGoOn: @escaping @Sendable () -> Bool) {
        begins = Monotonic.milliseconds() + max(0, milliseconds)
        self.mayGoOn = mayGoOn
    }
}

/// A clock that nobody sets.
public enum Monotonic {
    /// Since some moment.
    public static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
