public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes a secret for a player's authenticator app. It counts once ``ConfirmTwoFactor`` has seen a code of it.
public struct SetUpTwoFactor: Sendable {
    private let twoFactor: TwoFactor
    private let accounts: Accounts

    public init(_ twoFactor: TwoFactor, _ accounts: Accounts) {
        self.twoFactor = twoFactor
        self.accounts = accounts
    }

    /// - Parameters:
    ///   - password: once more: a session that somebody left open is not enough.
    ///   - issuer: what the app shows beside the alias: this server's name.
    public func callAsFunction(
        password: String, issuer: String, by session: Session
    ) async throws(TwoFactorError) -> OfferedSecret {
        let player = try await twoFactor.prove(password, session, accounts)
        let secret = accounts.random.bytes(OneTimeCode.secretBytes)
        let isOffered = try await TwoFactorError.translating { () throws(StoreError) in
            try await twoFactor.directory.offerTwoFactor(secret, to: session.player)
        }
        guard isOffered else { throw .alreadySetUp }
        return OfferedSecret(
            secret: OneTimeSecret.text(secret),
            uri: OneTimeSecret.uri(secret, issuer: issuer, account: player.alias.text))
    }
}

/// Shown once.
public struct OfferedSecret: Hashable, Sendable {
    /// In base 32, to be typed.
    public let secret: String
    /// For a QR code.
    public let uri: String
}

/// Sees a first code, and from then on every sign-in needs one. Other sessions end: they were made without it.
public struct ConfirmTwoFactor: Sendable {
    private let twoFactor: TwoFactor
    private let accounts: Accounts

    public init(_ twoFactor: TwoFactor, _ accounts: Accounts) {
        self.twoFactor = twoFactor
        self.accounts = accounts
    }

    /// - Returns: recovery codes, shown this once.
    public func callAsFunction(code: String, by session: Session) async throws(TwoFactorError) -> [String] {
        let record = try await TwoFactorError.translating { () throws(StoreError) in
            try await twoFactor.directory.twoFactor(of: session.player)
        }
        guard let record else { throw .notSetUp }
        guard !record.isConfirmed else { throw .alreadySetUp }
        let now = accounts.clock.now()
        let reservation = try twoFactor.reserveGuess(by: session.player, in: accounts)
        guard let step = OneTimeCode(hashing: twoFactor.hashing, secret: record.secret).step(of: code, at: now) else {
            throw await twoFactor.wrong(reservation, accounts)
        }
        let codes = (0..<TwoFactor.recoveryCodeCount).map { _ in ReadableCode.makeSecret(accounts.random) }
        let isDone = try await TwoFactorError.translating { () throws(StoreError) in
            try await twoFactor.directory.confirmTwoFactor(
                record.secret, of: session.player, step: step, recoveryCodes: codes.map(accounts.digest),
                keeping: session.id, at: now)
        }
        // Another set-up came in between.
        guard isDone else { throw .wrongCode }
        accounts.guesses.giveBack(reservation)
        accounts.sessions.end(of: session.player)
        twoFactor.roster.setTwoFactor(session.player, true)
        accounts.noteProof(session)
        accounts.outbox?.signal()
        return codes
    }
}

/// Whether a player has a second factor.
public struct ReadTwoFactor: Sendable {
    private let twoFactor: TwoFactor
    public init(_ twoFactor: TwoFactor) { self.twoFactor = twoFactor }

    public func callAsFunction(by session: Session) async throws(TwoFactorError) -> TwoFactorState {
        let record = try await TwoFactorError.translating { () throws(StoreError) in
            try await twoFactor.directory.twoFactor(of: session.player)
        }
        guard let record, record.isConfirmed else { return TwoFactorState(isOn: false, recoveryCodesLeft: 0) }
        return TwoFactorState(isOn: true, recoveryCodesLeft: record.recoveryCodesLeft)
    }
}

public struct TwoFactorState: Hashable, Sendable {
    public let isOn: Bool
    public let recoveryCodesLeft: Int
}

/// Takes a player's second factor away: by themselves with password and code, or by an administrator.
public struct RemoveTwoFactor: Sendable {
    private let twoFactor: TwoFactor
    private let accounts: Accounts

    public init(_ twoFactor: TwoFactor, _ accounts: Accounts) {
        self.twoFactor = twoFactor
        self.accounts = accounts
    }

    public func callAsFunction(
        password: String, code: String, by session: Session
    ) async throws(TwoFactorError) {
        _ = try await twoFactor.prove(password, session, accounts)
        let record = try await TwoFactorError.translating { () throws(StoreError) in
            try await twoFactor.directory.twoFactor(of: session.player)
        }
        guard let record, record.isConfirmed else { throw .notSetUp }
        try await twoFactor.spend(code, record, session.player, accounts)
        try await remove(session.player, nil)
    }

    /// For a player who has lost their device and their codes.
    public func callAsFunction(of alias: Alias, by administrator: Administrator) async throws(TwoFactorError) {
        let player = try await TwoFactorError.translating { () throws(StoreError) in
            try await accounts.directory.player(aliasKey: alias.key)
        }
        guard let player else { throw .unknownPlayer }
        let entry = administrator.entry(.twoFactorReset, player: player.number, at: accounts.clock.now())
        try await remove(player.number, entry)
    }

    private func remove(_ player: PlayerNumber, _ entry: NewAuditEntry?) async throws(TwoFactorError) {
        let wasThere = try await TwoFactorError.translating { () throws(StoreError) in
            try await twoFactor.directory.removeTwoFactor(of: player, entry, at: accounts.clock.now())
        }
        guard wasThere else { throw .notSetUp }
        twoFactor.roster.setTwoFactor(player, false)
        accounts.outbox?.signal()
    }
}

extension TwoFactor {
    /// Compares a password with the signed-in player's, under the limits of sign-in.
    func prove(
        _ password: String, _ session: Session, _ accounts: Accounts
    ) async throws(TwoFactorError) -> Player {
        let player = try await TwoFactorError.translating { () throws(StoreError) in
            try await accounts.directory.player(session.player)
        }
        guard let player else { throw .unknownPlayer }
        let reservation: AttemptLimiter.Reservation
        do throws(TooManyAttempts) { reservation = try accounts.reserveGuess(by: session.player) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let credentials = try await TwoFactorError.translating { () throws(StoreError) in
            try await accounts.directory.credentials(aliasKey: player.alias.key)
        }
        guard let credentials, password.utf8.count <= Password.bytesLimit else {
            await accounts.noteWrong(reservation)
            throw .wrongPassword
        }
        switch await accounts.passwords.verify(password, credentials.passwordHash) {
        case .right, .rightButOutdated: break
        case .wrong:
            await accounts.noteWrong(reservation)
            throw .wrongPassword
        case .busy:
            accounts.guesses.giveBack(reservation)
            throw .busy
        }
        accounts.guesses.giveBack(reservation)
        return player
    }
}
