import CLaurelLinux
import Glibc

/// SIGTERM or SIGINT, or that its terminal hung up, as something to wait for. A second one ends the program at once.
struct EndingSignal: Sendable {
    /// An eventfd: the one thing that a signal handler may safely tell.
    // SAFETY: written once, before the handlers are set.
    private nonisolated(unsafe) static var descriptor: Int32 = -1

    init() {
        Self.descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        for number in [SIGTERM, SIGINT] { signal(number, Self.handle) }
        // Without a terminal somebody asks a service to read its files again: it has none that it doesn't watch. Who
        // started it so that it outlives its terminal (nohup) has said so.
        var before = sigaction()
        if sigaction(SIGHUP, nil, &before) == 0, !Self.isIgnored(before) {
            signal(SIGHUP, isatty(STDIN_FILENO) != 0 ? Self.handle : SIG_IGN)
        }
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static let handle: @convention(c) (Int32) -> Void = { number in
        var count = UInt64(UInt32(bitPattern: number))
        _ = write(EndingSignal.descriptor, &count, 8)
        // A terminal that hangs up says so several times: by the shell, and by the kernel.
        signal(number, number == SIGHUP ? SIG_IGN : SIG_DFL)
    }

    /// Blocks. For one caller, on a thread of its own: it takes the signals, which the program's parent may
    /// have blocked.
    ///
    /// - Returns: the signal's number.
    @discardableResult func wait() -> Int32 {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var count: UInt64 = 0
        while read(Self.descriptor, &count, 8) < 0 && errno == EINTR {}
        // Two that came at once are a sum, which is no number of one.
        return [SIGTERM, SIGHUP].first { UInt64($0) == count } ?? SIGINT
    }
}
