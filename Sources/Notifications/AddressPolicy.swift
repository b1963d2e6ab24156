import Glibc

/// Which addresses a delivery may go to: those of the public internet, so that nobody reaches through this server what
/// stands behind it.
///
/// - Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890): whatever is not globally reachable, and
///   all that embeds an IPv4 address, judged by that one. OWASP Server-Side Request Forgery Prevention Cheat Sheet.
public struct AddressPolicy: Hashable, Sendable {
    /// True: any address, and plain HTTP; for tests, and for servers in an intranet.
    public let allowsPrivate: Bool

    public init(allowsPrivate: Bool = false) { self.allowsPrivate = allowsPrivate }

    /// A socket's address; of any family but IPv4 and IPv6: no.
    func allows(_ address: UnsafePointer<sockaddr>) -> Bool {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let four = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
            return allowsPrivate || Self.isPublic(ipv4: UInt32(bigEndian: four.sin_addr.s_addr))
        case AF_INET6:
            let six = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
            return allowsPrivate || withUnsafeBytes(of: six.sin6_addr) { Self.isPublic(ipv6: Array($0)) }
        default: return false
        }
    }

    static func isPublic(ipv4 address: UInt32) -> Bool {
        !privateIPv4.contains { base, bits in address >> (32 - bits) == base >> (32 - bits) }
    }

    /// - Parameter bytes: 16, in network order.
    static func isPublic(ipv6 bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return false }
        func four(at index: Int) -> UInt32 { bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let word = four(at: 0)
        // IPv4-mapped ::ffff:0:0/96, and the translation prefix 64:ff9b::/96 (RFC 6052).
        if bytes[0..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return isPublic(ipv4: four(at: 12))
        }
        if word == 0x0064_FF9B, bytes[4..<12].allSatisfy({ $0 == 0 }) { return isPublic(ipv4: four(at: 12)) }
        // 6to4 (2002::/16) embeds one, too.
        if word >> 16 == 0x2002 { return isPublic(ipv4: word << 16 | four(at: 4) >> 16) }
        // Global unicast is 2000::/3; the rest is loopback, link-local, unique local, multicast, reserved.
        guard word >> 29 == 0b001 else { return false }
        // 2001::/23: protocol assignments, with Teredo (which embeds) and ORCHID; 2001:db8::/32, 3fff::/20: examples.
        return word >> 9 != 0x2001_0000 >> 9 && word != 0x2001_0DB8 && word >> 12 != 0x3FFF_0000 >> 12
    }

    private static let privateIPv4: [(base: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
        (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16),
        (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
    ]
}
