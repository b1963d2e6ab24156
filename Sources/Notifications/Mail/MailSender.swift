public import LaurelDomain

/// Whom mails come from: `games@example.org` or `Laurel <games@example.org>`.
public struct MailSender: Hashable, Sendable {
    public static let nameLimit = 64
    /// Empty: none.
    public let name: String
    public let address: MailAddress

    /// - Returns: nil for a text that is neither, or a name that has control characters.
    public init?(_ text: String) {
        var name = ""
        var address = Substring(text)
        if text.last == ">", let open = text.lastIndex(of: "<") {
            name = String(text[..<open].split(separator: " ").joined(separator: " "))
            address = text[text.index(after: open)...].dropLast()
        }
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard isPlain, name.count <= Self.nameLimit else { return nil }
        do throws(InvalidIdentifier) { self.address = try MailAddress(String(address)) } catch { return nil }
        self.name = name
    }
}
