import Synchronization

/// How many bytes of bodies a server holds at a time, in all (``Limits/heldBodyBytes``) and for one address
/// (``Limits/heldBodyBytesPerAddress``): what requests brought, until they are answered, and what answers wait to send.
/// All loops of a server share it.
///
/// It counts memory that was taken, never what a client announced. The operator's own socket is counted and never
/// refused.
final class BodyBytes: Sendable {
    /// What is smaller costs little more than its connection, whose number has limits of its own: it is not counted,
    /// so ordinary requests touch nothing that loops share, and pass when the bound is reached. The many streams of an
    /// HTTP/2 connection share what isn't counted (``HTTP2Connection/pool(_:of:)``).
    static let freeBytes = 4_096

    private struct State {
        var all = 0
        var peak = 0
        var each: [IPAddress: Int] = [:]
    }

    private let limit: Int
    private let addressLimit: Int
    private let trustedProxies: [IPNetwork]
    private let state = Mutex(State())

    init(_ limits: Limits, trustedProxies: [IPNetwork] = []) {
        let limits = limits.clamped
        limit = limits.heldBodyBytes
        addressLimit = limits.heldBodyBytesPerAddress ?? limit / 4
        self.trustedProxies = trustedProxies
    }

    /// Bytes that are held now.
    var held: Int { state.withLock { $0.all } }

    /// The most that was held since the last call.
    func takePeak() -> Int {
        state.withLock { state in
            defer { state.peak = state.all }
            return state.peak
        }
    }

    /// What a request or an answer of this client will hold; nothing yet.
    func charge(for peer: Peer) -> Charge {
        switch peer {
        case .local: Charge(self, nil, isExempt: true)
        // A proxy is not its clients: what it holds for them counts in all alone.
        case .inet(let address) where trustedProxies.contains(where: { $0.contains(address) }):
            Charge(self, nil, isExempt: false)
        case .inet(let address): Charge(self, address.subscriber, isExempt: false)
        }
    }

    /// Adds to what is held, or says why not.
    ///
    /// - Parameter difference: may be negative, which is never refused.
    fileprivate func change(by difference: Int, _ address: IPAddress?, isForced: Bool) -> Refusal? {
        state.withLock { state in
            let mine = address.map { state.each[$0, default: 0] } ?? 0
            if difference > 0 && !isForced {
                if address != nil && difference > addressLimit - mine { return .tooManyBodyBytesFromAddress }
                if difference > limit - state.all { return .tooManyBodyBytes }
            }
            state.all += difference
            state.peak = max(state.peak, state.all)
            if let address { state.each[address] = mine + difference > 0 ? mine + difference : nil }
            return nil
        }
    }

    /// What one request or one answer holds. It is given back with the last reference: code that still works on a
    /// request whose client has gone holds it on.
    final class Charge: Sendable {
        private let owner: BodyBytes
        private let address: IPAddress?
        private let isExempt: Bool
        /// Changed on the connection's loop alone.
        private let bytes = Atomic(0)

        fileprivate init(_ owner: BodyBytes, _ address: IPAddress?, isExempt: Bool) {
            self.owner = owner
            self.address = address
            self.isExempt = isExempt
        }

        deinit {
            let bytes = bytes.load(ordering: .relaxed)
            if bytes > 0 { _ = owner.change(by: -bytes, address, isForced: true) }
        }

        /// Holds so many bytes from now on.
        ///
        /// - Parameter isForced: whether they are held already, and cannot be refused.
        /// - Returns: why not; then nothing has changed.
        func set(_ count: Int, isForced: Bool = false) -> Refusal? {
            let wanted = count < BodyBytes.freeBytes ? 0 : count
            let present = bytes.load(ordering: .relaxed)
            if wanted == present { return nil }
            if let refusal = owner.change(by: wanted - present, address, isForced: isForced || isExempt) {
                return refusal
            }
            bytes.store(wanted, ordering: .relaxed)
            return nil
        }
    }
}
