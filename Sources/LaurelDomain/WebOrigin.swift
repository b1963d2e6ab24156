/// Where a web page comes from, as browsers say it in `Origin`: scheme, host, and port unless it is the usual one.
///
/// - Range: `https://HOST[:PORT]`; and for a developer's own machine `http://` and `localhost`, `127.0.0.1` or `[::1]`
///   with any port. At most 255 ASCII characters, in lower case; names in other scripts in their ASCII form.
/// - Source: RFC 6454, section 6.2.
public struct WebOrigin: Hashable, Sendable {
    public static let lengthLimit = 255
    public let text: String

    /// - Returns: nil for anything that no browser would send: a path, a slash at the end, capitals, a usual port.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        let authority = text.dropFirst(isSecure ? 8 : 7)
        guard let (host, port) = Self.parts(authority), Self.isHost(host) else { return nil }
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains(host)
        guard isSecure || isLocal, port.map({ Self.isPort($0, usual: isSecure ? "443" : "80") }) ?? true else {
            return nil
        }
        self.text = text
    }

    /// One that was checked when it was stored.
    public init(stored text: String) { self.text = text }

    private static func parts(_ authority: Substring) -> (host: String, port: Substring?)? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            return (String(authority[...end]), rest.isEmpty ? nil : rest.dropFirst())
        }
        let sides = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard sides.count <= 2 else { return nil }
        return (String(sides[0]), sides.count == 2 ? sides[1] : nil)
    }

    private static func isHost(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            return host.utf8.dropFirst().dropLast().allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || byte == 0x3A
            } && host.utf8.count > 4
        }
        let labels = host.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
                && label.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
                }
        }
    }

    private static func isPort(_ text: Substring, usual: String) -> Bool {
        guard let number = UInt16(text), number > 0 else { return false }
        return String(number) == text && text != usual
    }
}
