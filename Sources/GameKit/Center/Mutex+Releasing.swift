import Synchronization

extension Mutex where Value: Sendable {
    /// Sets a part of the value. What was there is let go once the lock is free: an object or closure of the game's
    /// may ask GameKit when it goes, and would wait for itself.
    ///
    /// - Returns: what was there.
    @discardableResult
    func set<Part: Sendable>(_ path: any WritableKeyPath<Value, Part> & Sendable, _ part: Part) -> Part {
        let former = withLock { value in
            defer { value[keyPath: path] = part }
            return value[keyPath: path]
        }
        // An optimised build would else end its life at its last use, which is under the lock.
        withExtendedLifetime(former) {}
        return former
    }
}
