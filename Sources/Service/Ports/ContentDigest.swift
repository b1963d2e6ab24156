/// SHA-256 (FIPS 180-4): what a file is known by, here and by the browser that loads it.
public struct ContentDigest: Sendable {
    /// - Returns: 32 bytes.
    public var digest: @Sendable ([UInt8]) -> [UInt8]
    public init(digest: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.digest = digest }
}
