import Synchronization

/// How many exports may run.
package final class ExportPlaces: Sendable {
    package static let countLimit = 4

    private let count = Mutex(0)

    /// - Returns: nil when all are taken.
    package func take() -> Place? {
        let isFree = count.withLock { count in
            guard count < ExportPlaces.countLimit else { return false }
            count += 1
            return true
        }
        return isFree ? Place(self) : nil
    }

    package final class Place: Sendable {
        private let places: ExportPlaces
        fileprivate init(_ places: ExportPlaces) { self.places = places }
        deinit { places.count.withLock { $0 -= 1 } }
    }
}
