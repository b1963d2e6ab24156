public import LaurelDomain
import Storage

/// Signs a player in on a device. Other sessions of his stay as they are.
///
/// Whoever does not know the password learns nothing from it: an unknown alias and a wrong password give the same
/// answer, after the same work (one password verification, for want of a hash against a made-up one) and under
/// the same limits (OWASP ASVS 5.0, 6.3.1, 6.3.8).
public struct SignIn: Sendable {
    private let accounts: Accounts
    private let decoyHash: String

    /// - Parameter decoyHash: of a password that nobody has, made at start with the parameters now in use.
    public init(_ accounts: Accounts, decoyHash: String) {
        self.accounts = accounts
        self.decoyHash = decoyHash
    }

    /// For ``init(_:decoyHash:)``.
    /// - Returns: nil when busy, which at start nobody is.
    public static func decoyHash(_ accounts: Accounts) async -> String? {
        await accounts.passwords.hash(Token.make(accounts.random))
    }

    /// - Parameters:
    ///   - alias: as typed. One that nobody can have is merely unknown.
    ///   - password: as typed.
    public func callAsFunction(
        alias: String, password: String, arrival: Arrival
    ) async throws(SignInError) -> SignedIn {
        let binding: Binding
        do { binding = try accounts.catalogue.binding(arrival.game) } catch { throw .game(error) }
        let keys = accounts.guessKeys(alias: alias, address: arrival.address)
        do {
            try accounts.guesses.reserve(keys, at: accounts.clock.now())
        } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let credentials = try await verify(alias, password, keys)
        accounts.guesses.giveBack(keys)
        return try await open(binding, credentials, arrival)
    }

    /// - Throws: `wrongCredentials`, whatever was wrong.
    private func verify(
        _ alias: String, _ password: String, _ keys: [(AttemptLimiter.Key, AttemptRate)]
    ) async throws(SignInError) -> Credentials {
        let key = accounts.aliasKey(alias)
        let credentials = try await SignInError.translating { () throws(StoreError) in
            // An alias that nobody can have is asked for too: the same work.
            try await accounts.directory.credentials(aliasKey: key ?? "")
        }
        let isSane = password.utf8.count <= Password.bytesLimit
        let verdict = await accounts.passwords.verify(
            isSane ? password : "", credentials?.passwordHash ?? decoyHash)
        switch verdict {
        case .busy:
            accounts.guesses.giveBack(keys)
            throw .busy
        case .wrong: throw .wrongCredentials
        case .right, .rightButOutdated:
            guard let credentials, isSane else { throw .wrongCredentials }
            return verdict == .right ? credentials : await rehashed(credentials, password)
        }
    }

    /// The same password under the parameters now in use. It can wait for another day when that fails.
    private func rehashed(_ credentials: Credentials, _ password: String) async -> Credentials {
        guard let hash = await accounts.passwords.hash(password) else { return credentials }
        do throws(StoreError) {
            try await accounts.directory.replacePasswordHash(
                credentials.passwordHash, with: hash, of: credentials.player)
            return Credentials(player: credentials.player, passwordHash: hash)
        } catch {
            return credentials
        }
    }

    private func open(
        _ binding: Binding, _ credentials: Credentials, _ arrival: Arrival
    ) async throws(SignInError) -> SignedIn {
        let token = Token.make(accounts.random)
        let session = NewSession(
            digest: accounts.digest(token), binding: binding, device: arrival.device, created: accounts.clock.now(),
            hasEmptyQueue: arrival.waiting == 0)
        let endings = accounts.sessions.endings
        let (record, player) = try await SignInError.translating { () throws(StoreError) in
            let record = try await accounts.directory.addSession(session, for: credentials)
            return (record, try await accounts.directory.player(credentials.player))
        }
        // The password was changed between the look at it and now.
        guard let record, let player else { throw .wrongCredentials }
        _ = accounts.sessions.insert(record, session.digest, ifStill: endings)
        return SignedIn(player: player, token: token, session: Session(record))
    }
}

/// A player who has just signed in.
public struct SignedIn: Sendable {
    public let player: Player
    /// The bearer token. It is not stored: this is the only time anybody sees it.
    public let token: String
    public let session: Session
}

public enum SignInError: Error, StoreFailure, Hashable, Sendable {
    /// The alias or the password; nobody is told which.
    case wrongCredentials
    case game(GameRefusal)
    case tooManyAttempts(retryAfter: Timestamp.Span)
    /// Passwords are compared as fast as this machine can.
    case busy
    case unavailable
    case broken(reason: String)
}

extension Accounts {
    func aliasKey(_ typed: String) -> String? {
        do { return try Alias(typed).key } catch { return nil }
    }

    /// What a guess at a secret of `alias` is counted against.
    func guessKeys(alias: String, address: ClientAddress) -> [(AttemptLimiter.Key, AttemptRate)] {
        var keys = [(AttemptLimiter.Key.total, limits.total)]
        if let key = aliasKey(alias) { keys.append((.account(key), limits.account)) }
        if address != .local { keys.append((.address(address), limits.address)) }
        return keys
    }
}
