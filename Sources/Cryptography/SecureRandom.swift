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
}
