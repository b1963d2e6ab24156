public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Sends a browser to a provider, and hears what it brings back (OpenID Connect Core 1.0, section 3.1; RFC 9700).
///
/// State, nonce and verifier are made of two secrets, one that the browser keeps in a cookie and one that goes along
/// and comes back. The store knows digests alone; one of them alone, or one for another provider, is good for
/// nothing.
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
