public import LaurelCryptography
public import LaurelDomain

/// A provider, as the operator writes of it.
public struct ProviderConfiguration: Sendable {
    /// Providers of one server.
    public static let countLimit = 32

    public enum Kind: Sendable {
        case openID(OpenIDSettings)
        case steam(SteamSettings)
        case gameCenter(GameCenterSettings)
    }

    public let id: ProviderID
    /// What players call it.
    public let name: String
    public let kind: Kind

    public init(id: ProviderID, name: String, kind: Kind) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}

/// OpenID Connect (rule 1.14).
public struct OpenIDSettings: Sendable {
    public enum Secret: Sendable {
        /// The provider asks for none: PKCE alone.
        case none
        case text(String)
        /// Made anew for each question, of a key of Apple's.
        case apple(team: String, keyID: String, key: P256Key)
    }

    /// As it stands in tokens: exactly.
    public var issuer: String
    /// This server's name there.
    public var clientID: String
    /// Those of native games, whose ID tokens are taken.
    public var nativeClientIDs: [String]
    public var secret: Secret
    /// With `openid`.
    public var scope: String
    /// The answer comes as a form, from the provider's page: as Apple does.
    public var answersByForm: Bool

    public init(
        issuer: String, clientID: String, nativeClientIDs: [String] = [], secret: Secret = .none,
        scope: String = "openid", answersByForm: Bool = false
    ) {
        self.issuer = issuer
        self.clientID = clientID
        self.nativeClientIDs = nativeClientIDs
        self.secret = secret
        self.scope = scope
        self.answersByForm = answersByForm
    }
}

/// Steam's session tickets.
public struct SteamSettings: Sendable {
    public static let defaultURL = "https://partner.steam-api.com"
    /// As in a link: nobody else issues these.
    public static let issuer = "https://steamcommunity.com"

    public var appID: UInt32
    /// The publisher's key for Steam's web API.
    public var key: String
    public var url: String
    /// What the game gave to `GetAuthTicketForWebApi`; nil: the tickets are of the older `GetAuthSessionTicket`.
    public var identity: String?

    public init(appID: UInt32, key: String, url: String = SteamSettings.defaultURL, identity: String? = nil) {
        self.appID = appID
        self.key = key
        self.url = url
        self.identity = identity
    }
}

/// Proofs of Apple's Game Center (rule 1.15).
public struct GameCenterSettings: Sendable {
    /// As in a link, with the team of the player ID.
    public static let issuer = "game-center"
    public static let defaultHosts: Set<String> = ["static.gc.apple.com"]

    public var bundleIDs: Set<String>
    /// Where the keys come from: exactly one of these hosts.
    public var keyHosts: Set<String>
    /// X.509 in DER: what the certificates' chains end at. Empty: the system's.
    public var authorities: [[UInt8]]

    public init(
        bundleIDs: Set<String>, keyHosts: Set<String> = GameCenterSettings.defaultHosts, authorities: [[UInt8]] = []
    ) {
        self.bundleIDs = bundleIDs
        self.keyHosts = keyHosts
        self.authorities = authorities
    }
}
