public import LaurelStorage

extension Accounts {
    /// A new secret for the link of a mail, and what of it is stored.
    public func makeMailToken() -> (text: String, digest: SecretDigest) {
        let text = Token.make(random)
        return (text, digest(text))
    }
}
