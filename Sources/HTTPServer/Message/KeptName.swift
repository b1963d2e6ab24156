import Synchronization

/// Names bytes that are kept for many answers: no others of this process ever have the same name. Who has them by their
/// name needn't be sent them again.
public struct KeptName: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)

    /// 1 and up.
    public let number: UInt64

    /// A name that nothing has yet.
    public init() { number = Self.last.add(1, ordering: .relaxed).newValue }
}
