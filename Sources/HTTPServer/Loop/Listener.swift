import CLaurelLinux
import Glibc

/// A listening socket, closed by its owner.
struct Listener {
    let descriptor: Int32
    let endpoint: Configuration.Endpoint

    /// Completed connections that wait to be accepted.
    private static let backlog: Int32 = 4096

    /// Opens one socket a loop for an address, all at the same port, or one in all for a path.
    ///
    /// - Parameter unacknowledgedTime: see ``Limits/unacknowledgedTime``.
    static func open(
        _ endpoint: Configuration.Endpoint, loops: Int, unacknowledgedTime: Duration
    ) throws(StartError) -> [Listener] {
        switch endpoint {
        case .unix(let path): return [Listener(descriptor: try openUnix(path, endpoint), endpoint: endpoint)]
        case .tcp(let text, let port):
            guard let address = SocketAddress(text, port: port) else { throw .notAnAddress(text) }
            if port != 0 {
                // SO_REUSEPORT would let a second server of the same user share the port in silence, so a socket
                // without it asks first whether the path is free.
                close(try bound(address, endpoint, sharesPort: false, unacknowledgedTime))
            }
            var listeners: [Listener] = []
            do {
                var next = address
                for _ in 0..<loops {
                    let socket = try bound(next, endpoint, sharesPort: true, unacknowledgedTime)
                    // The kernel chose the port of the first one, if none was given.
                    let actual = Configuration.Endpoint.tcp(address: text, port: SocketAddress.port(of: socket))
                    listeners.append(Listener(descriptor: socket, endpoint: actual))
                    try check(listen(socket, backlog), "listen")
                    next = SocketAddress(text, port: SocketAddress.port(of: socket)) ?? next
                }
            } catch {
                for listener in listeners { close(listener.descriptor) }
                throw error
            }
            return listeners
        }
    }

    private static func bound(
        _ address: SocketAddress, _ endpoint: Configuration.Endpoint, sharesPort: Bool, _ unacknowledgedTime: Duration
    ) throws(StartError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(address.family, kind, 0)
        guard socket >= 0 else { throw .system(call: "socket", errno: errno) }
        set(socket, SOL_SOCKET, SO_REUSEADDR)
        if sharesPort { set(socket, SOL_SOCKET, SO_REUSEPORT) }
        // Accepted sockets inherit both: an answer that is there shall leave, and a host that is gone shall be
        // noticed. Without the latter the kernel repeats what it sent for a quarter of an hour (tcp(7), tcp_retries2).
        set(socket, Int32(IPPROTO_TCP), TCP_NODELAY)
        let milliseconds = unacknowledgedTime.nanoseconds / 1_000_000
        set(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(clamping: max(1, milliseconds)))
        // `::` is everybody, whatever the system's default: IPv4 comes to it too, in its mapped form.
        if address.family == AF_INET6 {
            set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, address.isUnspecified ? 0 : 1)
        }
        if address.withPointer({ bind(socket, $0, $1) }) == 0 { return socket }
        let code = errno
        close(socket)
        switch code {
        case EADDRINUSE: throw .inUse(endpoint)
        case EACCES, EPERM: throw .notPermitted(endpoint)
        default: throw .system(call: "bind", errno: code)
        }
    }

    private static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32 = 1) {
        var value = value
        setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func check(_ result: Int32, _ call: String) throws(StartError) {
        if result != 0 { throw .system(call: call, errno: errno) }
    }

    // MARK: - Unix-domain sockets

    private static func openUnix(_ path: String, _ endpoint: Configuration.Endpoint) throws(StartError) -> Int32 {
        guard let address = SocketAddress(path: path) else { throw .unusablePath(path) }
        try removeStale(path, address, endpoint)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(AF_UNIX, kind, 0)
        guard socket >= 0 else { throw .system(call: "socket", errno: errno) }
        do {
            try check(address.withPointer { bind(socket, $0, $1) }, "bind")
            // Nobody can connect before `listen`, so there is no moment at which others may.
            try check(chmod(path, 0o600), "chmod")
            try check(listen(socket, backlog), "listen")
        } catch {
            close(socket)
            if case .system(_, EACCES) = error { throw .notPermitted(endpoint) }
            throw error
        }
        return socket
    }

    /// Removes a socket that no process serves any more.
    private static func removeStale(
        _ path: String, _ address: SocketAddress, _ endpoint: Configuration.Endpoint
    ) throws(StartError) {
        var information = stat()
        guard lstat(path, &information) == 0 else { return }
        guard information.st_mode & S_IFMT == S_IFSOCK else { throw .unusablePath(path) }
        let probe = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { throw .system(call: "socket", errno: errno) }
        defer { close(probe) }
        if address.withPointer({ connect(probe, $0, $1) }) == 0 { throw .inUse(endpoint) }
        if errno == ECONNREFUSED { unlink(path) } else { throw .inUse(endpoint) }
    }
}

/// A `sockaddr` of any family.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(0)
    /// `0.0.0.0` or `::`.
    private(set) var isUnspecified = false

    var family: Int32 { Int32(storage.ss_family) }

    init?(_ text: String, port: UInt16) {
        guard let address = IPAddress(text) else { return nil }
        isUnspecified =
            address.high == 0 && (address.isIPv4 ? UInt32(truncatingIfNeeded: address.low) == 0 : address.low == 0)
        if address.isIPv4 {
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            four.sin_addr.s_addr = UInt32(truncatingIfNeeded: address.low).bigEndian
            fill(from: four)
        } else {
            var six = sockaddr_in6()
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &six.sin6_addr) { bytes in
                bytes.storeBytes(of: address.high.bigEndian, as: UInt64.self)
                bytes.storeBytes(of: address.low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            fill(from: six)
        }
    }

    init?(path: String) {
        var unix = sockaddr_un()
        unix.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &unix.sun_path) { room in
            // The last byte stays 0.
            guard !bytes.isEmpty, bytes.count < room.count, !bytes.contains(0) else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard fits else { return nil }
        fill(from: unix)
    }

    private mutating func fill<Address>(from address: Address) {
        length = socklen_t(MemoryLayout<Address>.size)
        withUnsafeMutableBytes(of: &storage) { room in
            withUnsafeBytes(of: address) { room.copyMemory(from: $0) }
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// The peer of an accepted socket.
    static func peer(_ storage: sockaddr_storage) -> Peer {
        withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET:
                .inet(IPAddress(ipv4: UInt32(bigEndian: bytes.load(as: sockaddr_in.self).sin_addr.s_addr)))
            case AF_INET6: .inet(IPAddress(bytes.load(as: sockaddr_in6.self).sin6_addr))
            default: .local
            }
        }
    }

    static func port(of socket: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &storage) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        return withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET: UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
            case AF_INET6: UInt16(bigEndian: bytes.load(as: sockaddr_in6.self).sin6_port)
            default: 0
            }
        }
    }
}
