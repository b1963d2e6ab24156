import CLaurelCrypto

/// Somebody else's public key, which signatures are checked by. Its kind says which: there is no choosing of an
/// algorithm by who signs, and none with a shared secret.
// SAFETY: the key is never changed after `init`, and OpenSSL lets many threads verify with one key at once
// (openssl-threads(7)).
public final class VerificationKey: @unchecked Sendable {
    /// As in a JWS (RFC 7518, section 3.1; RFC 8037, section 3.1).
    public enum Algorithm: String, CaseIterable, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
        case edDSA = "EdDSA"
    }

    /// Bits of a modulus: below, it can be broken; above, each check takes long.
    public static let modulusBits = 2_048...8_192
    public let algorithm: Algorithm
    private let key: OpaquePointer

    private init(_ key: OpaquePointer, _ algorithm: Algorithm) {
        self.key = key
        self.algorithm = algorithm
    }

    deinit { EVP_PKEY_free(key) }

    /// RSA with SHA-256 (RFC 8017, section 8.2).
    /// - Parameters:
    ///   - modulus, exponent: unsigned, big-endian.
    /// - Returns: nil unless they are a key of ``modulusBits``.
    public static func rsa(modulus: [UInt8], exponent: [UInt8]) -> VerificationKey? {
        guard (1...1_024).contains(modulus.count), (1...8).contains(exponent.count),
            let builder = OSSL_PARAM_BLD_new()
        else { return nil }
        defer { OSSL_PARAM_BLD_free(builder) }
        let n = BN_bin2bn(modulus, Int32(modulus.count), nil)
        let e = BN_bin2bn(exponent, Int32(exponent.count), nil)
        defer {
            BN_free(n)
            BN_free(e)
        }
        guard let n, let e, modulusBits.contains(Int(BN_num_bits(n))), BN_is_odd(n) == 1, BN_is_odd(e) == 1,
            BN_is_one(e) == 0
        else { return nil }
        OSSL_PARAM_BLD_push_BN(builder, Self.text("n"), n)
        OSSL_PARAM_BLD_push_BN(builder, Self.text("e"), e)
        return key("RSA", builder).map { VerificationKey($0, .rs256) }
    }

    /// ECDSA on P-256 with SHA-256.
    /// - Parameters:
    ///   - x, y: 32 bytes each.
    /// - Returns: nil unless they are a point of the curve.
    public static func p256(x: [UInt8], y: [UInt8]) -> VerificationKey? {
        guard x.count == 32, y.count == 32, let builder = OSSL_PARAM_BLD_new() else { return nil }
        defer { OSSL_PARAM_BLD_free(builder) }
        let point = [4] + x + y
        // The builder only points to what it is given.
        return point.withUnsafeBytes { point in
            OSSL_PARAM_BLD_push_utf8_string(builder, Self.text("group"), Self.text("prime256v1"), 0)
            OSSL_PARAM_BLD_push_octet_string(builder, Self.text("pub"), point.baseAddress, point.count)
            return key("EC", builder).map { VerificationKey($0, .es256) }
        }
    }

    /// EdDSA on edwards25519 (RFC 8032).
    /// - Parameter publicBytes: 32.
    public static func ed25519(_ publicBytes: [UInt8]) -> VerificationKey? {
        guard publicBytes.count == 32,
            let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicBytes, publicBytes.count)
        else { return nil }
        return VerificationKey(key, .edDSA)
    }

    /// The RSA key of a certificate whose chain ends at one of the authorities.
    ///
    /// - Parameters:
    ///   - certificate: X.509 in DER.
    ///   - authorities: X.509 in DER: roots, and whatever stands between; each is believed. Empty: the system's.
    ///   - now: seconds since 1970.
    /// - Returns: nil when it isn't believed.
    public static func rsa(
        certificate: [UInt8], authorities: [[UInt8]], at now: Int
    ) -> VerificationKey? {
        guard let leaf = x509(certificate), let store = X509_STORE_new() else { return nil }
        defer {
            X509_free(leaf)
            X509_STORE_free(store)
        }
        for authority in authorities {
            guard let anchor = x509(authority) else { return nil }
            defer { X509_free(anchor) }
            guard X509_STORE_add_cert(store, anchor) == 1 else { return nil }
        }
        if authorities.isEmpty, X509_STORE_set_default_paths(store) != 1 { return nil }
        guard let context = X509_STORE_CTX_new() else { return nil }
        defer { X509_STORE_CTX_free(context) }
        guard X509_STORE_CTX_init(context, store, leaf, nil) == 1 else { return nil }
        X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        X509_STORE_CTX_set_time(context, 0, time_t(now))
        guard X509_verify_cert(context) == 1, let key = X509_get_pubkey(leaf) else { return nil }
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA, modulusBits.contains(Int(EVP_PKEY_get_bits(key))) else {
            EVP_PKEY_free(key)
            return nil
        }
        return VerificationKey(key, .rs256)
    }

    /// - Parameter signature: as a JWS has it: two numbers of 32 bytes for P-256.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let digest = algorithm == .edDSA ? nil : EVP_sha256()
        guard let signature = algorithm == .es256 ? Self.der(of: signature) : signature,
            EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
        else { return false }
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    private static func key(_ kind: String, _ builder: OpaquePointer) -> OpaquePointer? {
        guard let parameters = OSSL_PARAM_BLD_to_param(builder) else { return nil }
        defer { OSSL_PARAM_free(parameters) }
        guard let context = EVP_PKEY_CTX_new_from_name(nil, kind, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &key, publicKeySelection, parameters) == 1
        else { return nil }
        return key
    }

    /// It never moves: the builder of parameters points to it until it makes them.
    private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private static func x509(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return d2i_X509(nil, &cursor, buffer.count)
        }
    }

    /// What OpenSSL reads, of the fixed width that a JWS has.
    private static func der(of numbers: [UInt8]) -> [UInt8]? {
        guard numbers.count == 64, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let (r, s) = (BN_bin2bn(Array(numbers[..<32]), 32, nil), BN_bin2bn(Array(numbers[32...]), 32, nil))
        // It takes both over, or neither.
        guard r != nil, s != nil, ECDSA_SIG_set0(signature, r, s) == 1 else {
            BN_free(r)
            BN_free(s)
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 80)
        let count = bytes.withUnsafeMutableBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return i2d_ECDSA_SIG(signature, &cursor)
        }
        return count > 0 ? Array(bytes.prefix(Int(count))) : nil
    }
}

