public import LaurelDomain

/// A player's identity, signed for their game's own server (rule 1.10), which verifies it against the certificate.
public struct IdentityAnswer: Answer, Hashable {
    public var publicKeyURL: String
    public var signature: [UInt8]
    public var salt: [UInt8]
    /// Milliseconds since 1970.
    public var timestamp: Int64
    public var teamPlayerID: String
    public var bundleID: BundleID

    public init(
        publicKeyURL: String, signature: [UInt8], salt: [UInt8], timestamp: Int64, teamPlayerID: String,
        bundleID: BundleID
    ) {
        self.publicKeyURL = publicKeyURL
        self.signature = signature
        self.salt = salt
        self.timestamp = timestamp
        self.teamPlayerID = teamPlayerID
        self.bundleID = bundleID
    }

    public static let name = "IdentityProof"
    public static let fields = Fields(
        AnswerField("publicKeyURL", IdentityKeyAnswer.url, \.publicKeyURL),
        AnswerField("signature", base64("c2lnbmF0dXJl"), \.signature),
        AnswerField("salt", base64("c2FsdHNhbHRzYWx0c2FsdA=="), \.salt),
        AnswerField("timestamp", .int64(in: 0...Int64.max), \.timestamp),
        AnswerField(
            "teamPlayerID", .text(3...64, example: "T:_00112233445566778899aabbccddeeff"), \.teamPlayerID),
        AnswerField("bundleID", .bundleID, \.bundleID),
        make: Self.init(publicKeyURL:signature:salt:timestamp:teamPlayerID:bundleID:))

    private static func base64(_ example: String) -> Shape<[UInt8]> {
        .base64(length: 4...1_024, pattern: "^[A-Za-z0-9+/]+={0,2}$", example: example)
    }
}

/// A new key that identities are signed with.
public struct IdentityKeyAnswer: Answer, Hashable {
    public var publicKeyURL: String

    public init(publicKeyURL: String) { self.publicKeyURL = publicKeyURL }

    public static let name = "IdentityKey"
    static let url = Shape<String>.answered(
        .string(
            .init(
                length: 1...400, pattern: "^https?://",
                example: "https://games.example/identity/00112233445566778899aabbccddeeff.cer")))
    public static let fields = Fields(
        AnswerField("publicKeyURL", url, \.publicKeyURL), make: Self.init(publicKeyURL:))
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
    public static let name = "IdentityKeyRequest"
    public static let fields: [Field<IdentityKeyBody>] = []
}
