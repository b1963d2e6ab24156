import LaurelStorage

/// What limits on guessing are known by in the store. Under a key: addresses and numbers of players are few enough to
/// be tried, so a digest without one would name them.
public struct GuessKeys: Sendable {
    /// 32 bytes that nobody else can make of these.
    private let code: @Sendable ([UInt8]) -> [UInt8]

    /// - Parameter code: a code of 32 bytes under a key that only this uses. With another key, guesses from before a
    ///   start are forgiven.
    public init(code: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.code = code }

    func digest(of key: AttemptLimiter.Key) -> SecretDigest {
        guard let digest = SecretDigest(code(Array(key.text.utf8))) else {
            preconditionFailure("The composition root gave a code that is not of 32 bytes")
        }
        return digest
    }
}
