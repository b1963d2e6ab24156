public import LaurelDomain

/// A browser that goes to a provider; says nothing yet.
public struct ProviderVisitBody: RequestBody {
    public init() {}
    public static let name = "ProviderVisitRequest"
    public static let fields: [Field<ProviderVisitBody>] = []
}

/// A game that is about to ask for an ID token; says nothing yet.
public struct ProviderNonceBody: RequestBody {
    public init() {}
    public static let name = "ProviderNonceRequest"
    public static let fields: [Field<ProviderNonceBody>] = []
}

/// What `fetchItemsForIdentityVerificationSignature` gives, as it gives it (rule 1.15).
public struct GameCenterProofBody: RequestBody {
    public var teamPlayerID = ""
    public var bundleID: BundleID?
    /// Milliseconds since 1970.
    public var timestamp: Int64 = 0
    /// Base 64, as the signature.
    public var salt = ""
    public var signature = ""
    public var publicKeyURL = ""

    public init() {}
    public static let name = "GameCenterProof"
    public static let fields: [Field<GameCenterProofBody>] = [
        .required("teamPlayerID", .text(1...255, example: "T:_00112233445566778899aabbccddeeff"), \.teamPlayerID),
        .required("bundleID", .bundleID, \.bundleID),
        .required("timestamp", .int64, \.timestamp),
        .required("salt", .text(4...128, example: "8sIxpA=="), \.salt),
        .required("signature", .text(4...1_400, example: "dGhlIHNpZ25hdHVyZQ=="), \.signature),
        .required(
            "publicKeyURL", .text(1...2_048, example: "https://static.gc.apple.com/public-key/gc-prod-10.cer"),
            \.publicKeyURL),
    ]
}

/// Proof of who somebody is at a provider: one of the four.
public struct ProviderProofBody: RequestBody {
    /// What a browser brought back, with ``state``.
    public var code: String?
    public var state: String?
    public var idToken: String?
    public var steamTicket: String?
    public var gameCenter: GameCenterProofBody?

    public init() {}
    public static let name = "ProviderProof"
    public static let alternatives: Set<String> = ["idToken", "steamTicket", "gameCenter"]
    public static let fields: [Field<ProviderProofBody>] = [
        .optional("code", .text(1...4_096, example: "SplxlOBeZQQYbYS6WxSbIA"), \.code),
        .optional("state", .text(1...512, example: "dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"), \.state),
        .optional("idToken", .text(1...16_384, example: "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl"), \.idToken),
        .optional("steamTicket", .text(2...8_192, example: "14000000a1b2c3d4"), \.steamTicket),
        .optional("gameCenter", GameCenterProofBody.shape, \.gameCenter),
    ]
}

extension Shape where Value == String {
    /// Of a proof that was taken.
    static let providerTicket = text(1...128, example: "dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk")
}

/// Somebody with a ticket comes in.
public struct ProviderSignInBody: SessionBody {
    public var ticket = ""
    /// For a new player; nil: a random one.
    public var alias: String?
    public var invitation: String?
    /// Of the second factor, for those who have one.
    public var code: String?
    public var session = SessionOptions()

    public init() {}
    public static let name = "ProviderSignIn"
    public static let fields: [Field<ProviderSignInBody>] =
        [
            .required("ticket", .providerTicket, \.ticket),
            .optional("alias", .alias, \.alias),
            .optional("invitation", .code, \.invitation),
            .optional("code", .oneTimeCode, \.code),
        ] + sessionFields
}

/// A player links what a ticket is of.
public struct ProviderLinkBody: RequestBody {
    public var ticket = ""
    /// For a guest; nil: they keep theirs.
    public var alias: String?
    public var invitation: String?
    /// For a guest; names the device of the session, if it has no name yet.
    public var device: DeviceName?

    public init() {}
    public static let name = "ProviderLinkRequest"
    public static let fields: [Field<ProviderLinkBody>] = [
        .required("ticket", .providerTicket, \.ticket),
        .optional("alias", .alias, \.alias),
        .optional("invitation", .code, \.invitation),
        .optional("device", .device, \.device),
    ]
}

/// A player asks for their own end. Who has a password sends it again; others have just signed in.
public struct ErasureBody: RequestBody {
    public var password: String?

    public init() {}
    public static let name = "ErasureRequest"
    public static let fields: [Field<ErasureBody>] = [
        .optional("password", .text(1...128, example: "correct horse battery"), \.password)
    ]
}
