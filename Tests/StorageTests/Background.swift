import LaurelStorage
import Synchronization

/// It ended before what was waited for.
struct EndedTooEarly: Error {}

/// What runs on a thread of its own while a test goes on.
final class Background<Success: Sendable>: Sendable {
    private let outcome = Mutex<Result<Success, any Error>?>(nil)
    private let end = ThreadSignal()

    init(_ body: @escaping @Sendable () throws -> Success) {
        BlockingThread.start { [self] in
            let result = Result { try body() }
            outcome.withLock { $0 = result }
            end.set()
        }
    }

    var isOver: Bool { outcome.withLock { $0 != nil } }

    /// Asks again and again, until it is so.
    ///
    /// - Throws: when it ended before.
    func whileRunning(_ isSo: () throws -> Bool) throws {
        while try !isSo() { guard !isOver else { throw EndedTooEarly() } }
    }

    /// Waits for it.
    func result() throws -> Success {
        while true {
            if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
            end.wait()
        }
    }
}
