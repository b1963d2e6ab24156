/// The server that mails are handed to: `smtp://mail.example:587` or `smtps://mail.example`.
///
/// **TLS.** `smtps` begins with it. `smtp` to another machine begins with STARTTLS, or nothing is sent, since mails
/// carry links that set passwords. On this machine `smtp` is plain, unless ``authorities`` are named. The certificate
/// is checked in any case.
public struct SMTPServer: Hashable, Sendable {
    /// How a connection is protected.
    enum Protection: Hashable, Sendable {
        case none
        case startTLS
        case fromTheStart
    }

    public let host: String
    public let port: UInt16
    public let isTLSFromTheStart: Bool
    /// Nil: it asks for none.
    public var user: String?
    public var password: String?
    /// A file of certificates, in PEM, that its own is signed by; nil: those of the system.
    public var authorities: String?

    /// - Returns: nil for what is no such address: a user, a path, a query and a fragment have no place in it.
    public init?(_ text: String) {
        let isSecure: Bool
        var rest: Substring
        if text.hasPrefix("smtps://") {
            (isSecure, rest) = (true, text.dropFirst(8))
        } else if text.hasPrefix("smtp://") {
            (isSecure, rest) = (false, text.dropFirst(7))
        } else {
            return nil
        }
        if rest.last == "/" { rest = rest.dropLast() }
        var host = rest
        var port: UInt16 = isSecure ? 465 : 587
        // An address of IPv6 stands in brackets.
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            host = rest[..<colon]
            guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else { return nil }
            port = number
        }
        let isBracketed = host.first == "[" && host.last == "]"
        let name = isBracketed ? host.dropFirst().dropLast() : host
        let isKnown = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
            case 0x3A: isBracketed
            default: false
            }
        }
        guard !name.isEmpty, host.utf8.count <= 253, isKnown else { return nil }
        self.host = String(host)
        self.port = port
        isTLSFromTheStart = isSecure
    }

    /// What goes to this machine passes no other.
    public var isLocal: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isLoopback = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        return isLoopback || ["localhost", "[::1]"].contains(host.lowercased())
    }

    var protection: Protection {
        if isTLSFromTheStart { return .fromTheStart }
        return isLocal && authorities == nil ? .none : .startTLS
    }

    /// - Parameter name: what this machine calls itself.
    func url(greeting name: String) -> String {
        "\(isTLSFromTheStart ? "smtps" : "smtp")://\(host):\(port)/\(name)"
    }
}
