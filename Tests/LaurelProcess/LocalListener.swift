import Glibc

/// A TCP socket on 127.0.0.1, on a port that the system chose.
public struct LocalListener: Sendable {
    public struct None: Error {}

    public let port: UInt16
    let descriptor: Int32

    /// Binds the socket. It belongs to the caller, who closes it.
    ///
    /// - Parameter backlog: how many clients may wait; nil: it doesn't listen, and only has the port.
    public init(backlog: Int32? = nil) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && getsockname(listener, generic, &length) == 0
            }
        }
        guard isBound, backlog.map({ listen(listener, $0) == 0 }) ?? true else {
            close(listener)
            throw None()
        }
        descriptor = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    /// A port that nobody had a moment ago.
    public static func freePort() throws -> UInt16 {
        let listener = try LocalListener()
        close(listener.descriptor)
        return listener.port
    }
}
