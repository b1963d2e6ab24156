public import LaurelStorage

/// Where secrets come from; a parameter, so that a test can foresee them.
public struct Random: Sendable {
    /// So many unpredictable bytes.
    public var bytes: @Sendable (Int) -> [UInt8]
    public init(bytes: @escaping @Sendable (Int) -> [UInt8]) { self.bytes = bytes }
}

/// A one-way function of 256 bits, for secrets that nobody can guess (BLAKE2b, SHA-256). Not for passwords.
public struct TokenDigest: Sendable {
    /// Of the secret's bytes, which each request brings: they are not copied.
    public var digest: @Sendable (UnsafeRawBufferPointer) -> SecretDigest
    public init(digest: @escaping @Sendable (UnsafeRawBufferPointer) -> SecretDigest) { self.digest = digest }
}
