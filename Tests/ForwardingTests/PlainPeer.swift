import LaurelTestSockets
import Glibc

@testable import LaurelHTTPServer
@testable import LaurelForwarding

/// A peer of which only the socket is there: what it answers, and whether, the test decides.
final class PlainPeer: Sendable {
    private let listener: Int32
    let address: PeerAddress
    let port: UInt16

    /// - Parameter listens: otherwise connections are refused, and nobody else can have the port.
    init(listens: Bool = true) throws {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        listener = socket
        var name = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard let any = SocketAddress("127.0.0.1", port: 0), any.withPointer({ bind(socket, $0, $1) }) == 0 else {
            throw PlainSocket.Failure(call: "bind", code: errno)
        }
        let failure = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        port = UInt16(bigEndian: name.sin_port)
        guard failure == 0, let address = PeerAddress("127.0.0.1:\(port)") else {
            throw PlainSocket.Failure(call: "getsockname", code: errno)
        }
        self.address = address
        if listens { try listen() }
    }

    deinit { close(listener) }

    /// - Parameter backlog: 0: one connection waits to be accepted, and the kernel answers no other one.
    func listen(backlog: Int32 = 128) throws {
        guard Glibc.listen(listener, backlog) == 0 else { throw PlainSocket.Failure(call: "listen", code: errno) }
    }

    /// The next connection, once the head of its first request is there. One that ends without a byte is passed over:
    /// that's how libcurl looks when it's kept from sending again.
    func accept() throws -> (connection: PlainSocket, head: String) {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { throw PlainSocket.Failure(call: "accept", code: errno) }
            let connection = PlainSocket(descriptor: descriptor)
            if try connection.isAtEnd() { continue }
            return (connection, try connection.receive(through: "\r\n\r\n"))
        }
    }
}
