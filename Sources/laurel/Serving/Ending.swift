import Glibc
import LaurelStorage
import Synchronization

/// What a signal does. While the store is being opened (a large one is read, an older one upgraded), it ends the
/// program at once, because that can be interrupted anywhere.
final class Ending: Sendable {
    let isOrderly = Atomic(false)
    private let asked: AsyncStream<Never>

    init() {
        let signal = EndingSignal()
        let (asked, tell) = AsyncStream.makeStream(of: Never.self)
        self.asked = asked
        // A thread of its own: opening a store keeps one of those that tasks run on.
        BlockingThread.start { [self] in
            signal.wait()
            if !isOrderly.load(ordering: .relaxed) {
                Terminal.say("Stopped before the store was open.")
                exit(0)
            }
            tell.finish()
        }
    }

    func wait() async { for await _ in asked {} }
}
