/// What a server encrypts with: files in PEM, which it reads again when they have changed. Open connections go on with
/// what they began with.
public struct TLSFiles: Sendable {
    /// The path of the server's certificate, with those that lead to its authority behind it (certbot's
    /// `fullchain.pem`).
    public var certificate: String
    /// The path of its private key, without a password. A file that every user can read is refused.
    public var key: String
    /// Between two looks at the files. A change is taken up at the second look that sees it, since the two files change
    /// one after the other.
    public var lookInterval: Duration = .seconds(10)
    /// Called on the loops' threads; must not block.
    public var report: @Sendable (TLSEvent) -> Void = { _ in }

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// What an operator should know of encryption.
public enum TLSEvent: Sendable, Equatable {
    /// New files are in use.
    case renewed
    /// The files have changed and can't be used; the old ones stay in use.
    case notRenewed(TLSFileError)
    /// A client and the server could not agree. At most one a second for each loop.
    case handshakeFailed(Peer, reason: String)
}
