import LaurelDomain

/// A player's identity, signed for their game's own server (rule 1.10).
public enum IdentityAnswer {
    public static let schema = Schema.object(
        "IdentityProof",
        [
            .init("publicKeyURL", url),
            .init("signature", base64("c2lnbmF0dXJl")), .init("salt", base64("c2FsdHNhbHRzYWx0c2FsdA==")),
            .init("timestamp", .integer(0...Int64.max)),
            .init("teamPlayerID", .string(.init(length: 3...64, example: "T:_00112233445566778899aabbccddeeff"))),
            .init("bundleID", Shape<BundleID>.bundleID.schema),
        ])
    public static let keySchema = Schema.object("IdentityKey", [.init("publicKeyURL", url)])

    private static let url = Schema.string(
        .init(
            length: 1...400, pattern: "^https?://",
            example: "https://games.example/identity/00112233445566778899aabbccddeeff.cer"))

    private static func base64(_ example: String) -> Schema {
        .string(.init(length: 4...1_024, pattern: "^[A-Za-z0-9+/]+={0,2}$", example: example))
    }
}

extension Parameter where Value == CertificateID {
    /// The last part of the certificate's address, as tools expect a certificate's name to end.
    static let certificate = Parameter(
        name: "certificate",
        schema: .string(
            .init(length: 36...36, pattern: "^[0-9a-f]{32}\\.cer$", example: "00112233445566778899aabbccddeeff.cer")),
        parse: { $0.hasSuffix(".cer") ? CertificateID(String($0.dropLast(4))) : nil }, print: { $0.text + ".cer" })
}

/// A new identity key; there is nothing to say about it.
public struct IdentityKeyBody: RequestBody {
    public init() {}
    public static let name = "IdentityKeyWish"
    public static let fields: [Field<IdentityKeyBody>] = []
}
