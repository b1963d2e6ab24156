import CLaurelCrypto

/// HMAC with SHA-256 (RFC 2104), and the key derivation that is made of it.
public enum HMAC256 {
    public static let byteCount = 32

    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: byteCount)
        var count: UInt32 = 0
        let result = HMAC(EVP_sha256(), key, Int32(clamping: key.count), message, message.count, &code, &count)
        precondition(result != nil && count == byteCount, "this OpenSSL has no HMAC with SHA-256")
        return code
    }

    /// HKDF (RFC 5869) for at most 32 bytes: one block is all that Web Push ever needs.
    public static func derivedKey(secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        precondition((0...byteCount).contains(count), "One block has 32 bytes")
        let extracted = code(of: secret, key: salt)
        return Array(code(of: info + [1], key: extracted).prefix(count))
    }
}
