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
    public init(_ accounts: Accounts) { self.accounts = accounts }

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
        let now = accounts.storeNow
        let code = Token.make(accounts.random)
        let adding = try await AuthorizationError.translating { () throws(StoreError) in
            let grant = WebGameGrant(
                try await accounts.grant(in: session), for: binding, origin: origin, redirect: redirect,
                challenge: challenge, expires: now.advanced(by: Authorizations.lifetime))
            return try await accounts.directory.addWebGameGrant(
                grant, code: accounts.digest(code), limit: Authorizations.countLimit,
                limitPerPlayer: Authorizations.countLimitPerPlayer, at: now)
        }
        switch adding {
        case .added: return (code, accounts.clock.now().advanced(by: Authorizations.lifetime))
        case .full: throw .tooMany
        // Signed out since this request was authenticated: what would be allowed has ended already.
        case .sessionEnded: throw .wrongCode
        }
    }
}

/// The game's page fetches the session that the player allowed.
public struct RedeemAuthorization: Sendable {
    private let accounts: Accounts
    private let digest: ContentDigest

    public init(_ accounts: Accounts, digest: ContentDigest) {
        self.accounts = accounts
        self.digest = digest
    }

    /// - Parameters:
    ///   - verifier: the secret whose SHA-256 was the challenge.
    ///   - origin: what the browser says of the page; nil: it is no page, and the code alone counts.
    public func callAsFunction(
        code: String, verifier: String, origin: String?, device: DeviceName?, waiting: Int?
    ) async throws(AuthorizationError) -> SignedIn {
        guard Token.isWellFormed(code) else { throw .wrongCode }
        let now = accounts.storeNow
        let memory = SpentCodeMemory(
            until: now.advanced(by: Authorizations.memory), countLimit: Authorizations.countLimit)
        let challenge = digest.digest(Array(verifier.utf8))
        let draft = SessionDraft(accounts, Arrival(device: device, waiting: waiting, address: .local))
        let use = try await AuthorizationError.translating { () throws(StoreError) in
            try await accounts.directory.useGrant(
                ofCode: accounts.digest(code), at: now, remembering: memory
            ) { asked, credentials -> Result<NewSession, AuthorizationError> in
                do throws(AuthorizationError) {
                    try check(asked, credentials, challenge: challenge, origin: origin)
                    return .success(draft.session(for: asked.binding))
                } catch {
                    return .failure(error)
                }
            }
        }
        switch use {
        case .session(let record, of: let player): return draft.signedIn(player, by: record, in: accounts)
        case .refused(let reason): throw reason
        case .usedBefore(let session):
            // In the store it has ended already.
            accounts.sessions.end(session)
            throw .wrongCode
        case .nothing: throw .wrongCode
        }
    }

    private func check(
        _ asked: WebGameGrant, _ credentials: Credentials?, challenge: [UInt8], origin: String?
    ) throws(AuthorizationError) {
        guard challenge == asked.challenge, origin ?? asked.origin.text == asked.origin.text else {
            throw .wrongCode
        }
        // The origin may have been taken away meanwhile, or Game Center turned off.
        if case .game(let number, let environment) = asked.binding, let app = accounts.catalogue.app(number) {
            _ = try DescribeAuthorization(accounts.catalogue)(
                (app.bundleID, environment), origin: asked.origin.text, redirect: asked.redirect)
        }
        guard accounts.honors(asked.grant, for: asked.binding, credentials) else { throw .wrongCode }
    }
}
