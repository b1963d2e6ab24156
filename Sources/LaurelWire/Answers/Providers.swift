public import LaurelDomain

extension Shape where Value == ProviderID {
    static let providerID = identifier(
        1...ProviderID.lengthLimit, pattern: "^[a-z0-9-]+$", example: "google",
        expected: "a provider: at most 32 small letters, digits and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try ProviderID(text) }
}

extension Shape where Value == ProviderLinkID {
    static let providerLinkID = Shape<String>.text(1...19, example: "17").map(expected: "the ID of a link") {
        (text: String) -> ProviderLinkID? in
        guard let number = Int64(text), number > 0, String(number) == text else { return nil }
        return ProviderLinkID(number)
    } back: { (id: ProviderLinkID) in
        String(id.rawValue)
    }
}

/// Somebody else that players sign in with.
public struct ProviderAnswer: Answer, Hashable {
    public var id: ProviderID
    public var kind: ProviderKind
    public var name: String
    /// Whether browsers can be sent there.
    public var hasPages: Bool

    public init(id: ProviderID, kind: ProviderKind, name: String, hasPages: Bool) {
        self.id = id
        self.kind = kind
        self.name = name
        self.hasPages = hasPages
    }

    public static let name = "Provider"
    public static let fields = Fields(
        AnswerField("id", .providerID, \.id),
        AnswerField("kind", .word(ProviderKind.allCases.map { ($0.rawValue, $0) }), \.kind),
        AnswerField("name", .text(1...64, example: "Google"), \.name), AnswerField("hasPages", .boolean, \.hasPages),
        make: Self.init(id:kind:name:hasPages:))
    /// For those who only want these.
    public static let listShape = shape.list(countLimit: 32).held(by: "providers", of: "Providers")
}

/// Who can come in, and with whose account.
public struct ProvidersAnswer: Answer, Hashable {
    /// Who can make an account.
    public enum SignUp: String, CaseIterable, Hashable, Sendable {
        case open
        case invitation
        case closed
    }

    public var providers: [ProviderAnswer]
    public var signUp: SignUp

    public init(providers: [ProviderAnswer], signUp: SignUp) {
        self.providers = providers
        self.signUp = signUp
    }

    public static let name = "Providers"
    public static let fields = Fields(
        AnswerField("providers", listOf: ProviderAnswer.shape, countLimit: 32, \.providers),
        AnswerField("signUp", .word(SignUp.allCases.map { ($0.rawValue, $0) }), \.signUp),
        make: Self.init(providers:signUp:))
}

/// Where a browser goes now.
public struct ProviderVisitAnswer: Answer, Hashable {
    public var url: String

    public init(url: String) { self.url = url }

    public static let name = "ProviderVisit"
    public static let fields = Fields(
        AnswerField("url", .text(1...8_192, example: "https://accounts.google.com/o/oauth2/v2/auth"), \.url),
        make: Self.init(url:))
}

/// What an ID token has to have in it.
public struct ProviderNonceAnswer: Answer, Hashable {
    public var nonce: String
    public var expires: Timestamp

    public init(nonce: String, expires: Timestamp) {
        self.nonce = nonce
        self.expires = expires
    }

    public static let name = "ProviderNonce"
    public static let fields = Fields(
        AnswerField("nonce", .token, \.nonce), AnswerField("expires", .timestamp, \.expires),
        make: Self.init(nonce:expires:))
}

/// Somebody has proved who they are, and says with this what for.
public struct ProviderTicketAnswer: Answer, Hashable {
    public var ticket: String
    public var expires: Timestamp
    /// Whether it signs a player in; otherwise signing in makes one.
    public var isLinked: Bool

    public init(ticket: String, expires: Timestamp, isLinked: Bool) {
        self.ticket = ticket
        self.expires = expires
        self.isLinked = isLinked
    }

    public static let name = "ProviderTicket"
    public static let fields = Fields(
        AnswerField("ticket", .token, \.ticket), AnswerField("expires", .timestamp, \.expires),
        AnswerField("isLinked", .boolean, \.isLinked), make: Self.init(ticket:expires:isLinked:))
}

/// A provider's account that signs a player in.
public struct ProviderLinkAnswer: Answer, Hashable {
    public var id: ProviderLinkID
    public var provider: ProviderID
    /// As players know it; nil: it is configured no more, so it signs nobody in.
    public var name: String?
    public var issuer: String
    /// The issuer's own name for the player.
    public var subject: String
    public var created: Timestamp
    public var lastUsed: Timestamp

    public init(
        id: ProviderLinkID, provider: ProviderID, name: String?, issuer: String, subject: String, created: Timestamp,
        lastUsed: Timestamp
    ) {
        self.id = id
        self.provider = provider
        self.name = name
        self.issuer = issuer
        self.subject = subject
        self.created = created
        self.lastUsed = lastUsed
    }

    public static let name = "ProviderLink"
    public static let fields = Fields(
        AnswerField("id", .providerLinkID, \.id), AnswerField("provider", .providerID, \.provider),
        AnswerField(orNull: "name", .text(1...64, example: "Google"), \.name),
        AnswerField("issuer", .text(1...255, example: "https://accounts.google.com"), \.issuer),
        AnswerField("subject", .text(1...255, example: "110169484474386276334"), \.subject),
        AnswerField("created", .timestamp, \.created), AnswerField("lastUsed", .timestamp, \.lastUsed),
        make: Self.init(id:provider:name:issuer:subject:created:lastUsed:))
}

/// All that signs a player in.
public struct ProviderLinksAnswer: Answer, Hashable {
    public var links: [ProviderLinkAnswer]
    public var hasPassword: Bool

    public init(links: [ProviderLinkAnswer], hasPassword: Bool) {
        self.links = links
        self.hasPassword = hasPassword
    }

    public static let name = "ProviderLinks"
    public static let fields = Fields(
        AnswerField("links", ProviderLinkAnswer.shape.list(countLimit: 16), \.links),
        AnswerField("hasPassword", .boolean, \.hasPassword), make: Self.init(links:hasPassword:))
}

/// A player with one more link. Their session goes on.
public struct LinkedPlayerAnswer: Answer, Hashable {
    public var player: PlayerAnswer

    public init(player: PlayerAnswer) { self.player = player }

    public static let name = "LinkedPlayer"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player), make: Self.init(player:))
}
