import LaurelDomain
public import LaurelScores
import LaurelStorage

/// From a bearer token to who is asking.
public struct Authenticate: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// What memory knows about a token.
    public enum Answer: Hashable, Sendable {
        case session(Session)
        /// No session has this token.
        case unauthenticated
        /// It has one, of a player who is kept out (rule 4.12).
        case banned
        /// Ask the store: call the use case.
        case unknown
    }

    /// A token as sessions are found by it: always the same for the same token.
    public struct ReadToken: Hashable, Sendable {
        /// Nil: it is no token.
        fileprivate let digest: SecretDigest?
    }

    /// One digest, and nothing of whose it is.
    public func read(_ token: String) -> ReadToken {
        ReadToken(digest: Token.isWellFormed(token) ? accounts.digest(token) : nil)
    }

    /// Without a wait: O(1), one digest.
    public func immediately(_ token: String) -> Answer { immediately(read(token)) }

    /// Without a wait: O(1).
    public func immediately(_ token: ReadToken) -> Answer {
        guard let digest = token.digest else { return .unauthenticated }
        switch accounts.sessions.use(digest, at: accounts.clock.now()) {
        case .found(let session) where accounts.catalogue.bans.isBannedEverywhere(session.player): return .banned
        case .found(let session): return .session(session)
        case .ended: return .unauthenticated
        case .notHere: return .unknown
        }
    }

    /// From memory, or else from the store.
    public func callAsFunction(_ token: String) async throws(AuthenticateError) -> Session {
        switch immediately(token) {
        case .session(let session): return session
        case .unauthenticated: throw .unauthenticated
        case .banned: throw .banned
        case .unknown: break
        }
        let digest = accounts.digest(token)
        while true {
            let endings = accounts.sessions.endings
            let record = try await AuthenticateError.translating { () throws(StoreError) in
                try await accounts.directory.session(digest)
            }
            let now = accounts.clock.now()
            guard let record, !record.isOver(at: now) else { throw .unauthenticated }
            // What was read may have ended since; then it is read again.
            guard accounts.sessions.insert(record, digest, ifStill: endings) else { continue }
            guard !accounts.catalogue.bans.isBannedEverywhere(record.player) else { throw .banned }
            if case .found(let session) = accounts.sessions.use(digest, at: now) { return session }
        }
    }
}

public enum AuthenticateError: Error, StoreFailure, Hashable, Sendable {
    case unauthenticated
    /// The player is kept out of the server (rule 4.12).
    case banned
    case unavailable
    case broken(reason: String)
}
