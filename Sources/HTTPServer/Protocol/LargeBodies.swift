import Synchronization

/// Who may send more than ``Limits/bodyBytes``, and how many at a time. All loops of a server share it.
final class LargeBodies: Sendable {
    private let limit: @Sendable (Request) -> Int?
    private let capacity: Int
    private let taken = Atomic(0)

    init(_ limits: Limits, limit: @escaping @Sendable (Request) -> Int?) {
        self.limit = limit
        capacity = limits.clamped.largeBodies
    }

    enum Answer {
        /// This request may have no more than others.
        case ordinary
        case place(Place)
        case full
    }

    /// - Parameter head: a request without its body.
    func reserve(_ head: Request) -> Answer {
        guard let limit = limit(head) else { return .ordinary }
        let before = taken.add(1, ordering: .relaxed).oldValue
        guard before < capacity else {
            taken.subtract(1, ordering: .relaxed)
            return .full
        }
        return .place(Place(self, limit: max(0, limit)))
    }

    /// The right to one large body. It is given back with the last reference, whatever becomes of the connection.
    final class Place: Sendable {
        /// Bytes.
        let limit: Int
        private let owner: LargeBodies

        fileprivate init(_ owner: LargeBodies, limit: Int) {
            self.owner = owner
            self.limit = limit
        }

        deinit { owner.taken.subtract(1, ordering: .relaxed) }
    }
}
