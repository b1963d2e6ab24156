/// What a certificate is asked for by: the first half of its SHA-256.
///
/// - Range: 32 lower-case hexadecimal digits.
public struct CertificateID: Hashable, Sendable {
    public static let length = 32
    public let text: String

    /// - Returns: nil for another text.
    public init?(_ text: String) {
        let isOne =
            text.utf8.count == Self.length
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isOne else { return nil }
        self.text = text
    }
}
