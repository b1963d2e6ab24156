public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// What the use cases about providers share.
public struct ProviderSignIns: Sendable {
    /// How long a browser may be away, a nonce waits for its token, and a ticket for its use.
    public static let lifetime = Timestamp.Span.minutes(10)
    let accounts: Accounts
    let twoFactor: TwoFactor?
    public let providers: IdentityProviders

    public init(_ accounts: Accounts, _ twoFactor: TwoFactor?, _ providers: IdentityProviders) {
        self.accounts = accounts
        self.twoFactor = twoFactor
        self.providers = providers
    }

    /// Counts what anybody can have written here.
    func reserve(from address: ClientAddress) throws(ProviderError) {
        do throws(TooManyAttempts) {
            try accounts.providerSteps.reserve(accounts.limits.signUp(from: address), at: accounts.elapsed)
        } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
    }

    func checkKnown(_ id: ProviderID) throws(ProviderError) -> IdentityProviders.Description {
        guard let provider = providers.description(of: id) else { throw .unknownProvider }
        return provider
    }

    var expiry: Timestamp { accounts.clock.now().advanced(by: Self.lifetime) }
}

/// Sends a browser to a provider, and hears what it brings back (OpenID Connect Core 1.0, section 3.1; RFC 9700).
///
/// State, nonce and verifier are made of two secrets, one that the browser keeps in a cookie and one that goes along
/// and comes back. The store knows digests alone; whoever has only one of them, or has it for another provider, can do
/// nothing with it.
public struct VisitProvider: Sendable {
    private let signIns: ProviderSignIns
    private var accounts: Accounts { signIns.accounts }
    public init(_ signIns: ProviderSignIns) { self.signIns = signIns }

    /// - Parameter redirect: where the browser comes back to, of this provider alone.
    /// - Returns: where it goes, and the secret that it keeps meanwhile.
    public func begin(
        _ id: ProviderID, redirect: String, address: ClientAddress
    ) async throws(ProviderError) -> (url: String, secret: String) {
        guard try signIns.checkKnown(id).hasPages else { throw .unknownProvider }
        try signIns.reserve(from: address)
        let (secret, state) = (Token.make(accounts.random), Token.make(accounts.random))
        let question = question(state, secret, redirect)
        let url: String
        switch await signIns.providers.begin(id, question) {
        case .accepted(let found): url = found
        case .refused(let reason), .unavailable(let reason): throw .providerUnavailable(reason: reason)
        }
        let step = ProviderStep(
            .state, accounts.digest(state), provider: id, browser: accounts.digest(secret), expires: signIns.expiry)
        _ = try await ProviderError.translating { () throws(StoreError) in try await accounts.directory.addStep(step) }
        return (url, secret)
    }

    /// - Parameters:
    ///   - id: the provider that the browser comes from, by the address that it came back to.
    ///   - secret: what it kept.
    public func end(
        _ id: ProviderID, state: String, code: String, secret: String, redirect: String
    ) async throws(ProviderError) -> ProviderTicket {
        guard Token.isWellFormed(state), Token.isWellFormed(secret) else { throw .expired }
        let now = accounts.clock.now()
        let step = try await ProviderError.translating { () throws(StoreError) in
            try await accounts.directory.step(.state, accounts.digest(state), at: now)
        }
        // Somebody else's state stays theirs: it is not spent by who has no cookie for it.
        guard let step, step.provider == id, step.browser == accounts.digest(secret) else { throw .expired }
        let taken = try await ProviderError.translating { () throws(StoreError) in
            try await accounts.directory.takeStep(.state, step.digest, at: now)
        }
        guard taken != nil else { throw .expired }
        let question = question(state, secret, redirect)
        let proven = try await ProveToProvider(signIns).judged(id, .code(code, question), at: now)
        guard proven.once == .nonce(question.nonce) else { throw .refused(reason: "the nonce is another one") }
        return try await ProveToProvider(signIns).ticket(id, proven.identity)
    }

