public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Signs a player in on a device. Other sessions of theirs stay as they are.
///
/// A caller who does not know the password learns nothing from it: an unknown alias and a wrong password give the same
/// answer, after the same work (one password verification, for want of a hash against a made-up one) and under
/// the same limits (OWASP ASVS 5.0, 6.3.1, 6.3.8).
public struct SignIn: Sendable {
    private let accounts: Accounts
    private let decoyHash: String
    private let twoFactor: TwoFactor?

    /// - Parameters:
    ///   - decoyHash: of a password that nobody has, made at start with the parameters now in use.
    ///   - twoFactor: nil: nobody has a second factor.
    public init(_ accounts: Accounts, decoyHash: String, twoFactor: TwoFactor? = nil) {
        self.accounts = accounts
        self.decoyHash = decoyHash
        self.twoFactor = twoFactor
    }

    /// For ``init(_:decoyHash:)``.
    /// - Returns: nil when busy, which at start nobody is.
    public static func decoyHash(_ accounts: Accounts) async -> String? {
        await accounts.passwords.hash(Token.make(accounts.random))
    }

    /// - Parameters:
    ///   - alias: as typed. One that nobody can have is merely unknown.
    ///   - password: as typed.
    ///   - code: of the second factor, as typed.
    public func callAsFunction(
        alias: String, password: String, code: String? = nil, arrival: Arrival
    ) async throws(SignInError) -> SignedIn {
        let binding: Binding
        do { binding = try accounts.catalogue.binding(arrival.game) } catch { throw .game(error) }
        let attempt = await accounts.guess(alias: alias, address: arrival.address, device: arrival.device)
        let reservation: AttemptLimiter.Reservation
        do throws(TooManyAttempts) { reservation = try accounts.guesses.reserve(attempt, at: accounts.elapsed) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let credentials = try await verify(alias, password, reservation)
        await accounts.noteRight(reservation)
        // Only now: nobody without the password learns who is kept out.
        guard !accounts.catalogue.bans.isBannedEverywhere(credentials.player) else { throw .banned }
        // After the password: who does not know it learns nothing about a second factor.
        do throws(TwoFactorError) {
            try await twoFactor?.check(code, of: credentials.player, in: accounts)
        } catch {
            throw SignInError(error)
        }
        let isKnown = await accounts.isKnown(arrival, alias)
        if let key = accounts.aliasKey(alias) { accounts.knownAddresses.note(key, arrival.address) }
        return try await OpenSession(accounts)(binding, credentials, arrival, tells: !isKnown)
    }

    /// - Throws: `wrongCredentials`, whatever was wrong.
    private func verify(
        _ alias: String, _ password: String, _ reservation: AttemptLimiter.Reservation
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
            accounts.guesses.giveBack(reservation)
            throw .busy
        case .wrong: throw await wrong(reservation)
        case .right, .rightButOutdated:
            guard let credentials, isSane else { throw await wrong(reservation) }
            return verdict == .right ? credentials : await rehashed(credentials, password)
        }
    }

    /// What is written, and what that takes, is the same for an unknown alias.
    private func wrong(_ reservation: AttemptLimiter.Reservation) async -> SignInError {
        await accounts.noteWrong(reservation)
        return .wrongCredentials
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
}

public enum SignInError: Error, StoreFailure, Hashable, Sendable {
    /// The alias or the password; nobody is told which.
    case wrongCredentials
    /// The player is kept out of the server (rule 4.12).
    case banned
    /// The password is right, and a code of the second factor is needed.
    case codeRequired
    /// Wrong, used, or too old.
    case wrongCode
    case game(GameRefusal)
    case tooManyAttempts(retryAfter: Timestamp.Span)
    /// Passwords are compared as fast as this machine can.
    case busy
    case unavailable
    case broken(reason: String)

    init(_ error: TwoFactorError) {
        switch error {
        case .codeRequired: self = .codeRequired
        case .wrongCode: self = .wrongCode
        case .wrongPassword, .unknownPlayer, .alreadySetUp, .notSetUp: self = .wrongCredentials
        case .tooManyAttempts(let span): self = .tooManyAttempts(retryAfter: span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}

extension Accounts {
    func aliasKey(_ typed: String) -> String? {
        do { return try Alias(known: typed).key } catch { return nil }
    }

    /// What a guess at a secret of `alias` is counted against; ``AttemptLimits`` has the rule.
    ///
    /// From an address where the player signed in lately, or on a device of theirs, it counts for that source alone.
    func guess(
        alias: String, address: ClientAddress, device: DeviceName? = nil
    ) async -> AttemptLimiter.Attempt {
        guard let key = aliasKey(alias) else { return limits.guess(from: address) }
        let known: AttemptLimiter.Key? =
            if let device, await isKnown(device, key) {
                .accountOnDevice(key, device)
            } else if knownAddresses.contains(key, address) {
                .account(key, address)
            } else {
                nil
            }
        let stranger = limits.guess(
            from: address, own: [(known ?? .account(key, address), limits.account)],
            shared: [(.accountByStrangers(key), limits.accountByStrangers)])
        return known == nil ? stranger : AttemptLimiter.Attempt(own: stranger.own)
    }

    /// Whether the player has come from there before, as far as a player is told of the opposite. A device without a
    /// name is known by its address alone.
    func isKnown(_ arrival: Arrival, _ alias: String) async -> Bool {
        guard let key = aliasKey(alias) else { return false }
        guard let device = arrival.device else { return knownAddresses.contains(key, arrival.address) }
        return await isKnown(device, key)
    }

    /// A store that cannot say makes nobody known.
    private func isKnown(_ device: DeviceName, _ aliasKey: String) async -> Bool {
        do throws(StoreError) { return try await directory.knowsDevice(device, aliasKey: aliasKey) } catch {
            return false
        }
    }
}
