public import LaurelDomain
public import LaurelScores
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
    /// How long a code is remembered after it was used. A caller who shows it again within this time has it from
    /// somebody else, or somebody else has it from them (RFC 6749, section 4.1.2).
    static let memory = Timestamp.Span.seconds(600)

    struct Pending {
        let player: PlayerNumber
        /// Their password: one that is changed meanwhile ends this as well. Nil: they have none.
        let credentials: Credentials?
        /// Where they allowed it: signed out there, or everywhere, they have taken it back.
        let session: SessionID
        let binding: Binding
        let origin: WebOrigin
        /// Where the code was sent; nil: to the window that asked.
        let redirect: String?
        /// SHA-256 of the secret that the page keeps (RFC 7636, method S256).
        let challenge: [UInt8]
        let expires: Timestamp
    }

    private struct State {
        var pending: [SecretDigest: Pending] = [:]
        /// Codes whose session is being made, of which players.
        var redeeming: [SecretDigest: PlayerNumber] = [:]
        /// Codes that were used, and what session they gave, until when.
        var spent: [SecretDigest: (session: SessionID, until: Timestamp)] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// - Returns: false when there are too many.
    func add(_ new: Pending, _ code: SecretDigest, at now: Timestamp) -> Bool {
        state.withLock { state in
            let player = new.player
            func hasRoom() -> Bool {
                let ofPlayer = state.pending.values.count { $0.player == player }
                return state.pending.count < Self.countLimit && ofPlayer < Self.countLimitPerPlayer
            }
            if !hasRoom() { state.pending = state.pending.filter { $0.value.expires > now } }
            guard hasRoom() else { return false }
            state.pending[code] = new
            return true
        }
    }

    enum Taken {
        case pending(Pending)
        /// It was used before: what it gave must end.
        case spent(SessionID)
        case nothing
    }

    /// The first caller gets it, to be followed by ``finish(_:made:at:)``. Nobody gets it after them, and they lose
    /// what they got.
    func take(_ code: SecretDigest, at now: Timestamp) -> Taken {
        state.withLock { state in
            if let (session, until) = state.spent.removeValue(forKey: code), until > now { return .spent(session) }
            // The caller that is making a session of it finds that it may not stand.
            if state.redeeming.removeValue(forKey: code) != nil { return .nothing }
            guard let found = state.pending.removeValue(forKey: code), found.expires > now else { return .nothing }
            state.redeeming[code] = found.player
            return .pending(found)
        }
    }

    /// - Parameter session: what it gave; nil: nothing.
    /// - Returns: false: the player took it back while its session was made, or somebody else showed it.
    @discardableResult
    func finish(_ code: SecretDigest, made session: SessionID?, at now: Timestamp) -> Bool {
        state.withLock { state in
            guard state.redeeming.removeValue(forKey: code) != nil else { return false }
            guard let session else { return true }
            if state.spent.count >= Self.countLimit { state.spent = state.spent.filter { $0.value.until > now } }
            // Beyond the limit a code is still good once; only its second use is not seen.
            if state.spent.count < Self.countLimit { state.spent[code] = (session, now.advanced(by: Self.memory)) }
            return true
        }
    }

    /// Takes back what a player has allowed. To be called before their sessions end in the store: a session that is
    /// made meanwhile either is among those, or finds that it may not stand.
    func forget(_ player: PlayerNumber) {
        state.withLock { state in
            state.pending = state.pending.filter { $0.value.player != player }
            state.redeeming = state.redeeming.filter { $0.value != player }
        }
    }
}

public enum AuthorizationError: Error, StoreFailure, Hashable, Sendable {
    case game(GameRefusal)
    /// The app has not registered this origin.
    case originNotAllowed(String)
    /// The app has not registered this page.
    case redirectNotAllowed(String)
    /// A game cannot allow another one in its player's name.
    case notFirstParty
    /// A guest has no account whose sign-ins a page could be given.
    case guest
    case tooMany
    /// The code is unknown, used or too old, or it was not this page's.
    case wrongCode
    case unavailable
    case broken(reason: String)
}
