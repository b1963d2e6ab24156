import Glibc
import LaurelHTTPServer

/// A port that nobody listens on, for `--port 0`: the pages must know it before the server starts.
enum FreePort {
    static func find(_ address: String) throws(Failure) -> UInt16 {
        guard let port = try bound(0, address.contains(":") ? "::" : "0.0.0.0"), port != 0 else {
            throw Failure("can't find a free port", status: 1)
        }
        return port
    }

    /// - Parameter option: which the port was given by.
    /// - Throws: when somebody listens on a port that was chosen, or it can't be had.
    static func require(_ port: UInt16, _ address: String, _ option: String = "--port") throws(Failure) {
        guard port != 0, try bound(port, address) == nil else { return }
        let refusal: StartError =
            switch errno {
            case EADDRINUSE: .inUse(.tcp(address: address, port: port))
            case EACCES, EPERM: .notPermitted(.tcp(address: address, port: port))
            case let code: .system(call: "bind", errno: code)
            }
        throw refusal.failure(address, option)
    }

    /// Takes a port for a moment.
    /// - Returns: its number; nil: it can't be had, as `errno` says.
    private static func bound(_ port: UInt16, _ address: String) throws(Failure) -> UInt16? {
        let family = address.contains(":") ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("can't create a socket", status: 1) }
        defer {
            let reason = errno
            close(descriptor)
            errno = reason
        }
        // Connections of a server that has just ended are no obstacle.
        var yes: Int32 = port == 0 ? 0 : 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var storage = sockaddr_storage()
        var length = socklen_t(family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            // The port stands at the same place in both families (ip(7), ipv6(7)).
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                $0.pointee.sin_family = sa_family_t(family)
                $0.pointee.sin_port = port.bigEndian
                inet_pton(AF_INET, address, &$0.pointee.sin_addr)
            }
            if family == AF_INET6 {
                pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    _ = inet_pton(AF_INET6, address, &$0.pointee.sin6_addr)
                }
            }
            return pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, length) == 0, getsockname(descriptor, address, &length) == 0 else {
                    return nil
                }
                return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            }
        }
    }
}
