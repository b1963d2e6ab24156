public import LaurelDomain
import LaurelStorage
import Synchronization

/// What players have allowed and games have not yet fetched: codes of one minute, each good once.
///
/// They live in memory alone. When the server ends, the player is asked once more.
public final class Authorizations: Sendable {
    public static let lifetime = Timestamp.Span.seconds(60)
    /// In all, and of one player: what a script could make in a minute.
    static let countLimit = 10_000
    static let countLimitPerPlayer = 16

    struct Pending {
        /// What the player's session was made by: a password that is changed meanwhile ends this as well.
        let credentials: Credentials
        let binding: Binding
        let origin: WebOrigin
        /// SHA-256 of the secret that the page keeps (RFC 7636, method S256).
        let challenge: [UInt8]
        let expires: Timestamp
    }

    private let pending = Mutex<[SecretDigest: Pending]>([:])

    public init() {}

    /// - Returns: false when there are too many.
    func add(_ new: Pending, _ code: SecretDigest, at now: Timestamp) -> Bool {
        pending.withLock { pending in
            let player = new.credentials.player
            if pending.count >= Self.countLimit
                || pending.values.count(where: { $0.credentials.player == player }) >= Self.countLimitPerPlayer
            {
                pending = pending.filter { $0.value.expires > now }
            }
            guard pending.count < Self.countLimit,
                pending.values.count(where: { $0.credentials.player == player }) < Self.countLimitPerPlayer
            else { return false }
            pending[code] = new
            return true
        }
    }

    /// Whoever comes first gets it, and nobody after him.
    func take(_ code: SecretDigest, at now: Timestamp) -> Pending? {
        let found = pending.withLock { $0.removeValue(forKey: code) }
        return found.flatMap { $0.expires > now ? $0 : nil }
    }
}

public enum AuthorizationError: Error, StoreFailure, Hashable, Sendable {
    case game(GameRefusal)
    /// The app has not registered this origin.
    case originNotAllowed(String)
    /// A game cannot allow another one in its player's name.
    case notFirstParty
    case tooMany
    /// The code is unknown, used or too old, or it was not this page's.
    case wrongCode
    case unavailable
    case broken(reason: String)
}
