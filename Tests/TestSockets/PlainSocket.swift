import Glibc

@testable public import LaurelHTTPServer

/// A connection that sends and receives bytes, nothing else. Blocking; gives up after so long that no busy machine is
/// the reason, so that a hanging server is a failure and not a hanging test.
public final class PlainSocket {
    public private(set) var descriptor: Int32
    /// What was received and not yet taken by a method.
    private var rest: [UInt8] = []

    public struct Failure: Error {
        public let call: String
        public let code: Int32

        public init(call: String, code: Int32) {
            self.call = call
            self.code = code
        }
    }

    /// - Parameter receiveBuffer: bytes that the kernel keeps for a reader who does not read.
    public init(_ endpoint: Configuration.Endpoint, receiveBuffer: Int32? = nil) throws {
        let address: SocketAddress?
        switch endpoint {
        case .tcp(let text, let port): address = SocketAddress(text, port: port)
        case .unix(let path): address = SocketAddress(path: path)
        }
        let family = address?.family ?? AF_UNIX
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        setPatience()
        if let receiveBuffer { setReceiveBuffer(receiveBuffer) }
        guard let address, address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            throw Failure(call: "connect", code: errno)
        }
    }

    /// One that was accepted.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
        setPatience()
    }

    deinit { close() }

    public func setReceiveBuffer(_ bytes: Int32) {
        var bytes = bytes
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }

    private func setPatience() {
        var patience = timeval(tv_sec: 100, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    public func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Glibc.send(descriptor, $0 + sent, bytes.count - sent, Int32(MSG_NOSIGNAL)) }
                    ?? 0
            }
            if count < 0 { throw Failure(call: "send", code: errno) }
            sent += count
        }
    }

    /// Some bytes; empty at the end. A reset is an error.
    public func receive() throws -> [UInt8] {
        if !rest.isEmpty {
            defer { rest = [] }
            return rest
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { throw Failure(call: "recv", code: errno) }
        return Array(buffer.prefix(count))
    }

    /// Whether the other side has closed, and nothing is left to read. Waits until either is known.
    public func isAtEnd() throws -> Bool {
        if rest.isEmpty { rest = try receive() }
        return rest.isEmpty
    }

    /// Everything until the other side closes.
    public func receiveAll() throws -> String {
        var all: [UInt8] = []
        while case let bytes = try receive(), !bytes.isEmpty { all += bytes }
        return String(decoding: all, as: UTF8.self)
    }

    /// Everything until the other side closes or resets.
    public func receiveToEnd() -> [UInt8] {
        var all: [UInt8] = []
        do {
            while case let bytes = try receive(), !bytes.isEmpty { all += bytes }
        } catch {
            // A reset ends it as well.
        }
        return all
    }

    /// Everything up to and with `end`.
    public func receive(through end: String) throws -> String {
        let wanted = Array(end.utf8)
        var all: [UInt8] = []
        while true {
            if let range = all.firstRange(of: wanted) {
                rest = Array(all[range.upperBound...])
                return String(decoding: all[..<range.upperBound], as: UTF8.self)
            }
            let bytes = try receive()
            if bytes.isEmpty { throw Failure(call: "recv", code: 0) }
            all += bytes
        }
    }

    /// So many bytes.
    public func receive(count: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            let bytes = try receive()
            if bytes.isEmpty { throw Failure(call: "recv", code: 0) }
            all += bytes
        }
        rest = Array(all[count...])
        return Array(all[..<count])
    }

    public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    public func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Goes away as a crashed machine would: with a reset.
    public func reset() {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}
