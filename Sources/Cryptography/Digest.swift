import CLaurelSodium

/// BLAKE2b (RFC 7693): fast, and with a key a pseudo-random function, so it also derives keys.
public enum Digest {
    public static let byteCount = 32

    /// 256 bits.
    public static func blake2b(_ bytes: [UInt8]) -> [UInt8] { blake2b(bytes, key: [], count: byteCount) }

    /// 256 bits of SHA-2 (FIPS 180-4): for checksums that other programs compute too.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let status = crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        precondition(status == 0, "libsodium documents that this always returns 0")
        return digest
    }

    /// A key for one purpose: what is derived for another says nothing about it, nor about the secret.
    /// - Parameters:
    ///   - secret: 16 to 64 bytes; 32 are right.
    ///   - purpose: different for each use; never changed, once something depends on it.
    ///   - count: 16 to 64 bytes.
    public static func derivedKey(secret: [UInt8], purpose: String, count: Int) -> [UInt8] {
        precondition((16...64).contains(secret.count), "A secret has 16 to 64 bytes")
        precondition((16...64).contains(count), "A derived key has 16 to 64 bytes")
        return blake2b(Array(purpose.utf8), key: secret, count: count)
    }

    /// BLAKE2b with 128 bits of output, which aren't the first half of 256: for many short inputs, since nothing is
    /// allocated.
    /// - Returns: the 16 bytes in order, as two little-endian numbers.
    public static func blake2b128(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        // It also chooses the implementation that suits the processor.
        Sodium.require()
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutablePointer(to: &words) { words in
            words.withMemoryRebound(to: UInt8.self, capacity: 16) { digest in
                let input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let status = crypto_generichash(digest, 16, input, UInt64(bytes.count), nil, 0)
                precondition(status == 0, "BLAKE2b refused its sizes")
            }
        }
        return (UInt64(littleEndian: words.0), UInt64(littleEndian: words.1))
    }

    /// The same as ``blake2b(_:)``, for many short inputs, since nothing is allocated.
    /// - Returns: the 32 bytes in order, as four big-endian numbers.
    public static func blake2b256(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64) {
        Sodium.require()
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutablePointer(to: &words) { words in
            words.withMemoryRebound(to: UInt8.self, capacity: byteCount) { digest in
                let input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let status = crypto_generichash(digest, byteCount, input, UInt64(bytes.count), nil, 0)
                precondition(status == 0, "BLAKE2b refused its sizes")
            }
        }
        return (
            UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
            UInt64(bigEndian: words.3)
        )
    }

    static func blake2b(_ bytes: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: count)
        let status = crypto_generichash(&digest, count, bytes, UInt64(bytes.count), key, key.count)
        // Fails for sizes out of range alone, and those were checked.
        precondition(status == 0, "BLAKE2b refused its sizes")
        return digest
    }
}
