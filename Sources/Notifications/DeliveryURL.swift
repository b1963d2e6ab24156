import Glibc

/// An address that a delivery goes to: `https://host[:port]/path?query`, in ASCII, without a user's name.
public struct DeliveryURL: Hashable, Sendable {
    public let text: String
    /// As in a VAPID token: scheme, host and port (RFC 8292, section 2; RFC 6454, section 6.1).
    public let origin: String
    /// Without brackets.
    let host: String

    /// - Throws: what is wrong with the text. Whether its addresses may be reached is asked at ``AddressPolicy``.
    public init(_ text: String, allowsPlain: Bool, bytesLimit: Int) throws(DeliveryURLError) {
        guard text.utf8.count <= bytesLimit else { throw .tooLong(limit: bytesLimit) }
        // No space, control, quote, backslash or fragment: nothing that two readers take for different things.
        let isPlainText = text.utf8.allSatisfy { byte in
            (0x21...0x7E).contains(byte) && !"\"\\<>^`{|}#".utf8.contains(byte)
        }
        let schemes = allowsPlain ? ["https://", "http://"] : ["https://"]
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else {
            throw .notHTTPS
        }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard isPlainText, !authority.isEmpty, !authority.contains("@") else { throw .malformed }
        let (host, port) = try Self.split(authority)
        self.text = scheme + authority.lowercased() + rest.dropFirst(authority.count)
        self.host = host.lowercased()
        let isDefault = port == nil || port == (scheme == "https://" ? "443" : "80")
        let shownHost = authority.hasPrefix("[") ? "[\(self.host)]" : self.host
        origin = scheme + shownHost + (isDefault ? "" : ":" + (port ?? ""))
    }

    private static func split(_ authority: Substring) throws(DeliveryURLError) -> (Substring, Substring?) {
        let host: Substring
        var rest: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw .malformed }
            host = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority.dropFirst(host.count)
        }
        // Names of letters, digits, hyphens and dots; an IPv6 address between its brackets. No zones.
        let isName = host.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x3A: true
            default: false
            }
        }
        guard isName, !host.isEmpty, host.utf8.count <= 253 else { throw .malformed }
        if rest.isEmpty { return (host, nil) }
        guard rest.removeFirst() == ":", let port = UInt16(rest), port > 0, String(port) == rest else {
            throw .malformed
        }
        return (host, rest)
    }

    /// Whether the host's addresses may all be reached: `localhost`, `127.1`, `0x7f000001`, `[::ffff:10.0.0.1]` or a
    /// name that resolves to one of those are told from others by what the resolver makes of them, as it does when the
    /// connection is made. Blocks for as long as the resolver takes.
    func check(_ policy: AddressPolicy) -> DeliveryURLError? { check(policy, flags: 0) }

    /// The same as far as it can be told at once: an address in any of its forms, and this machine's own names. Other
    /// names pass; they are judged when the connection is made.
    func checkAtOnce(_ policy: AddressPolicy) -> DeliveryURLError? {
        let refusal = check(policy, flags: AI_NUMERICHOST)
        guard refusal == .unknownHost else { return refusal }
        let name = host.lowercased().split(separator: ".").last ?? ""
        return name == "localhost" && !policy.allowsPrivate ? .privateAddress : nil
    }

    private func check(_ policy: AddressPolicy, flags: Int32) -> DeliveryURLError? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found else { return .unknownHost }
        defer { freeaddrinfo(first) }
        for info in sequence(first: first, next: { $0.pointee.ai_next }) {
            guard let address = info.pointee.ai_addr else { return .unknownHost }
            guard policy.allows(address) else { return .privateAddress }
        }
        return nil
    }
}

public enum DeliveryURLError: Error, Hashable, Sendable {
    case tooLong(limit: Int)
    case notHTTPS
    case malformed
    case unknownHost
    /// Of this machine, of its network, or of nobody.
    case privateAddress
}
