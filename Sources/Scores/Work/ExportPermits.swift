import Synchronization

/// How many exports may run.
package final class ExportPermits: Sendable {
    package static let countLimit = 4

    private let count = Mutex(0)

    /// - Returns: nil when all are taken.
    package func take() -> Permit? {
        let isFree = count.withLock { count in
            guard count < ExportPermits.countLimit else { return false }
            count += 1
            return true
        }
        return isFree ? Permit(self) : nil
    }

    package final class Permit: Sendable {
        private let permits: ExportPermits
        fileprivate init(_ permits: ExportPermits) { self.permits = permits }
        deinit { permits.count.withLock { $0 -= 1 } }
    }
}
