import Synchronization

extension Mutex where Value: Sendable {
    /// Puts something in a place. What was there is let go once the lock is free: an object or closure of the game's
    /// may ask GameKit when it goes, and would wait for itself.
    ///
    /// - Returns: what was there.
    @discardableResult
    func set<Part: Sendable>(_ place: any WritableKeyPath<Value, Part> & Sendable, _ part: Part) -> Part {
        let former = withLock { value in
            defer { value[keyPath: place] = part }
            return value[keyPath: place]
        }
        // An optimised build would else end its life at its last use, which is under the lock.
        withExtendedLifetime(former) {}
        return former
    }
}
