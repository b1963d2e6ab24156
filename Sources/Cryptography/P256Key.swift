import CLaurelCrypto

/// Keys of the curve P-256 (FIPS 186-4), as Web Push uses them: ECDH and ECDSA with SHA-256.
public struct P256Key: Sendable {
    /// An uncompressed point: 0x04 and two coordinates (SEC 1, section 2.3.3).
    public static let publicByteCount = 65
    public static let privateByteCount = 32
    public static let signatureByteCount = 64

    /// 32 bytes.
    public let privateBytes: [UInt8]
    /// 65 bytes.
    public let publicBytes: [UInt8]

    /// A new key.
    public init() {
        while true {
            // A number that is zero, or not below the order of the curve, is no key: one in 2^32.
            if let key = P256Key(privateBytes: SecureRandom.bytes(Self.privateByteCount)) {
                self = key
                return
            }
        }
    }

    /// - Returns: nil unless the bytes are a number from 1 to the order of the curve less one.
    public init?(privateBytes: [UInt8]) {
        guard privateBytes.count == Self.privateByteCount, let point = Self.publicPoint(of: privateBytes) else {
            return nil
        }
        self.privateBytes = privateBytes
        publicBytes = point
    }

    /// The x coordinate of the product of this key and another's point (SEC 1, section 3.3.1): 32 bytes.
    /// - Returns: nil for bytes that are no point of the curve.
    public func sharedSecret(with publicBytes: [UInt8]) -> [UInt8]? {
        guard let other = PKey(publicBytes: publicBytes), let own = PKey(self),
            let context = EVP_PKEY_CTX_new(own.pointer, nil)
        else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var secret = [UInt8](repeating: 0, count: 32)
        var count = secret.count
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other.pointer) == 1,
            EVP_PKEY_derive(context, &secret, &count) == 1, count == 32
        else { return nil }
        return secret
    }

    /// ECDSA with SHA-256 as in a JWS (RFC 7518, section 3.4): two numbers of 32 bytes.
    public func signature(of message: [UInt8]) -> [UInt8] {
        guard let own = PKey(self), let context = EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
        defer { EVP_MD_CTX_free(context) }
        var bytes = [UInt8](repeating: 0, count: 80)
        var count = bytes.count
        let status = EVP_DigestSignInit(context, nil, EVP_sha256(), nil, own.pointer)
        precondition(
            status == 1 && EVP_DigestSign(context, &bytes, &count, message, message.count) == 1,
            "this OpenSSL does not sign with P-256")
        return Self.numbers(ofDER: Array(bytes.prefix(count)))
    }

    /// Whether `bytes` are a point of the curve, other than the one at infinity.
    public static func isPublic(_ bytes: [UInt8]) -> Bool { PKey(publicBytes: bytes) != nil }

    /// From the DER that OpenSSL writes to the fixed width that JWS wants.
    private static func numbers(ofDER bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            guard let signature = d2i_ECDSA_SIG(nil, &start, buffer.count) else {
                preconditionFailure("OpenSSL cannot read its own signature")
            }
            defer { ECDSA_SIG_free(signature) }
            var numbers = [UInt8](repeating: 0, count: signatureByteCount)
            numbers.withUnsafeMutableBufferPointer { numbers in
                BN_bn2binpad(ECDSA_SIG_get0_r(signature), numbers.baseAddress, 32)
                BN_bn2binpad(ECDSA_SIG_get0_s(signature), numbers.baseAddress.map { $0 + 32 }, 32)
            }
            return numbers
        }
    }

    private static func publicPoint(of privateBytes: [UInt8]) -> [UInt8]? {
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        defer { EC_GROUP_free(group) }
        guard let number = BN_bin2bn(privateBytes, Int32(privateBytes.count), nil) else { return nil }
        defer { BN_clear_free(number) }
        guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(group)) < 0,
            let point = EC_POINT_new(group)
        else { return nil }
        defer { EC_POINT_free(point) }
        guard EC_POINT_mul(group, point, number, nil, nil, nil) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: publicByteCount)
        let count = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil)
        return count == publicByteCount ? bytes : nil
    }
}

/// A key as OpenSSL holds it.
private struct PKey: ~Copyable {
    let pointer: OpaquePointer

    init?(_ key: P256Key) {
        self.init(publicBytes: key.publicBytes, privateBytes: key.privateBytes)
    }

    init?(publicBytes: [UInt8], privateBytes: [UInt8]? = nil) {
        // OpenSSL would take other forms of a point as well; Web Push has this one alone.
        guard publicBytes.count == P256Key.publicByteCount, publicBytes.first == 4,
            let builder = OSSL_PARAM_BLD_new()
        else { return nil }
        defer { OSSL_PARAM_BLD_free(builder) }
        var number: OpaquePointer?
        defer { BN_clear_free(number) }
        if let privateBytes { number = BN_bin2bn(privateBytes, Int32(privateBytes.count), nil) }
        // The builder only points to what it is given, until it makes the parameters: hence texts that never move.
        let made = publicBytes.withUnsafeBytes { bytes in
            OSSL_PARAM_BLD_push_utf8_string(builder, Self.text("group"), Self.text("prime256v1"), 0)
            OSSL_PARAM_BLD_push_octet_string(builder, Self.text("pub"), bytes.baseAddress, bytes.count)
            if let number { OSSL_PARAM_BLD_push_BN(builder, Self.text("priv"), number) }
            return OSSL_PARAM_BLD_to_param(builder)
        }
        guard let parameters = made else { return nil }
        defer { OSSL_PARAM_free(parameters) }
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        let selection = privateBytes == nil ? publicSelection : pairSelection
        guard EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &pointer, selection, parameters) == 1, let pointer
        else { return nil }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }

    private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// What the header's macros EVP_PKEY_PUBLIC_KEY and EVP_PKEY_KEYPAIR say (openssl/evp.h, core_dispatch.h): domain
/// parameters (0x04 | 0x80), the public key (0x02), the private one (0x01).
private let publicSelection: Int32 = 0x86
private let pairSelection: Int32 = 0x87
