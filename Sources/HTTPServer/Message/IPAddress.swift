import Glibc

/// An IP address. IPv4 is kept as its IPv4-mapped IPv6 form, so one client has one value.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(ipv4: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(ipv4)) }

    /// Reads `192.0.2.1` or `2001:db8::1`; `nil` for anything else, brackets, ports and zones included.
    public init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(ipv4: UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(six)
    }

    init(_ address: in6_addr) {
        self = withUnsafeBytes(of: address) { bytes in
            IPAddress(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    public var description: String {
        var text = [CChar](repeating: 0, count: 64)
        if isIPv4 {
            var address = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
            inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        } else {
            var address = (high.bigEndian, low.bigEndian)
            inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The unit that counts as one client in the cap on connections: an IPv4 address, or an IPv6 /64, because that
    /// is what one subscriber is given (RFC 6177).
    public var subscriber: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }
}

/// A block of addresses, `10.0.0.0/8` or `2001:db8::/32`; a bare address is a block of one.
public struct IPNetwork: Hashable, Sendable {
    let base: IPAddress
    /// Bits of the IPv6 form that count, 0...128.
    let bits: Int

    /// `nil` when the text is no address, or the length does not fit the kind of address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        let width = address.isIPv4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            guard let given = Int(parts[1]), (0...width).contains(given) else { return nil }
            length = given
        }
        base = address
        bits = length + 128 - width
    }

    public func contains(_ address: IPAddress) -> Bool {
        let highMask: UInt64 = bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits))
        let lowMask: UInt64 = bits <= 64 ? 0 : bits == 128 ? .max : ~(UInt64.max >> UInt64(bits - 64))
        return address.high & highMask == base.high & highMask && address.low & lowMask == base.low & lowMask
    }
}

/// Who sent a request.
public enum Peer: Hashable, Sendable, CustomStringConvertible {
    /// A client at an address: the connection's own, or what a trusted proxy said (``Configuration/trustedProxies``).
    case inet(IPAddress)
    /// A client on the Unix-domain socket, which only the user who runs the server may open.
    case local

    /// With the address of the one subscriber that a limit is for (``IPAddress/subscriber``).
    public var subscriber: Peer {
        switch self {
        case .inet(let address): .inet(address.subscriber)
        case .local: .local
        }
    }

    public var description: String {
        switch self {
        case .inet(let address): address.description
        case .local: "local"
        }
    }
}
