import LaurelDomain
import LaurelStorage
import Synchronization

/// Codes that bring a device's guest into a browser: each good once and for two minutes.
///
/// They live in memory alone. When the server ends, the player opens the page from the game once more.
final class GuestCodes: Sendable {
    static let lifetime = Timestamp.Span.minutes(2)
    static let countLimit = 10_000

    private struct Pending {
        /// Of the device.
        let secret: SecretDigest
        let expires: Timestamp
    }

    private let pending = Mutex<[SecretDigest: Pending]>([:])

    /// A guest has one code at a time.
    ///
    /// - Returns: false when there are too many.
    func add(_ code: SecretDigest, of secret: SecretDigest, at now: Timestamp) -> Bool {
        pending.withLock { pending in
            pending = pending.filter { $0.value.secret != secret && $0.value.expires > now }
            guard pending.count < Self.countLimit else { return false }
            pending[code] = Pending(secret: secret, expires: now.advanced(by: Self.lifetime))
            return true
        }
    }

    /// The first caller gets it.
    func take(_ code: SecretDigest, at now: Timestamp) -> SecretDigest? {
        pending.withLock { pending in
            guard let found = pending.removeValue(forKey: code), found.expires > now else { return nil }
            return found.secret
        }
    }
}
