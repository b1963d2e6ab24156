import Glibc

/// Why a certificate and a key cannot be used.
public enum TLSFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, errno: Int32)
    /// No plain file, or more than ``TLSPair/byteLimit``.
    case unusableFile(path: String)
    /// Every user can read or change it.
    case openToAll(path: String)
    case noCertificate(path: String)
    case noKey(path: String)
    /// Nobody is there to type a password.
    case encryptedKey(path: String)
    /// The key belongs to another certificate.
    case mismatch(certificate: String, key: String)
    /// OpenSSL doesn't take it: too short a key, for instance.
    case refused(path: String, reason: String)
    /// OpenSSL lacks memory, or what it needs of the machine.
    case unavailable(reason: String)

    public var description: String {
        switch self {
        case .unreadable(let path, let code): "can't read \(path): \(String(cString: strerror(code)))"
        case .unusableFile(let path): "\(path) isn't a plain file of at most \(TLSPair.byteLimit / 1_024) KiB"
        case .openToAll(let path):
            "every user can get at \(path), and it holds a private key. Run: chmod o= \(path)"
        case .noCertificate(let path): "\(path) has no certificate in PEM"
        case .noKey(let path): "\(path) has no private key in PEM"
        case .encryptedKey(let path): "\(path) is encrypted with a password; store the key without one"
        case .mismatch(let certificate, let key):
            "the key in \(key) doesn't belong to the certificate in \(certificate)"
        case .refused(let path, let reason): "\(path) can't be used: \(reason)"
        case .unavailable(let reason): "OpenSSL can't be used: \(reason)"
        }
    }
}
