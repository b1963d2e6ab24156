/// A slow one-way function for passwords. It runs on threads of its own; when all are taken and the line is
/// full, it says so at once.
public struct PasswordHashing: Sendable {
    /// - Returns: the hash with its parameters and salt; nil when busy.
    public var hash: @Sendable (_ password: String) async -> String?
    public var verify: @Sendable (_ password: String, _ hash: String) async -> PasswordVerdict

    public init(
        hash: @escaping @Sendable (_ password: String) async -> String?,
        verify: @escaping @Sendable (_ password: String, _ hash: String) async -> PasswordVerdict
    ) {
        self.hash = hash
        self.verify = verify
    }
}

/// What comparing a password with a hash said.
public enum PasswordVerdict: Hashable, Sendable {
    case right
    /// Right, and hashed with parameters that are no longer the ones in use.
    case rightButOutdated
    case wrong
    /// Not compared: too many wait already.
    case busy
}
