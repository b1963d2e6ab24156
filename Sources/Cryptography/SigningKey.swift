import CLaurelCrypto

/// An RSA key with its self-signed certificate, as they are kept: DER each.
public struct SigningKey: Hashable, Sendable {
    /// `MBSTRING_UTF8`, a macro that Swift does not see (openssl/asn1.h).
    private static let utf8: Int32 = 0x1000
    /// 128 bits of security (NIST SP 800-57, part 1, table 2; OWASP ASVS 5.0, 11.2.3).
    public static let bits: Int32 = 3_072

    public let privateKey: [UInt8]
    /// X.509 version 3 (RFC 5280).
    public let certificate: [UInt8]

    /// Makes a new one; takes some tenths of a second.
    ///
    /// - Parameters:
    ///   - name: the certificate's common name, at most 64 characters.
    ///   - serial: unpredictable (RFC 5280, section 4.1.2.2); positive.
    ///   - notBefore, notAfter: seconds since 1970.
    /// - Returns: nil when OpenSSL cannot.
    public static func make(name: String, serial: UInt64, notBefore: Int, notAfter: Int) -> SigningKey? {
        guard let key = makeKey(), let certificate = X509_new() else { return nil }
        defer {
            EVP_PKEY_free(key)
            X509_free(certificate)
        }
        guard X509_set_version(certificate, Int(X509_VERSION_3)) == 1,
            ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial) == 1,
            ASN1_TIME_set(X509_getm_notBefore(certificate), notBefore) != nil,
            ASN1_TIME_set(X509_getm_notAfter(certificate), notAfter) != nil,
            let subject = X509_get_subject_name(certificate),
            X509_NAME_add_entry_by_txt(subject, "CN", utf8, name, -1, -1, 0) == 1,
            X509_set_issuer_name(certificate, subject) == 1, X509_set_pubkey(certificate, key) == 1,
            X509_sign(certificate, key, EVP_sha256()) > 0,
            let certificateBytes = encoded({ i2d_X509(certificate, $0) }),
            let keyBytes = encoded({ i2d_PrivateKey(key, $0) })
        else { return nil }
        return SigningKey(privateKey: keyBytes, certificate: certificateBytes)
    }

    private static func makeKey() -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) == 1,
            EVP_PKEY_keygen(context, &key) == 1
        else { return nil }
        return key
    }

    /// - Parameter encode: one of OpenSSL's `i2d_` functions: without a buffer it tells the length.
    private static func encoded(
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8]? {
        let count = Int(encode(nil))
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let written = bytes.withUnsafeMutableBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return encode(&cursor)
        }
        return Int(written) == count ? bytes : nil
    }
}

/// Signs with a key that was read once.
///
/// - Speed: about 2 ms a signature with 3,072 bits, so never on a loop's thread.
// SAFETY: the key is never changed after `init`, and OpenSSL lets many threads sign with one key at once
// (openssl-threads(7)).
public final class RSASigner: @unchecked Sendable {
    private let key: OpaquePointer

    /// - Returns: nil for bytes that are no RSA key.
    public init?(privateKey: [UInt8]) {
        let key = privateKey.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return d2i_PrivateKey(EVP_PKEY_RSA, nil, &cursor, buffer.count)
        }
        guard let key else { return nil }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2).
    ///
    /// - Returns: nil when OpenSSL cannot.
    public func sign(_ message: [UInt8]) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var count = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &count, message, message.count) == 1, count > 0
        else { return nil }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count <= signature.count
        else { return nil }
        return Array(signature.prefix(count))
    }
}
