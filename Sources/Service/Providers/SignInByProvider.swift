public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Signs in whom a ticket is of; who comes for the first time gets a player (rule 1.14).
public struct SignInByProvider: Sendable {
    private let signIns: ProviderSignIns
    private var accounts: Accounts { signIns.accounts }
    public init(_ signIns: ProviderSignIns) { self.signIns = signIns }

    /// - Parameters:
    ///   - alias: for a new player; nil: one is drawn, as a guest's.
    ///   - invitation: as typed; looked at only for a new player, where the policy for sign-ups asks for one.
    ///   - code: of the second factor, as typed.
    ///   - names: what an alias is drawn from.
    /// - Returns: whose session it is now. What is refused leaves the ticket good, to be asked again with a code or
    ///   another alias.
    public func callAsFunction(
        _ ticket: String, alias: Alias?, invitation: String?, code: String?, names: GuestNames, arrival: Arrival
    ) async throws(SignInByProviderError) -> (signedIn: SignedIn, isNew: Bool) {
        let binding: Binding
        do { binding = try accounts.catalogue.binding(arrival.game) } catch { throw .game(error) }
        let now = accounts.clock.now()
        let step = try await SignInByProviderError.translating { () throws(StoreError) in
            try await signIns.ticket(ticket, at: now)
        }
        guard let step, let identity = step.identity else { throw .expired }
        let link = try await SignInByProviderError.translating { () throws(StoreError) in
            try await accounts.directory.link(of: identity)
        }
        if let link {
            try await check(link.player, code)
            try await spend(step, at: now)
            let opened = try await SignInByProviderError.translating { () throws(StoreError) in
                try await OpenSession(accounts)(binding, byLink: identity, arrival)
            }
            // Unlinked or erased meanwhile.
            guard let opened else { throw .expired }
            accounts.noteProof(opened.session)
            return (opened, false)
        }
        return (try await register(step, identity, alias, invitation, names, binding, arrival), true)
    }

    private func check(_ player: PlayerNumber, _ code: String?) async throws(SignInByProviderError) {
        guard !accounts.catalogue.bans.isBannedEverywhere(player) else { throw .banned }
        do throws(TwoFactorError) { try await signIns.twoFactor?.check(code, of: player, in: accounts) } catch {
            throw .secondFactor(error)
        }
    }

    private func spend(_ step: ProviderStep, at now: Timestamp) async throws(SignInByProviderError) {
        let taken = try await SignInByProviderError.translating { () throws(StoreError) in
            try await accounts.directory.takeStep(.ticket, step.digest, at: now)
        }
        guard taken != nil else { throw .expired }
    }

    private func register(
        _ step: ProviderStep, _ identity: ForeignIdentity, _ wanted: Alias?, _ invitation: String?,
        _ names: GuestNames, _ binding: Binding, _ arrival: Arrival
    ) async throws(SignInByProviderError) -> SignedIn {
        let entrance: Entrance
        do throws(SignUpError) { entrance = try accounts.entrance(invitation) } catch { throw .signUp(error) }
        if let wanted { try accounts.checkWords(of: wanted) }
        do throws(TooManyAttempts) {
            try accounts.signUps.reserve(accounts.limits.signUp(from: arrival.address), at: accounts.elapsed)
        } catch {
            throw .signUp(.tooManyAttempts(retryAfter: error.retryAfter))
        }
        let token = Token.make(accounts.random)
        let session = NewSession(
            digest: accounts.digest(token), binding: binding, device: arrival.device, created: accounts.clock.now(),
            hasEmptyQueue: arrival.waiting == 0)
        for draw in 0..<AliasDraw.limit {
            guard let alias = wanted ?? AliasDraw(accounts).alias(names, draw) else { continue }
            let endings = accounts.sessions.endings
            let new = NewLinkedPlayer(
                alias: alias, identity: identity, provider: step.provider, entrance: entrance, session: session)
            let made = try await SignInByProviderError.translating { () throws(StoreError) in
                try await accounts.directory.register(new)
            }
            switch made {
            case .aliasTaken where wanted == nil: continue
            case .aliasTaken: throw .signUp(.aliasTaken)
            case .entranceRefused: throw .signUp(.invitationRefused)
            case .linkTaken: throw .expired
            case .registered(let player, let record):
                // Whatever becomes of the ticket, it makes nobody else: the link is taken.
                _ = try await SignInByProviderError.translating { () throws(StoreError) in
                    try await accounts.directory.takeStep(.ticket, step.digest, at: accounts.clock.now())
                }
                accounts.names.put(player.displayName, of: player.number)
                _ = accounts.sessions.insert(record, session.digest, ifStill: endings)
                let opened = Session(record)
                accounts.noteProof(opened)
                return SignedIn(player: player, token: token, session: opened)
            }
        }
        throw .unavailable
    }
}

extension ProviderSignIns {
    /// - Returns: nil when it is unknown, used or too old.
    func ticket(_ text: String, at now: Timestamp) async throws(StoreError) -> ProviderStep? {
        guard Token.isWellFormed(text) else { return nil }
        return try await accounts.directory.step(.ticket, accounts.digest(text), at: now)
    }
}

extension Accounts {
    func checkWords(of alias: Alias) throws(SignInByProviderError) {
        if alias.isReserved { throw .signUp(.aliasReserved) }
        guard words.allows(alias.text) else { throw .signUp(.wordRefused) }
    }
}

public enum SignInByProviderError: Error, StoreFailure, Hashable, Sendable {
    /// The ticket is unknown, used or too old.
    case expired
    case banned
    case secondFactor(TwoFactorError)
    case game(GameRefusal)
    /// For what a new player could not sign up, either.
    case signUp(SignUpError)
    case unavailable
    case broken(reason: String)
}
