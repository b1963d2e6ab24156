import LaurelDomain
import LaurelScores
import LaurelStorage

/// Makes the session of somebody who has proved who they are.
struct OpenSession {
    let accounts: Accounts
    init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter tells: the player hears of it by mail, if they have an address.
    /// - Throws: `wrongCredentials` when they no longer stand.
    func callAsFunction(
        _ binding: Binding, _ credentials: Credentials, _ arrival: Arrival, tells: Bool
    ) async throws(SignInError) -> SignedIn {
        let opened = try await SignInError.translating { () throws(StoreError) in
            try await make(binding, arrival, tells: tells) { new throws(StoreError) in
                try await accounts.directory.addSession(new, for: credentials)
            }
        }
        // The password was changed between the look at it and now.
        guard let opened else { throw .wrongCredentials }
        accounts.noteProof(opened.session)
        if tells { accounts.outbox?.signal() }
        return opened
    }

    /// Of the player whose session this is.
    /// - Returns: nil when it no longer stands.
    func callAsFunction(
        _ binding: Binding, allowedIn session: SessionID, _ arrival: Arrival
    ) async throws(StoreError) -> SignedIn? {
        try await make(binding, arrival) { new throws(StoreError) in
            try await accounts.directory.addSession(new, allowedIn: session)
        }
    }

    /// Of the guest who has the secret.
    /// - Returns: nil when there is none (any more).
    func callAsFunction(
        _ binding: Binding, ofGuest secret: SecretDigest, _ arrival: Arrival
    ) async throws(StoreError) -> SignedIn? {
        try await make(binding, arrival) { new throws(StoreError) in
            try await accounts.directory.addSession(new, forGuest: secret)
        }
    }

    /// Of the player whom the provider's account signs in.
    /// - Returns: nil when it signs nobody in (any more).
    func callAsFunction(
        _ binding: Binding, byLink identity: ForeignIdentity, _ arrival: Arrival
    ) async throws(StoreError) -> SignedIn? {
        try await make(binding, arrival) { new throws(StoreError) in
            try await accounts.directory.addSession(new, forLink: identity)
        }
    }

    /// - Parameter write: puts it into the store, if it may be made.
    private func make(
        _ binding: Binding, _ arrival: Arrival, tells: Bool = false,
        _ write: (NewSession) async throws(StoreError) -> SessionRecord?
    ) async throws(StoreError) -> SignedIn? {
        let token = Token.make(accounts.random)
        let session = NewSession(
            digest: accounts.digest(token), binding: binding, device: arrival.device, created: accounts.clock.now(),
            hasEmptyQueue: arrival.waiting == 0, countLimit: ActiveSessions.countLimitPerPlayer,
            isOfUnknownDevice: tells)
        let endings = accounts.sessions.endings
        guard let record = try await write(session),
            let player = try await accounts.directory.player(record.player)
        else { return nil }
        _ = accounts.sessions.insert(record, session.digest, ifStill: endings)
        return SignedIn(player: player, token: token, session: Session(record))
    }
}
