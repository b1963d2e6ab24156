import CLaurelSodium

/// Unpredictable bytes from the kernel, by way of libsodium (getrandom(2)).
public enum SecureRandom {
    /// - Parameter count: how many; a negative one gives none.
    public static func bytes(_ count: Int) -> [UInt8] {
        Sodium.require()
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// As unpredictable, for thousands of bytes at once: libsodium asks the kernel for 256 with each system call.
    /// Beyond that they are ChaCha20's stream under a key of the kernel's that is used for them alone.
    ///
    /// - Parameter count: how many; a negative one gives none.
    public static func manyBytes(_ count: Int) -> [UInt8] {
        guard count > 256 else { return bytes(count) }
        let key = bytes(32)
        var stream = [UInt8](repeating: 0, count: count)
        randombytes_buf_deterministic(&stream, count, key)
        return stream
    }
}
