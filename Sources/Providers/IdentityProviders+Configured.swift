public import LaurelDomain
public import LaurelService

extension IdentityProviders {
    /// Those that the operator named, over the network.
    public init(_ configurations: [ProviderConfiguration], _ http: ProviderHTTP, clock: Clock) {
        var found: [ProviderID: ConfiguredProvider] = [:]
        for configuration in configurations {
            found[configuration.id] =
                switch configuration.kind {
                case .openID(let settings): .openID(OpenIDProvider(settings, http, clock))
                case .steam(let settings): .steam(SteamProvider(settings, http))
                case .gameCenter(let settings): .gameCenter(GameCenterProvider(settings, http))
                }
        }
        let providers = found
        self.init(
            all: configurations.map(Description.init),
            begin: { id, question in
                guard case .openID(let provider)? = providers[id] else { return .refused("it has no pages") }
                return await provider.begin(question)
            },
            judge: { id, proof, now in
                switch (providers[id], proof) {
                case (.openID(let provider)?, .code(let code, let question)):
                    await provider.judge(code: code, question)
                case (.openID(let provider)?, .idToken(let token)): await provider.judge(idToken: token)
                case (.steam(let provider)?, .steamTicket(let ticket)): await provider.judge(ticket: ticket, at: now)
                case (.gameCenter(let provider)?, .gameCenter(let proof)): await provider.judge(proof, at: now)
                case (.openID?, _), (.steam?, _), (.gameCenter?, _), (nil, _):
                    .refused("the proof is for another kind of provider")
                }
            })
    }
}

private enum ConfiguredProvider: Sendable {
    case openID(OpenIDProvider)
    case steam(SteamProvider)
    case gameCenter(GameCenterProvider)
}

extension IdentityProviders.Description {
    fileprivate init(_ configuration: ProviderConfiguration) {
        let (kind, hasPages): (ProviderKind, Bool) =
            switch configuration.kind {
            case .openID: (.openID, true)
            case .steam: (.steam, false)
            case .gameCenter: (.gameCenter, false)
            }
        self.init(id: configuration.id, kind: kind, name: configuration.name, hasPages: hasPages)
    }
}
