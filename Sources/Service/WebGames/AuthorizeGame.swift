public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Which game asks, and from where: what the page shows before the player decides.
public struct DescribeAuthorization: Sendable {
    private let catalogue: Catalogue
    public init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// - Parameter redirect: where the answer shall go; nil: to the window that asks, which the browser keeps to its
    ///   origin.
    /// - Throws: for an origin that the game has not registered; and then for a game that cannot be played there. So
    ///   the caller that is told the second is the game's own page.
    public func callAsFunction(
        _ game: (bundleID: BundleID, environment: Environment), origin: String, redirect: String?
    ) throws(AuthorizationError) -> (app: App, binding: Binding, origin: WebOrigin) {
        guard let app = catalogue.app(game.bundleID) else { throw .game(.unknownGame(game.bundleID)) }
        guard catalogue.webOrigins.allows(origin, for: app.number) else { throw .originNotAllowed(origin) }
        if let redirect, !catalogue.webOrigins.allows(redirect: redirect, from: origin, for: app.number) {
            throw .redirectNotAllowed(redirect)
        }
        let binding: Binding
        do { binding = try catalogue.binding(game) } catch { throw .game(error) }
        return (app, binding, WebOrigin(stored: origin))
    }
}

/// The player allows a game's page to have a session of theirs, bound to that game and environment.
public struct AuthorizeGame: Sendable {
    private let accounts: Accounts
    private let authorizations: Authorizations

    public init(_ accounts: Accounts, _ authorizations: Authorizations) {
        self.accounts = accounts
        self.authorizations = authorizations
    }

    /// - Parameter challenge: SHA-256 of the secret that the page keeps until it fetches the session.
    /// - Returns: the code, which is good once and for ``Authorizations/lifetime``.
    public func callAsFunction(
        _ game: (bundleID: BundleID, environment: Environment), origin: String, redirect: String?, challenge: [UInt8],
        by session: Session
    ) async throws(AuthorizationError) -> (code: String, expires: Timestamp) {
        guard session.binding == .firstParty else { throw .notFirstParty }
        let (_, binding, origin) = try DescribeAuthorization(accounts.catalogue)(
            game, origin: origin, redirect: redirect)
        guard !accounts.profiles.isGuest(session.player) else { throw .guest }
        let credentials = try await AuthorizationError.translating { () throws(StoreError) in
            try await accounts.directory.credentials(of: session.player)
        }
        let now = accounts.clock.now()
        let expires = now.advanced(by: Authorizations.lifetime)
        let code = Token.make(accounts.random)
        let isTaken = authorizations.add(
            .init(
                player: session.player, credentials: credentials, session: session.id, binding: binding, origin: origin,
                redirect: redirect, challenge: challenge, expires: expires),
            accounts.digest(code), at: now)
        guard isTaken else { throw .tooMany }
        return (code, expires)
    }
}

/// The game's page fetches the session that the player allowed.
public struct RedeemAuthorization: Sendable {
    private let accounts: Accounts
    private let authorizations: Authorizations
    private let digest: ContentDigest

    public init(_ accounts: Accounts, _ authorizations: Authorizations, digest: ContentDigest) {
        self.accounts = accounts
        self.authorizations = authorizations
        self.digest = digest
    }

    /// - Parameters:
    ///   - verifier: the secret whose SHA-256 was the challenge.
    ///   - origin: what the browser says of the page; nil: it is no page, and the code alone counts.
    public func callAsFunction(
        code: String, verifier: String, origin: String?, device: DeviceName?, waiting: Int?
    ) async throws(AuthorizationError) -> SignedIn {
        let now = accounts.clock.now()
        guard Token.isWellFormed(code) else { throw .wrongCode }
        let code = accounts.digest(code)
        // Taken before anything is compared: nobody gets a second guess.
        let pending: Authorizations.Pending
        switch authorizations.take(code, at: now) {
        case .pending(let found): pending = found
        case .nothing: throw .wrongCode
        case .spent(let session):
            try await end(session)
            throw .wrongCode
        }
        defer { authorizations.finish(code, made: nil, at: now) }
        guard digest.digest(Array(verifier.utf8)) == pending.challenge,
            origin ?? pending.origin.text == pending.origin.text
        else { throw .wrongCode }
        // The origin may have been taken away meanwhile, or Game Center turned off.
        if case .game(let number, let environment) = pending.binding, let app = accounts.catalogue.app(number) {
            _ = try DescribeAuthorization(accounts.catalogue)(
                (app.bundleID, environment), origin: pending.origin.text, redirect: pending.redirect)
        }
        let token = Token.make(accounts.random)
        let session = NewSession(
            digest: accounts.digest(token), binding: pending.binding, device: device, created: now,
            hasEmptyQueue: waiting == 0, countLimit: ActiveSessions.countLimitPerPlayer)
        let endings = accounts.sessions.endings
        let (record, player) = try await AuthorizationError.translating { () throws(StoreError) in
            let record =
                if let credentials = pending.credentials {
                    try await accounts.directory.addSession(session, for: credentials, allowedIn: pending.session)
                } else {
                    try await accounts.directory.addSession(session, allowedIn: pending.session)
                }
            return (record, try await accounts.directory.player(pending.player))
        }
        guard let record, let player else { throw .wrongCode }
        guard authorizations.finish(code, made: record.id, at: now) else {
            try await end(record.id)
            throw .wrongCode
        }
        _ = accounts.sessions.insert(record, session.digest, ifStill: endings)
        return SignedIn(player: player, token: token, session: Session(record))
    }

    private func end(_ session: SessionID) async throws(AuthorizationError) {
        _ = try await AuthorizationError.translating { () throws(StoreError) in
            try await accounts.directory.endSession(session)
        }
        accounts.sessions.end(session)
    }
}