    private func question(_ state: String, _ secret: String, _ redirect: String) -> AuthorizationQuestion {
        func derived(_ purpose: String) -> String {
            Base64URL.text(accounts.digest("\(purpose) \(secret) \(state)").bytes)
        }
        return AuthorizationQuestion(
            state: state, nonce: derived("nonce"), verifier: derived("verifier"), redirect: redirect)
    }
}

/// What somebody has who has proved who they are at a provider, until they say what for.
public struct ProviderTicket: Sendable {
    /// Good for ``ProviderSignIns/lifetime``, and once.
    public let text: String
    public let expires: Timestamp
    /// Whether it signs a player in; otherwise a first sign-in makes one.
    public let isLinked: Bool
}

/// Takes a native game's proof: an ID token with a nonce of ours, a ticket of Steam, a proof of Apple's Game Center.
public struct ProveToProvider: Sendable {
    private let signIns: ProviderSignIns
    private var accounts: Accounts { signIns.accounts }
    public init(_ signIns: ProviderSignIns) { self.signIns = signIns }

    /// A nonce for the ID token that the game is about to ask for.
    public func nonce(
        for id: ProviderID, address: ClientAddress
    ) async throws(ProviderError) -> (text: String, expires: Timestamp) {
        guard try signIns.checkKnown(id).kind == .openID else { throw .unknownProvider }
        try signIns.reserve(from: address)
        let text = Token.make(accounts.random)
        let step = ProviderStep(.nonce, accounts.digest(text), provider: id, expires: signIns.expiry)
        _ = try await ProviderError.translating { () throws(StoreError) in try await accounts.directory.addStep(step) }
        return (text, step.expires)
    }

    public func callAsFunction(
        _ id: ProviderID, _ proof: ForeignProof, address: ClientAddress
    ) async throws(ProviderError) -> ProviderTicket {
        _ = try signIns.checkKnown(id)
        try signIns.reserve(from: address)
        let now = accounts.clock.now()
        let proven = try await judged(id, proof, at: now)
        try await spend(proven.once, id, at: now)
        return try await ticket(id, proven.identity)
    }

    private func spend(_ once: ProvenIdentity.Once, _ id: ProviderID, at now: Timestamp) async throws(ProviderError) {
        switch once {
        case .nonce(let nonce):
            guard Token.isWellFormed(nonce) else { throw .refused(reason: "the nonce is none of ours") }
            let step = try await ProviderError.translating { () throws(StoreError) in
                try await accounts.directory.takeStep(.nonce, accounts.digest(nonce), at: now)
            }
            guard step?.provider == id else { throw .refused(reason: "the nonce is unknown, used or too old") }
        case .proof(let bytes, let until):
            let digest = accounts.digest("proof \(id.text) " + Base64URL.text(bytes))
            let isNew = try await ProviderError.translating { () throws(StoreError) in
                try await accounts.directory.addStep(
                    ProviderStep(.used, digest, provider: id, expires: until))
            }
            guard isNew else { throw .refused(reason: "the proof was used before") }
        }
    }

    func judged(
        _ id: ProviderID, _ proof: ForeignProof, at now: Timestamp
    ) async throws(ProviderError) -> ProvenIdentity {
        switch await signIns.providers.judge(id, proof, now) {
        case .accepted(let proven): return proven
        case .refused(let reason): throw .refused(reason: reason)
        case .unavailable(let reason): throw .providerUnavailable(reason: reason)
        }
    }

    func ticket(_ id: ProviderID, _ identity: ForeignIdentity) async throws(ProviderError) -> ProviderTicket {
        let text = Token.make(accounts.random)
        let step = ProviderStep(
            .ticket, accounts.digest(text), provider: id, identity: identity, expires: signIns.expiry)
        let link = try await ProviderError.translating { () throws(StoreError) in
            _ = try await accounts.directory.addStep(step)
            return try await accounts.directory.link(of: identity)
        }
        return ProviderTicket(text: text, expires: step.expires, isLinked: link != nil)
    }
}

public enum ProviderError: Error, StoreFailure, Hashable, Sendable {
    /// Or it can't do what was asked for.
    case unknownProvider
    /// What the browser or the game shows is unknown, used or too old.
    case expired
    /// - reason: for the log alone.
    case refused(reason: String)
    case providerUnavailable(reason: String)
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)
}
