public import LaurelDomain

/// Signing in with somebody else's account, and the links that this makes (rules 1.14 and 1.15).
public enum ProviderRoute: FeatureRoute {
    case providers
    case begin(ProviderID)
    case makeNonce(ProviderID)
    case prove(ProviderID)
    case signIn
    case links
    case link
    case unlink(ProviderLinkID)

    public var route: Route { .providers(self) }

    public static let endpoints: [Endpoint] = [
        .providers, .beginProviderSignIn, .makeProviderNonce, .proveToProvider, .signInByProvider, .providerLinks,
        .linkProvider, .unlinkProvider,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .providers: .providers
        case .begin: .beginProviderSignIn
        case .makeNonce: .makeProviderNonce
        case .prove: .proveToProvider
        case .signIn: .signInByProvider
        case .links: .providerLinks
        case .link: .linkProvider
        case .unlink: .unlinkProvider
        }
    }
}

extension Endpoint {
    public static let providers = ProviderRoute.endpoint(
        "providers", .get, "/v1/providers",
        access: .anyone, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "List the providers that players can sign in with, and whether accounts can be made.",
        body: .none, answer: .json(200, ProvidersAnswer.shape.schema), problems: [],
        route: .providers)

    public static let beginProviderSignIn = ProviderRoute.endpoint(
        "beginProviderSignIn", .post, "/v1/providers/{providerID}/authorizations", .path(.providerID),
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Get the address at the provider where a browser goes to sign in. It comes back to "
            + "/sign-in/callback/PROVIDER within 10 minutes. For this server's own pages.",
        body: .json(ProviderVisitBody.schema), answer: .json(201, ProviderVisitAnswer.schema),
        problems: [.notFound, .forbidden, .providerUnavailable, .tooManyAttempts],
        route: { .begin($0) }, values: { if case .begin(let id) = $0 { id } else { nil } })

    public static let makeProviderNonce = ProviderRoute.endpoint(
        "makeProviderNonce", .post, "/v1/providers/{providerID}/nonces", .path(.providerID),
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Get a nonce for an ID token that a native game is about to ask the provider for. It is good for 10 "
            + "minutes, and once.",
        body: .json(ProviderNonceBody.schema), answer: .json(201, ProviderNonceAnswer.schema),
        problems: [.notFound, .tooManyAttempts],
        route: { .makeNonce($0) }, values: { if case .makeNonce(let id) = $0 { id } else { nil } })

    public static let proveToProvider = ProviderRoute.endpoint(
        "proveToProvider", .post, "/v1/providers/{providerID}/tickets", .path(.providerID),
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Exchange a proof of who somebody is at the provider for a ticket, which is good for 10 minutes, and "
            + "once. Send one of: code with state (what a browser brought back), idToken (with a nonce of this "
            + "server's), steamTicket, or gameCenter (Apple's identity verification signature).",
        body: .json(ProviderProofBody.schema), answer: .json(201, ProviderTicketAnswer.schema),
        problems: [.notFound, .expiredCode, .providerRefused, .providerUnavailable, .tooManyAttempts],
        route: { .prove($0) }, values: { if case .prove(let id) = $0 { id } else { nil } })

    public static let signInByProvider = ProviderRoute.endpoint(
        "signInByProvider", .post, "/v1/provider-sessions",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Sign in with a ticket. A provider's account that is linked to nobody gets a new player, with the "
            + "alias sent, or a random one in the language of Accept-Language. A refused request doesn't use the "
            + "ticket up.",
        body: .json(ProviderSignInBody.schema), answer: .json(201, SessionAnswer.schema),
        problems: [
            .expiredCode, .codeRequired, .wrongCode, .banned, .signUpClosed, .invitationRequired, .aliasTaken,
            .aliasReserved, .textRefused, .tooManyAttempts,
        ] + Problems.game,
        route: .signIn)

    public static let providerLinks = ProviderRoute.endpoint(
        "providerLinks", .get, "/v1/players/me/provider-links",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "List the providers' accounts that sign the caller in, and whether a password does.",
        body: .none, answer: .json(200, ProviderLinksAnswer.schema), problems: [],
        route: .links)

    public static let linkProvider = ProviderRoute.endpoint(
        "linkProvider", .post, "/v1/players/me/provider-links",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Link a provider's account to the caller, with a ticket. A guest becomes a player with an account: "
            + "IDs, scores and sessions stay, the device's secret stops working, and `device` names the device of "
            + "the current session, if it has no name yet. Others need a fresh proof, and their own session.",
        body: .json(ProviderLinkBody.schema), answer: .json(200, LinkedPlayerAnswer.schema),
        problems: [
            .expiredCode, .linkTaken, .conflict, .proofNeeded, .signUpClosed, .invitationRequired, .aliasTaken,
            .aliasReserved, .textRefused,
        ],
        route: .link)

    public static let unlinkProvider = ProviderRoute.endpoint(
        "unlinkProvider", .delete, "/v1/players/me/provider-links/{linkID}", .path(.providerLinkID),
        access: .player, origins: .never, budget: .write, proof: .always, tag: .accounts,
        summary: "Unlink a provider's account. The last one of a player without a password can't be unlinked.",
        body: .none, answer: .noContent, problems: [.notFound, .lastSignIn],
        route: { .unlink($0) }, values: { if case .unlink(let id) = $0 { id } else { nil } })
}
