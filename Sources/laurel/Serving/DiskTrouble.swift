import LaurelDomain
import Synchronization

/// What the log says of a disk that fails under the store: each reason once a minute, however many requests meet it.
final class DiskTrouble: Sendable {
    private static let pause = Timestamp.Span.minutes(1)
    /// Reasons name a file and an error: there are a few.
    private static let reasonsLimit = 64

    private let log: RequestLog?
    private let told = Mutex<[String: Timestamp]>([:])

    init(_ log: RequestLog?) { self.log = log }

    func tell(_ reason: String) {
        let now = Clock.steady.now()
        let isNew = told.withLock { told in
            if let last = told[reason], now < last.advanced(by: Self.pause) { return false }
            if told.count >= Self.reasonsLimit { told = [:] }
            told[reason] = now
            return true
        }
        if isNew { log?.add(event: "disk-failed", reason) }
    }
}
