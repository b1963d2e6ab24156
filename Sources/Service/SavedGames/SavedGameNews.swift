public import LaurelDomain
import Synchronization

/// What has become of a player's saved games, for those who show it on their other devices. Nothing is lost with an
/// event that nobody hears: the list says the same.
public final class SavedGameNews: Sendable {
    public struct Event: Hashable, Sendable {
        public let shelf: SavedGameShelf
        public let name: SavedGameName
        /// How many versions there are now: none, it is deleted; several, they are in conflict.
        public let versionCount: Int
    }

    private let listeners = Mutex<[@Sendable (Event) -> Void]>([])

    public init() {}

    /// - Parameter listener: called after the commit, on any thread; must not block.
    public func listen(_ listener: @escaping @Sendable (Event) -> Void) { listeners.withLock { $0.append(listener) } }

    func tell(_ event: Event) {
        for listener in listeners.withLock({ $0 }) { listener(event) }
    }
}
