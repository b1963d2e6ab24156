public import LaurelDomain

/// Proofs of a player's identity for a game's own server.
public enum IdentityRoute: FeatureRoute {
    case sign(BundleID, Environment?)
    case certificate(CertificateID)
    case rotateKey

    public var route: Route { .identity(self) }

    public static let endpoints: [Endpoint] = [
        .identity, .identityCertificate, .rotateIdentityKey,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .sign: .identity
        case .certificate: .identityCertificate
        case .rotateKey: .rotateIdentityKey
        }
    }
}

extension Endpoint {
    public static let identity = IdentityRoute.endpoint(
        "identity", .get, "/v1/games/{bundleID}/identity", .app, .query(.environment),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .accounts,
        summary: "Get a signed identity proof for the game's own server: RSASSA-PKCS1-v1_5 with SHA-256 over "
            + "teamPlayerID, bundleID, timestamp (UInt64, milliseconds, big-endian) and salt.",
        body: .none, answer: .json(200, IdentityAnswer.schema), problems: Problems.game,
        route: { .sign($0, $1) },
        values: { if case .sign(let app, let environment) = $0 { (app, environment) } else { nil } })

    public static let identityCertificate = IdentityRoute.endpoint(
        "identityCertificate", .get, "/identity/{certificate}", .path(.certificate),
        access: .anyone, origins: .never, budget: .read, proof: .none, tag: .system,
        summary: "Get an identity-signing certificate in DER. It never changes.",
        body: .none, answer: .bytes("application/pkix-cert"), problems: [.notFound],
        route: { .certificate($0) },
        values: { if case .certificate(let certificate) = $0 { certificate } else { nil } })

    public static let rotateIdentityKey = IdentityRoute.endpoint(
        "rotateIdentityKey", .post, "/v1/connect/identity-keys",
        access: .operator, origins: .never, budget: .write, proof: .none, tag: .administration,
        summary: "Rotate the key that signs identity proofs. Only over the socket in the data folder.",
        body: .json(IdentityKeyBody.schema), answer: .json(201, IdentityKeyAnswer.schema), problems: [],
        route: .rotateKey)
}
