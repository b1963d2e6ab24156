import LaurelCryptography
import LaurelDomain
import LaurelWire

/// What an issuer says of somebody, signed (OpenID Connect Core 1.0, section 2; RFC 8725).
struct IDToken: Sendable {
    /// Bytes of the whole.
    static let sizeLimit = 16_384
    /// Seconds that another's clock may differ.
    static let leeway = 60.0

    /// What it must say.
    struct Expectation: Sendable {
        var issuer: String
        /// For one of these, and for nobody else.
        var audiences: Set<String>
    }

    enum Flaw: Error, Hashable, Sendable {
        case malformed(String)
        /// None of ours: `none` and those with shared secrets are no signatures of the issuer's.
        case algorithm(String)
        case unknownKey
        case signature
        case issuer(String)
        case audience
        case authorizedParty
        case expired
        case early
        case noNonce
    }

    private let algorithm: VerificationKey.Algorithm
    private let keyID: String?
    private let signed: [UInt8]
    private let signature: [UInt8]
    private let claims: JSONValue

    init(_ text: String) throws(Flaw) {
        guard text.utf8.count <= Self.sizeLimit else { throw .malformed("it has more than \(Self.sizeLimit) bytes") }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .malformed("it is no JWS") }
        let header = try Self.json(parts[0])
        let name = header["alg"]?.text ?? ""
        guard let algorithm = VerificationKey.Algorithm(rawValue: name) else {
            throw .algorithm(String(name.prefix(16)))
        }
        // What must be understood isn't (RFC 7515, section 4.1.11).
        guard header["crit"] == nil else { throw .malformed("it has critical extensions") }
        guard let signature = LaurelWire.Base64.decode(url: String(parts[2])) else { throw .malformed("the signature") }
        self.algorithm = algorithm
        keyID = header["kid"]?.text
        self.signature = signature
        signed = Array((parts[0] + "." + parts[1]).utf8)
        claims = try Self.json(parts[1])
    }

    private static func json(_ part: Substring) throws(Flaw) -> JSONValue {
        guard let bytes = LaurelWire.Base64.decode(url: String(part)) else { throw .malformed("it is no base64url") }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(json: bytes) } catch { throw .malformed("it is no JSON") }
        guard case .object = value else { throw .malformed("it is no object") }
        return value
    }

    /// Whether the key that it names is there. Nothing is said of the signature.
    func isSigned(byOneOf keys: KeySet) -> Bool { keys.key(keyID, algorithm) != nil }

    /// Nothing of it is believed before.
    /// - Throws: the first thing that is wrong.
    func judged(
        by keys: KeySet, _ expected: Expectation, at now: Timestamp
    ) throws(Flaw) -> (identity: ForeignIdentity, nonce: String) {
        guard let key = keys.key(keyID, algorithm) else { throw .unknownKey }
        guard key.verifies(signature, of: signed) else { throw .signature }
        let issuer = claims["iss"]?.text ?? ""
        guard issuer == expected.issuer else { throw .issuer(String(issuer.prefix(255))) }
        try checkAudience(expected.audiences)
        try checkTime(Double(now.milliseconds) / 1_000)
        guard let nonce = claims["nonce"]?.text else { throw .noNonce }
        guard let identity = ForeignIdentity(issuer: issuer, subject: claims["sub"]?.text ?? "") else {
            throw .malformed("sub")
        }
        return (identity, nonce)
    }

    private func checkAudience(_ ours: Set<String>) throws(Flaw) {
        let audiences: [String?]
        switch claims["aud"] {
        case .string(let one)?: audiences = [one]
        case .array(let many)?: audiences = many.map(\.text)
        case .null?, .boolean?, .integer?, .number?, .object?, nil: throw .audience
        }
        guard !audiences.isEmpty, audiences.allSatisfy({ $0.map(ours.contains) ?? false }) else { throw .audience }
        switch claims["azp"] {
        case .string(let party)?: guard ours.contains(party) else { throw .authorizedParty }
        case .null?, nil: guard audiences.count == 1 else { throw .authorizedParty }
        case .boolean?, .integer?, .number?, .array?, .object?: throw .authorizedParty
        }
    }

    private func checkTime(_ now: Double) throws(Flaw) {
        guard let expires = claims["exp"]?.seconds else { throw .malformed("exp") }
        guard now < expires + Self.leeway else { throw .expired }
        if let claim = claims["nbf"] {
            guard let start = claim.seconds else { throw .malformed("nbf") }
            guard start <= now + Self.leeway else { throw .early }
        }
        guard let made = claims["iat"]?.seconds else { throw .malformed("iat") }
        guard made <= now + Self.leeway else { throw .early }
    }
}
