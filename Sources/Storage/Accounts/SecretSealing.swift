/// Seals the few secrets of a store that others could use, with a key that is not in the store: a copy of it alone does
/// not give them away (docs/decisions/0025-sealed-secrets.md).
public struct SecretSealing: Sendable {
    /// - Parameter rowName: names the row. What was moved to another one cannot be opened there.
    public let seal: @Sendable (_ secret: [UInt8], _ rowName: String) -> [UInt8]
    /// Nil: no key that there is opens it, or it was changed.
    public let open: @Sendable (_ stored: [UInt8], _ rowName: String) -> [UInt8]?
    /// Which key something is sealed with; nil: it is not sealed.
    public let keyID: @Sendable (_ stored: [UInt8]) -> String?
    /// The key that ``seal`` takes; nil: none.
    public let currentKeyID: String?

    public init(
        seal: @escaping @Sendable (_ secret: [UInt8], _ rowName: String) -> [UInt8],
        open: @escaping @Sendable (_ stored: [UInt8], _ rowName: String) -> [UInt8]?,
        keyID: @escaping @Sendable (_ stored: [UInt8]) -> String?, currentKeyID: String?
    ) {
        self.seal = seal
        self.open = open
        self.keyID = keyID
        self.currentKeyID = currentKeyID
    }

    /// Everything stands in the store as it is.
    public static let none = SecretSealing(
        seal: { secret, _ in secret }, open: { stored, _ in stored }, keyID: { _ in nil }, currentKeyID: nil)
}
