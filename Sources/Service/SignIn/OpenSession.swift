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
        let draft = SessionDraft(accounts, arrival, tells: tells)
        guard let record = try await write(draft.session(for: binding)),
            let player = try await accounts.directory.player(record.player)
        else { return nil }
        return draft.signedIn(player, by: record, in: accounts)
    }
}

/// A session that is to be written, with the token that nobody has yet.
struct SessionDraft: Sendable {
    private let token: String
    private let digest: SecretDigest
    private let arrival: Arrival
    private let created: Timestamp
    private let tells: Bool
    /// Before it is written: what ends sessions meanwhile ends this one, too.
    private let endings: UInt64

    init(_ accounts: Accounts, _ arrival: Arrival, tells: Bool = false) {
        token = Token.make(accounts.random)
        digest = accounts.digest(token)
        self.arrival = arrival
        created = accounts.clock.now()
        self.tells = tells
        endings = accounts.sessions.endings
    }

    func session(for binding: Binding) -> NewSession {
        NewSession(
            digest: digest, binding: binding, device: arrival.device, created: created,
            hasEmptyQueue: arrival.waiting == 0, countLimit: ActiveSessions.countLimitPerPlayer,
            isOfUnknownDevice: tells)
    }

    /// It was written.
    func signedIn(_ player: Player, by record: SessionRecord, in accounts: Accounts) -> SignedIn {
        _ = accounts.sessions.insert(record, digest, ifStill: endings)
        return SignedIn(player: player, token: token, session: Session(record))
    }
}
