public import LaurelDomain

/// Others whom players sign in with (rule 1.14). What is asked of them goes over the network, and whatever they say is
/// judged before it comes here.
public struct IdentityProviders: Sendable {
    public struct Description: Hashable, Sendable {
        public let id: ProviderID
        public let kind: ProviderKind
        /// What players call it.
        public let name: String
        /// Whether browsers can be sent there.
        public let hasPages: Bool

        public init(id: ProviderID, kind: ProviderKind, name: String, hasPages: Bool) {
            self.id = id
            self.kind = kind
            self.name = name
            self.hasPages = hasPages
        }
    }

    /// In the order that players see.
    public let all: [Description]
    /// Where a browser is sent.
    public let begin: @Sendable (ProviderID, AuthorizationQuestion) async -> ProviderVerdict<String>
    /// Who it is, of a proof for the provider.
    public let judge: @Sendable (ProviderID, ForeignProof, Timestamp) async -> ProviderVerdict<ProvenIdentity>

    public init(
        all: [Description],
        begin: @escaping @Sendable (ProviderID, AuthorizationQuestion) async -> ProviderVerdict<String>,
        judge: @escaping @Sendable (ProviderID, ForeignProof, Timestamp) async -> ProviderVerdict<ProvenIdentity>
    ) {
        self.all = all
        self.begin = begin
        self.judge = judge
    }

    /// Players sign in here alone.
    public static let none = IdentityProviders(
        all: [], begin: { _, _ in .refused("no providers") }, judge: { _, _, _ in .refused("no providers") })

    public func description(of id: ProviderID) -> Description? { all.first { $0.id == id } }
}

/// What a browser takes along to a provider.
public struct AuthorizationQuestion: Hashable, Sendable {
    public var state: String
    public var nonce: String
    /// The verifier of PKCE (RFC 7636): its digest goes along.
    public var verifier: String
    /// Where the browser comes back to.
    public var redirect: String

    public init(state: String, nonce: String, verifier: String, redirect: String) {
        self.state = state
        self.nonce = nonce
        self.verifier = verifier
        self.redirect = redirect
    }
}

/// What somebody shows as proof of who they are at a provider.
public enum ForeignProof: Hashable, Sendable {
    /// What a browser brought back, and what it was sent with.
    case code(String, AuthorizationQuestion)
    case idToken(String)
    /// In hexadecimal digits, as Steam takes it.
    case steamTicket(String)
    case gameCenter(GameCenterProof)
}

/// What `fetchItemsForIdentityVerificationSignature` gives on an Apple device (rule 1.15).
public struct GameCenterProof: Hashable, Sendable {
    public var teamPlayerID: String
    public var bundleID: BundleID
    /// Milliseconds since 1970.
    public var timestamp: Int64
    public var salt: [UInt8]
    public var signature: [UInt8]
    public var publicKeyURL: String

    public init(
        teamPlayerID: String, bundleID: BundleID, timestamp: Int64, salt: [UInt8], signature: [UInt8],
        publicKeyURL: String
    ) {
        self.teamPlayerID = teamPlayerID
        self.bundleID = bundleID
        self.timestamp = timestamp
        self.salt = salt
        self.signature = signature
        self.publicKeyURL = publicKeyURL
    }
}

/// Who somebody is, and what keeps their proof from being shown twice.
public struct ProvenIdentity: Hashable, Sendable {
    public enum Once: Hashable, Sendable {
        /// The nonce that the proof has must be one of ours, unused.
        case nonce(String)
        /// The proof itself must be new; it is good until then.
        case proof([UInt8], until: Timestamp)
    }

    public let identity: ForeignIdentity
    public let once: Once

    public init(_ identity: ForeignIdentity, once: Once) {
        self.identity = identity
        self.once = once
    }
}

/// What came of a question to a provider, or about one.
public enum ProviderVerdict<Value: Sendable>: Sendable {
    case accepted(Value)
    /// - reason: for the log alone.
    case refused(String)
    /// The provider can't be reached, or says nothing that can be read.
    case unavailable(String)
}
