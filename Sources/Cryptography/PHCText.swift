import CLaurelSodium

/// A password's hash with what it was made with, as libsodium writes it: `$argon2id$v=19$m=…,t=…,p=1$salt$hash`.
///
/// - Source: the PHC string format; RFC 9106 for the parameters' meaning.
struct PHCText {
    let passes: UInt64
    let memoryBytes: Int
    let salt: [UInt8]
    let hash: [UInt8]

    /// - Returns: nil for what this program never wrote, such as a salt of another length.
    init?(_ text: String) {
        guard text.utf8.count < crypto_pwhash_argon2id_strbytes() else { return nil }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19" else { return nil }
        let parameters = parts[3].split(separator: ",", omittingEmptySubsequences: false)
        guard parameters.count == 3, parameters[2] == "p=1",
            let kibibytes = Self.number(parameters[0], "m="), let passes = Self.number(parameters[1], "t="),
            passes >= crypto_pwhash_argon2id_opslimit_min(), passes <= crypto_pwhash_argon2id_opslimit_max(),
            kibibytes >= crypto_pwhash_argon2id_memlimit_min() / 1_024,
            kibibytes <= crypto_pwhash_argon2id_memlimit_max() / 1_024,
            let salt = Self.bytes(parts[4]), salt.count == crypto_pwhash_argon2id_saltbytes(),
            let hash = Self.bytes(parts[5]), hash.count >= crypto_pwhash_argon2id_bytes_min()
        else { return nil }
        self.passes = passes
        memoryBytes = Int(kibibytes) * 1_024
        self.salt = salt
        self.hash = hash
    }

    private static func number(_ text: Substring, _ name: String) -> UInt64? {
        text.hasPrefix(name) ? UInt64(text.dropFirst(name.count)) : nil
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let characters = text.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: characters.count)
        var count = 0
        let result = sodium_base642bin(
            &bytes, bytes.count, characters, characters.count, nil, &count, nil,
            sodium_base64_VARIANT_ORIGINAL_NO_PADDING)
        return result == 0 ? Array(bytes[..<count]) : nil
    }
}
