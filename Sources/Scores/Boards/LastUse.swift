package import LaurelDomain
import Synchronization

/// When a board was last read or written to. Readers that share its lock say so, too.
package final class LastUse: Sendable {
    private let milliseconds: Atomic<Int64>

    init(_ moment: Timestamp) { milliseconds = Atomic(moment.milliseconds) }

    package var moment: Timestamp { Timestamp(clamping: milliseconds.load(ordering: .relaxed)) }

    /// An earlier moment changes nothing. That one of two at once is lost is as good: they are a moment apart.
    package func note(_ moment: Timestamp) {
        guard milliseconds.load(ordering: .relaxed) < moment.milliseconds else { return }
        milliseconds.store(moment.milliseconds, ordering: .relaxed)
    }
}
