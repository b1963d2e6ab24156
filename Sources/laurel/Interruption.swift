import Glibc
import LaurelStorage
import Synchronization

/// Ctrl-C, or another signal that ends a command, where the command has something to say or to tidy up. It ends at once
/// with the status that shells give a program that was ended by the signal: 130 after Ctrl-C.
final class Interruption: Sendable {
    private let isOver = Atomic(false)

    /// - Parameter end: tidies up, and returns what to say. Called on a thread of its own, while the command goes on.
    init(_ end: @escaping @Sendable () -> String) {
        let signal = EndingSignal()
        BlockingThread.start { [self] in
            let number = signal.wait()
            guard !isOver.load(ordering: .relaxed) else { return }
            // Behind a bar, which ends in no line.
            Terminal.complain((Terminal.isWatched ? "\n" : "") + "laurel: \(end())")
            // Not exit(): other threads are still at work in libraries that would be torn down under them.
            _exit(128 + number)
        }
    }

    /// From here on a first signal changes nothing: what is left takes a moment.
    func finish() { isOver.store(true, ordering: .relaxed) }
}
