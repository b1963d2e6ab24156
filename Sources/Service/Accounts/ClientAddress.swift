/// Whom guesses are counted against when they come over a network: an IPv4 address, or the /64 of an IPv6
/// address, which is the least that one household or machine has to itself.
public struct ClientAddress: Hashable, Sendable {
    private let upper: UInt64
    private let lower: UInt64

    /// The operator, through the socket in the data folder; not counted.
    public static let local = ClientAddress(upper: .max, lower: .max)

    /// The /48 of an IPv6 address, which is the most that one household or office is given (RFC 6177); an IPv4 address
    /// is its own.
    var site: ClientAddress { lower == 0 ? ClientAddress(upper: upper & ~0xFFFF, lower: 0) : self }

    /// The same for the same address, and for no other.
    var text: String { String(upper, radix: 16) + ":" + String(lower, radix: 16) }

    private init(upper: UInt64, lower: UInt64) {
        self.upper = upper
        self.lower = lower
    }

    /// - Parameter octets: 4 bytes, or 16 in network order. An IPv4 address inside IPv6 is the IPv4 address.
    /// - Returns: nil for any other number of bytes.
    public init?(octets: some Collection<UInt8>) {
        let octets = Array(octets)
        if octets.count == 4 {
            self.init(upper: 0, lower: octets.reduce(0xFFFF) { $0 << 8 | UInt64($1) })
        } else if octets.count == 16 {
            let isMapped = octets[..<10].allSatisfy { $0 == 0 } && octets[10] == 0xFF && octets[11] == 0xFF
            self.init(
                upper: octets[..<8].reduce(0) { $0 << 8 | UInt64($1) },
                lower: isMapped ? octets[10...].reduce(0) { $0 << 8 | UInt64($1) } : 0)
        } else {
            return nil
        }
    }

    /// As a socket's address is written: `192.0.2.7`, `2001:db8::1`, with or without brackets and zone. A text
    /// that is neither is counted as itself.
    public init(_ text: String) {
        let bare = text.filter { $0 != "[" && $0 != "]" }.prefix { $0 != "%" }
        if let octets = Self.ipv4(bare) ?? Self.ipv6(bare), let address = ClientAddress(octets: octets) {
            self = address
        } else {
            // FNV-1a: the counters only need the same text to be the same key.
            let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            self.init(upper: 1, lower: sum)
        }
    }

    private static func ipv4(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let octets = parts.compactMap { UInt8($0) }
        return parts.count == 4 && octets.count == 4 ? octets : nil
    }

    private static func ipv6(_ text: some StringProtocol) -> [UInt8]? {
        guard text.contains(":") else { return nil }
        var groups: [[UInt8]] = []
        var gap: Int?
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if part.isEmpty {
                if index == 0 || index == parts.count - 1 { continue }
                guard gap == nil else { return nil }
                gap = groups.count
            } else if index == parts.count - 1, let tail = ipv4(part) {
                groups += [Array(tail[..<2]), Array(tail[2...])]
            } else if let group = UInt16(part, radix: 16) {
                groups.append([UInt8(group >> 8), UInt8(group & 0xFF)])
            } else {
                return nil
            }
        }
        guard groups.count <= 8, gap != nil || groups.count == 8 else { return nil }
        groups.insert(contentsOf: repeatElement([0, 0], count: 8 - groups.count), at: gap ?? groups.count)
        return groups.flatMap { $0 }
    }
}
