import CLaurelSodium

/// Argon2id (RFC 9106), which makes every guess at a password cost time and memory.
///
/// Slow on purpose: call it on a ``PasswordPool``.
public struct Argon2id: Hashable, Sendable {
    /// Passes over the memory.
    public let passes: UInt64
    public let memoryBytes: Int

    /// 19 MiB and two passes, in one lane: 18 ms measured on one core of a small cloud machine.
    ///
    /// - Source: OWASP ASVS 5.0, appendix C.2, and OWASP Password Storage Cheat Sheet: "t=2, m=19456, p=1". RFC
    ///   9106, section 4, recommends more memory; that would let few sign-ins at once exhaust a small machine.
    public static let standard = Argon2id(passes: 2, memoryBytes: 19_456 * 1_024)
    /// The least that the library takes. For tests.
    public static let lightest = Argon2id(
        passes: UInt64(crypto_pwhash_argon2id_opslimit_min()), memoryBytes: crypto_pwhash_argon2id_memlimit_min())

    public init(passes: UInt64, memoryBytes: Int) {
        self.passes = passes
        self.memoryBytes = memoryBytes
    }

    /// - Returns: in the PHC string format, `$argon2id$v=19$m=…,t=…,p=1$salt$hash`; nil when there was not enough
    ///   memory.
    public func hash(_ password: String) -> String? {
        Sodium.require()
        var text = [CChar](repeating: 0, count: crypto_pwhash_argon2id_strbytes())
        let bytes = password.utf8.map { CChar(bitPattern: $0) }
        guard crypto_pwhash_argon2id_str(&text, bytes, UInt64(bytes.count), passes, memoryBytes) == 0 else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Compares, with whatever parameters `hash` was made with, in constant time.
    /// - Returns: false for a hash that cannot be read, too; nil when there was not enough memory.
    public static func matches(_ password: String, _ hash: String) -> Bool? {
        Sodium.require()
        let bytes = password.utf8.map { CChar(bitPattern: $0) }
        // The library's own comparison says the same of a wrong password and of too little memory.
        guard let stored = PHCText(hash) else {
            guard hash.utf8.count < crypto_pwhash_argon2id_strbytes() else { return false }
            return crypto_pwhash_argon2id_str_verify(hash, bytes, UInt64(bytes.count)) == 0
        }
        var computed = [UInt8](repeating: 0, count: stored.hash.count)
        let result = crypto_pwhash_argon2id(
            &computed, UInt64(computed.count), bytes, UInt64(bytes.count), stored.salt, stored.passes,
            stored.memoryBytes, crypto_pwhash_argon2id_alg_argon2id13())
        guard result == 0 else { return nil }
        return sodium_memcmp(computed, stored.hash, computed.count) == 0
    }

    /// Whether `hash` was made with other parameters than these.
    public func isOutdated(_ hash: String) -> Bool {
        guard hash.utf8.count < crypto_pwhash_argon2id_strbytes() else { return true }
        return crypto_pwhash_argon2id_str_needs_rehash(hash, passes, memoryBytes) != 0
    }
}
