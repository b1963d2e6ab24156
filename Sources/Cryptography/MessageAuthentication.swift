import CLaurelCrypto

/// HMAC (RFC 2104). With SHA-1 it is what authenticator apps speak; nothing of ours else uses SHA-1.
public enum MessageAuthentication {
    /// 20 bytes.
    public static func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 20)
        var count: UInt32 = 20
        let result = HMAC(EVP_sha1(), key, Int32(clamping: key.count), message, message.count, &code, &count)
        // It fails without memory alone.
        precondition(result != nil && count == 20, "OpenSSL has no HMAC")
        return code
    }
}
