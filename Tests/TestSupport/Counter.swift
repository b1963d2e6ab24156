import Synchronization

/// How often something has happened, or what a clock shows.
public final class Counter: Sendable {
    private let count = Atomic(0)

    public init() {}

    public var value: Int { count.load(ordering: .acquiring) }
    public func add(_ number: Int = 1) { count.add(number, ordering: .acquiringAndReleasing) }
}
