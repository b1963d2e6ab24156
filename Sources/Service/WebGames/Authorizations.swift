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
        /// Where they allowed it: signed out there, or everywhere, they have taken it back.
        let session: SessionID
        let binding: Binding
        let origin: WebOrigin
        /// SHA-256 of the secret that the page keeps (RFC 7636, method S256).
        let challenge: [UInt8]
        let expires: Timestamp
    }

    private struct State {
        var pending: [SecretDigest: Pending] = [:]
        /// Codes whose session is being made, of which players.
        var redeeming: [SecretDigest: PlayerNumber] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// - Returns: false when there are too many.
    func add(_ new: Pending, _ code: SecretDigest, at now: Timestamp) -> Bool {
        state.withLock { state in
            let player = new.credentials.player
            func hasRoom() -> Bool {
                let ofPlayer = state.pending.values.count { $0.credentials.player == player }
                return state.pending.count < Self.countLimit && ofPlayer < Self.countLimitPerPlayer
            }
            if !hasRoom() { state.pending = state.pending.filter { $0.value.expires > now } }
            guard hasRoom() else { return false }
            state.pending[code] = new
            return true
        }
    }

    /// Whoever comes first gets it, and nobody after them. To be followed by ``finish(_:)``.
    func take(_ code: SecretDigest, at now: Timestamp) -> Pending? {
        state.withLock { state in
            guard let found = state.pending.removeValue(forKey: code), found.expires > now else { return nil }
            state.redeeming[code] = found.credentials.player
            return found
        }
    }

    /// - Returns: false: the player took it back while its session was made.
    @discardableResult
    func finish(_ code: SecretDigest) -> Bool { state.withLock { $0.redeeming.removeValue(forKey: code) != nil } }

    /// Takes back what a player has allowed. To be called before their sessions end in the store: a session that is
    /// made meanwhile either is among those, or finds that it may not stand.
    func forget(_ player: PlayerNumber) {
        state.withLock { state in
            state.pending = state.pending.filter { $0.value.credentials.player != player }
            state.redeeming = state.redeeming.filter { $0.value != player }
        }
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
