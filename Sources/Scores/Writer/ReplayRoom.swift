import Synchronization

/// The bytes of replays that wait for the writer: they have a room of their own, since few calls could fill memory.
package final class ReplayRoom: Sendable {
    static let bytesLimit = 67_108_864

    private let bytes = Atomic(0)

    /// - Returns: `completion`, which gives the room back when it is called.
    /// - Throws: when there is no room.
    package func holding<Value: Sendable>(
        _ count: Int, _ completion: @escaping @Sendable (Result<Value, SubmitScoresError>) -> Void
    ) throws(SubmitScoresError) -> @Sendable (Result<Value, SubmitScoresError>) -> Void {
        guard count > 0 else { return completion }
        guard bytes.add(count, ordering: .relaxed).newValue <= Self.bytesLimit else {
            bytes.subtract(count, ordering: .relaxed)
            throw .unavailable
        }
        return { [self] result in
            bytes.subtract(count, ordering: .relaxed)
            completion(result)
        }
    }
}
