import CLaurelTLS
import Synchronization

/// The keys that seal what a client needs to go on with a session (RFC 5077). All loops of a server share them, and
/// certificates that follow one another. An attacker who learns one can read the sessions that it sealed, so none
/// lives long.
final class TicketKeys: Sendable {
    /// How long a key seals; as long again it opens what it has sealed.
    static let lifetime = Duration.seconds(7_200)

    struct Key: Sendable {
        static let nameBytes = 16
        private static let partBytes = 32
        /// Tells one key from another, and is no secret.
        let name: [UInt8]
        let encryption: [UInt8]
        let authentication: [UInt8]

        /// Nil: OpenSSL has no random bytes.
        init?() {
            var bytes = [UInt8](repeating: 0, count: Self.nameBytes + 2 * Self.partBytes)
            guard RAND_bytes(&bytes, Int32(bytes.count)) == 1 else { return nil }
            name = Array(bytes[..<Self.nameBytes])
            encryption = Array(bytes[Self.nameBytes...].prefix(Self.partBytes))
            authentication = Array(bytes.suffix(Self.partBytes))
        }
    }

    private struct State {
        var present: Key?
        var previous: Key?
        var bornAt: UInt64
    }

    private let state: Mutex<State>

    /// - Parameter now: nanoseconds of a clock that never goes back.
    init(now: UInt64) { state = Mutex(State(present: Key(), previous: nil, bornAt: now)) }

    /// Begins a new key when the present one has sealed long enough.
    func rotate(now: UInt64) {
        state.withLock { state in
            let lifetime = Self.lifetime.nanoseconds
            let age = now > state.bornAt ? now - state.bornAt : 0
            guard age >= lifetime else { return }
            // After a long pause the last one is as old as those that were forgotten.
            state.previous = age < 2 * lifetime ? state.present : nil
            state.present = Key()
            state.bornAt = now
        }
    }

    /// The key that seals; nil: OpenSSL had no random bytes.
    var present: Key? { state.withLock { $0.present } }

    /// - Returns: the key of this name, and whether it still seals.
    func find(_ name: UnsafeBufferPointer<UInt8>) -> (key: Key, isPresent: Bool)? {
        let (present, previous) = state.withLock { ($0.present, $0.previous) }
        if let present, name.elementsEqual(present.name) { return (present, true) }
        if let previous, name.elementsEqual(previous.name) { return (previous, false) }
        return nil
    }

    // MARK: - What OpenSSL calls

    /// - Returns: 1; 0: no ticket; -1: the handshake fails.
    func seal(
        _ name: UnsafeMutablePointer<UInt8>, _ vector: UnsafeMutablePointer<UInt8>, _ cipher: OpaquePointer,
        _ digest: OpaquePointer
    ) -> Int32 {
        guard let key = present, RAND_bytes(vector, EVP_MAX_IV_LENGTH) == 1 else { return 0 }
        name.update(from: key.name, count: Key.nameBytes)
        guard EVP_EncryptInit_ex(cipher, EVP_aes_256_cbc(), nil, key.encryption, vector) == 1 else { return -1 }
        return Self.setKey(key.authentication, digest) ? 1 : -1
    }

    /// - Returns: 1; 2: and the client gets a new ticket; 0: the key is gone, so the handshake is a whole one; -1: it
    ///   fails.
    func open(
        _ name: UnsafeMutablePointer<UInt8>, _ vector: UnsafeMutablePointer<UInt8>, _ cipher: OpaquePointer,
        _ digest: OpaquePointer
    ) -> Int32 {
        let shown = UnsafeBufferPointer(start: UnsafePointer(name), count: Key.nameBytes)
        guard let (key, isPresent) = find(shown) else { return 0 }
        guard Self.setKey(key.authentication, digest),
            EVP_DecryptInit_ex(cipher, EVP_aes_256_cbc(), nil, key.encryption, vector) == 1
        else { return -1 }
        return isPresent ? 1 : 2
    }

    private static func setKey(_ key: [UInt8], _ digest: OpaquePointer) -> Bool {
        var key = key
        return laurel_tls_set_digest_key(digest, &key, key.count) == 1
    }
}
