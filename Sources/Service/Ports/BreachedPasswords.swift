/// Passwords that were stolen elsewhere (OWASP ASVS 5.0, 6.2.12), if the operator has a list of them.
public struct BreachedPasswords: Sendable {
    public var look: @Sendable (_ password: String) async -> BreachVerdict

    public init(look: @escaping @Sendable (_ password: String) async -> BreachVerdict) { self.look = look }
}

public enum BreachVerdict: Hashable, Sendable {
    case listed
    case unlisted
    /// Not looked up: too many wait already.
    case busy
    /// The list could not be read.
    case broken(reason: String)
}
