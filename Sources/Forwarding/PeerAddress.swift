/// Where another node listens for nodes: `host:port`, such as `10.0.0.7:7070`, `[fd00::7]:7070` or
/// `node-2.internal:7070`.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    /// Longer ones are refused: a DNS name has at most 253 characters (RFC 1035 section 2.3.4), a port 5.
    public static let lengthLimit = 260

    /// As it was written.
    public let text: String

    /// - Returns: nil unless it's a host and a port of 1...65,535. What else could stand in a URL is refused, so that
    ///   an address can name no path and no user.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.lengthLimit, let colon = bytes.lastIndex(of: 0x3A) else { return nil }
        let port = bytes[(colon + 1)...]
        let isNumber = !port.isEmpty && port.count <= 5 && port.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, let number = UInt16(String(decoding: port, as: UTF8.self)), number > 0 else { return nil }
        let host = bytes[..<colon]
        guard Self.isName(host) || Self.isBracketed(host) else { return nil }
        self.text = text
    }

    public var description: String { text }

    /// Of a DNS name or an IPv4 address.
    private static func isName(_ host: ArraySlice<UInt8>) -> Bool {
        !host.isEmpty
            && host.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }

    /// Of an IPv6 address.
    private static func isBracketed(_ host: ArraySlice<UInt8>) -> Bool {
        guard host.count > 2, host.first == 0x5B, host.last == 0x5D else { return false }
        return host.dropFirst().dropLast().allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x3A, 0x2E: true
            default: false
            }
        }
    }
}
