public import LaurelDomain
public import LaurelWire

// Signing in with somebody else's account (rules 1.14 and 1.15).
extension Client {
    /// Those that players can sign in with.
    public func providers() async throws(ClientError) -> [ProviderAnswer] {
        try await ask(.providers(.providers), as: ProviderAnswer.listShape)
    }

    /// For an ID token that is about to be asked for.
    public func makeNonce(for provider: ProviderID) async throws(ClientError) -> ProviderNonceAnswer {
        try await ask(.providers(.makeNonce(provider)), ProviderNonceBody().json)
    }

    /// Exchanges a proof for a ticket.
    public func prove(
        _ proof: ProviderProofBody, to provider: ProviderID
    ) async throws(ClientError) -> ProviderTicketAnswer {
        try await ask(.providers(.prove(provider)), proof.json)
    }

    /// Signs in whom the ticket is of; who comes for the first time gets a player.
    public func signInByProvider(_ body: ProviderSignInBody) async throws(ClientError) -> OpenedSession {
        try OpenedSession(await ask(.providers(.signIn), body.json))
    }

    /// Makes an account of this client's player, a guest.
    public func linkProvider(_ body: ProviderLinkBody) async throws(ClientError) -> LinkedPlayerAnswer {
        try await ask(.providers(.link), body.json)
    }
}
