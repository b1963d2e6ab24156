import CLaurelCrypto

/// Encrypts a message for one browser (RFC 8291), with the content coding `aes128gcm` (RFC 8188). The push service in
/// between cannot read it.
public struct PushEncryption: Sendable {
    public static let secretByteCount = 16
    public static let saltByteCount = 16
    /// Salt, record size, and the sender's key with its length.
    static let headerByteCount = 16 + 4 + 1 + P256Key.publicByteCount
    /// One record alone is allowed (RFC 8291, section 4); 4,096 is what every push service takes (section 4 of RFC
    /// 8030 asks for that much of a body).
    static let recordBytes = 4_096
    /// Bytes of a message: what is left of a body of 4,096 after the header, the delimiter and the tag.
    public static let messageBytesLimit = recordBytes - headerByteCount - 1 - tagByteCount
    private static let tagByteCount = 16

    /// Of the browser: a point of 65 bytes, and a secret of 16.
    private let receiver: [UInt8]
    private let secret: [UInt8]

    /// - Returns: nil for what no browser makes.
    public init?(receiver: [UInt8], secret: [UInt8]) {
        guard P256Key.isPublic(receiver), secret.count == Self.secretByteCount else { return nil }
        self.receiver = receiver
        self.secret = secret
    }

    /// The body of a push message, with a key and a salt that are used this once.
    /// - Returns: nil when `message` is longer than ``messageBytesLimit``.
    public func body(of message: [UInt8]) -> [UInt8]? {
        body(of: message, sender: P256Key(), salt: SecureRandom.bytes(Self.saltByteCount))
    }

    /// With key and salt given, for the example in RFC 8291.
    func body(of message: [UInt8], sender: P256Key, salt: [UInt8]) -> [UInt8]? {
        guard message.count <= Self.messageBytesLimit, let shared = sender.sharedSecret(with: receiver) else {
            return nil
        }
        let info = Array("WebPush: info".utf8) + [0] + receiver + sender.publicBytes
        let input = HMAC256.derivedKey(secret: shared, salt: secret, info: info, count: 32)
        let key = HMAC256.derivedKey(
            secret: input, salt: salt, info: Array("Content-Encoding: aes128gcm".utf8) + [0], count: 16)
        let nonce = HMAC256.derivedKey(
            secret: input, salt: salt, info: Array("Content-Encoding: nonce".utf8) + [0], count: 12)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: Self.recordBytes >> (24 - $0 * 8)) }
        let header = salt + size + [UInt8(P256Key.publicByteCount)] + sender.publicBytes
        // 2: the last record, without padding (RFC 8188, section 2).
        return header + Self.seal(message + [2], key: key, nonce: nonce)
    }

    /// AES-128-GCM (NIST SP 800-38D): the text encrypted, and the tag.
    private static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("out of memory") }
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        var count: Int32 = 0
        var rest: Int32 = 0
        var end = [UInt8](repeating: 0, count: 16)
        let isSealed =
            EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
            && EVP_EncryptUpdate(context, &sealed, &count, text, Int32(text.count)) == 1
            && EVP_EncryptFinal_ex(context, &end, &rest) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagByteCount), &tag) == 1
        precondition(isSealed && Int(count) == text.count && rest == 0, "this OpenSSL has no AES-128-GCM")
        return sealed + tag
    }
}