/// What the header's macro EVP_PKEY_PUBLIC_KEY says (openssl/evp.h).
private let publicKeySelection: Int32 = 0x86

extension P256Key {
    /// Of a file as Apple and OpenSSL write them: PKCS #8 in PEM.
    /// - Returns: nil unless it is a private key of this curve.
    public init?(pem text: String) {
        guard let bytes = PEM.contents(of: text, "PRIVATE KEY").first else { return nil }
        let key = bytes.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return d2i_AutoPrivateKey(nil, &cursor, buffer.count)
        }
        guard let key else { return nil }
        defer { EVP_PKEY_free(key) }
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, "priv", &number) == 1, let number else { return nil }
        defer { BN_clear_free(number) }
        var secret = [UInt8](repeating: 0, count: Self.privateByteCount)
        guard BN_bn2binpad(number, &secret, Int32(secret.count)) == secret.count else { return nil }
        // A key of another curve has another point.
        var point = [UInt8](repeating: 0, count: 200)
        var count = 0
        guard EVP_PKEY_get_octet_string_param(key, "pub", &point, point.count, &count) == 1,
            let own = P256Key(privateBytes: secret),
            Array(point.prefix(count)) == own.publicBytes || (count == 33 && point[1..<33] == own.publicBytes[1..<33])
        else { return nil }
        self = own
    }
}
