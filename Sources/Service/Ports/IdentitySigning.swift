/// RSA keys with self-signed certificates (rule 1.10). They take long, so they run on threads of their own.
public struct IdentitySigning: Sendable {
    /// A signature: RSASSA-PKCS1-v1_5 with SHA-256.
    /// - Returns: nil when too many wait already.
    public typealias Sign = @Sendable (_ message: [UInt8]) async -> [UInt8]?

    /// Makes a key and a certificate for it, which holds between these seconds since 1970.
    /// - Returns: nil when the library cannot.
    public var make: @Sendable (_ notBefore: Int64, _ notAfter: Int64) async -> Pair?
    /// - Returns: nil for bytes that are no private key.
    public var read: @Sendable (_ privateKey: [UInt8]) -> Sign?

    public struct Pair: Sendable {
        public let certificate: [UInt8]
        public let privateKey: [UInt8]

        public init(certificate: [UInt8], privateKey: [UInt8]) {
            self.certificate = certificate
            self.privateKey = privateKey
        }
    }

    public init(
        make: @escaping @Sendable (_ notBefore: Int64, _ notAfter: Int64) async -> Pair?,
        read: @escaping @Sendable (_ privateKey: [UInt8]) -> Sign?
    ) {
        self.make = make
        self.read = read
    }
}
