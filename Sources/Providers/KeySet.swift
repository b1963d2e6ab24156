import LaurelCryptography
import LaurelDomain
import LaurelWire

/// Keys that an issuer publishes (RFC 7517). Those of other kinds than ours are left out.
struct KeySet: Sendable {
    /// More are not looked at.
    static let countLimit = 64
    private var keys: [(id: String?, key: VerificationKey)] = []

    /// - Returns: nil for what is no key set.
    init?(json bytes: [UInt8]) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(json: bytes) } catch { return nil }
        guard case .array(let members)? = value["keys"] else { return nil }
        for member in members.prefix(Self.countLimit) {
            guard let key = Self.key(member) else { continue }
            keys.append((member["kid"]?.text, key))
        }
    }

    /// - Parameter id: as the token has it; nil: it has none, which is enough where there is one such key.
    func key(_ id: String?, _ algorithm: VerificationKey.Algorithm) -> VerificationKey? {
        let fitting = keys.filter { $0.key.algorithm == algorithm }
        guard let id else { return fitting.count == 1 ? fitting[0].key : nil }
        return fitting.first { $0.id == id }?.key
    }

    private static func key(_ member: JSONValue) -> VerificationKey? {
        // What is for encryption signs nothing.
        if let use = member["use"]?.text, use != "sig" { return nil }
        if case .array(let operations)? = member["key_ops"], !operations.contains(.string("verify")) { return nil }
        let key: VerificationKey? =
            switch (member["kty"]?.text, member["crv"]?.text) {
            case ("RSA", _):
                VerificationKey.rsa(modulus: member.bytes("n"), exponent: member.bytes("e"))
            case ("EC", "P-256"): VerificationKey.p256(x: member.bytes("x"), y: member.bytes("y"))
            case ("OKP", "Ed25519"): VerificationKey.ed25519(member.bytes("x"))
            default: nil
            }
        if let algorithm = member["alg"]?.text, algorithm != key?.algorithm.rawValue { return nil }
        return key
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// Seconds since 1970 (RFC 7519, section 2, NumericDate).
    var seconds: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .null, .boolean, .string, .array, .object: nil
        }
    }

    /// Of base 64; empty for everything else.
    fileprivate func bytes(_ name: String) -> [UInt8] { self[name]?.text.flatMap(Base64URL.bytes) ?? [] }
}
