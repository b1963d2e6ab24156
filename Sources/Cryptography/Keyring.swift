import CLaurelSodium

/// Keys that seal secrets: XChaCha20-Poly1305 with a random nonce (draft-irtf-cfrg-xchacha-03). The last key seals, all
/// of them open.
///
/// What is sealed is `LSB1`, 8 bytes of the key's id, 24 of the nonce, the cipher text, and 16 of the tag. The tag
/// covers the name of the row that it was sealed for.
public struct Keyring: Sendable {
    public struct Key: Hashable, Sendable {
        /// 16 hexadecimal digits, made from the key: two keys of one name are the same.
        public let id: String
        fileprivate let bytes: [UInt8]
        fileprivate let name: [UInt8]

        /// - Returns: nil unless there are ``Keyring/keyByteCount`` bytes.
        public init?(_ bytes: [UInt8]) {
            guard bytes.count == Keyring.keyByteCount else { return nil }
            self.bytes = bytes
            name = Array(Digest.derivedKey(secret: bytes, purpose: "laurel key id 1", count: 16).prefix(8))
            id = Keyring.hexadecimal(name)
        }

        /// A key of 32 bytes for one purpose. Never changed, once something depends on it.
        public func derived(for purpose: String) -> [UInt8] {
            Digest.derivedKey(secret: bytes, purpose: purpose, count: 32)
        }

        public static func random() -> Key? { Key(SecureRandom.bytes(Keyring.keyByteCount)) }
    }

    public static let keyByteCount = 32
    /// More than one a month for ten years.
    public static let countLimit = 128
    private static let magic = Array("LSB1".utf8)
    private static let nameCount = 8
    private static let nonceCount = 24
    private static let tagCount = 16
    private static var overhead: Int { magic.count + nameCount + nonceCount + tagCount }

    /// Oldest first, at least one.
    public let keys: [Key]

    /// - Returns: nil for none, or more than ``countLimit``.
    public init?(_ keys: [Key]) {
        guard (1...Self.countLimit).contains(keys.count) else { return nil }
        self.keys = keys
    }

    public var current: Key { keys[keys.count - 1] }

    public func seal(_ secret: [UInt8], for rowName: String) -> [UInt8] {
        let nonce = SecureRandom.bytes(Self.nonceCount)
        return Self.magic + current.name + nonce + Self.encrypt(secret, current.bytes, nonce, Array(rowName.utf8))
    }

    static func encrypt(_ secret: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ rowName: [UInt8]) -> [UInt8] {
        Sodium.require()
        var sealed = [UInt8](repeating: 0, count: secret.count + tagCount)
        let status = crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, secret, UInt64(secret.count), rowName, UInt64(rowName.count), nil, nonce, key)
        precondition(status == 0, "libsodium documents that this always returns 0")
        return sealed
    }

    /// - Returns: nil when no key of this ring opens it, when it was sealed for another row, or changed.
    public func open(_ sealed: [UInt8], for rowName: String) -> [UInt8]? {
        guard let id = Self.keyID(of: sealed), let key = keys.last(where: { $0.id == id }) else { return nil }
        Sodium.require()
        let nonceStart = Self.magic.count + Self.nameCount
        let nonce = Array(sealed[nonceStart..<nonceStart + Self.nonceCount])
        let body = Array(sealed[(nonceStart + Self.nonceCount)...])
        let associated = Array(rowName.utf8)
        var secret = [UInt8](repeating: 0, count: body.count - Self.tagCount)
        let status = crypto_aead_xchacha20poly1305_ietf_decrypt(
            &secret, nil, nil, body, UInt64(body.count), associated, UInt64(associated.count), nonce, key.bytes)
        return status == 0 ? secret : nil
    }

    /// Which key something is sealed with; nil: it is not sealed. No secret of a store is long enough to look so: a
    /// private key in DER starts with another byte, the others are shorter.
    public static func keyID(of bytes: [UInt8]) -> String? {
        guard bytes.count >= overhead, bytes.starts(with: magic) else { return nil }
        return hexadecimal(bytes[magic.count..<magic.count + nameCount])
    }

    fileprivate static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

/// The file that holds the keys: a line each, `key` and 64 hexadecimal digits. Lines that start with `#` say something
/// to people.
extension Keyring {
    /// - Returns: nil for anything else.
    public init?(text: String) {
        var keys: [Key] = []
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard words.count == 2, words[0] == "key", let bytes = Self.bytes(words[1]), let key = Key(bytes) else {
                return nil
            }
            keys.append(key)
        }
        self.init(keys)
    }

    public var text: String {
        """
        # Laurel seals secrets in its store with these keys. Without this file they are lost: keep a copy of it,
        # apart from the backups of the store. The last key seals, the others open what is older.
        \(keys.map { "key " + Self.hexadecimal($0.bytes) }.joined(separator: "\n"))

        """
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let values = digits.utf8.map { byte -> UInt8? in
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x61...0x66: byte - 0x57
            default: nil
            }
        }
        guard values.count == keyByteCount * 2, !values.contains(nil) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { (values[$0] ?? 0) << 4 | (values[$0 + 1] ?? 0) }
    }
}
