/// Where secrets come from; a parameter, so that a test can foresee them.
public struct Random: Sendable {
    /// So many unpredictable bytes.
    public var bytes: @Sendable (Int) -> [UInt8]
    public init(bytes: @escaping @Sendable (Int) -> [UInt8]) { self.bytes = bytes }
}

/// A one-way function of 256 bits, for secrets that nobody can guess (BLAKE2b, SHA-256). Not for passwords.
public struct TokenDigest: Sendable {
    /// - Returns: 32 bytes.
    public var digest: @Sendable ([UInt8]) -> [UInt8]
    public init(digest: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.digest = digest }
}
