import CLaurelLinux
import Glibc

@testable import LaurelHTTPServer

/// A client that sends and receives bytes, nothing else. Blocking; gives up after so long that no busy machine is
/// the reason, so that a hanging server is a failure and not a hanging test.
final class RawClient {
    private(set) var descriptor: Int32
    /// What was received and not yet taken by a method.
    private var rest: [UInt8] = []

    struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// - Parameter receiveBuffer: bytes that the kernel keeps for a reader who does not read.
    init(_ endpoint: Configuration.Endpoint, receiveBuffer: Int32? = nil) throws {
        let address: SocketAddress?
        let family: Int32
        switch endpoint {
        case .tcp(let text, let port):
            address = SocketAddress(text, port: port)
            family = address?.family ?? AF_INET
        case .unix(let path):
            address = SocketAddress(path: path)
            family = AF_UNIX
        }
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var patience = timeval(tv_sec: 100, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        guard let address, address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            throw Failure(call: "connect", code: errno)
        }
    }

    deinit { close() }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
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
    func receive() throws -> [UInt8] {
        if !rest.isEmpty {
            defer { rest = [] }
            return rest
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { throw Failure(call: "recv", code: errno) }
        return Array(buffer.prefix(count))
    }

    /// Everything until the server closes.
    func receiveAll() throws -> String {
        var all: [UInt8] = []
        while true {
            let bytes = try receive()
            if bytes.isEmpty { return String(decoding: all, as: UTF8.self) }
            all += bytes
        }
    }

    /// Everything up to and with `end`.
    func receive(through end: String) throws -> String {
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

    /// One answer with a Content-Length.
    func receiveAnswer() throws -> (head: String, body: String) {
        let head = try receive(through: "\r\n\r\n")
        var length = 0
        if let range = head.firstRange(of: "Content-Length: ") {
            length = Int(head[range.upperBound...].prefix { $0.isNumber }) ?? 0
        }
        var body: [UInt8] = []
        while body.count < length {
            let bytes = try receive()
            if bytes.isEmpty { throw Failure(call: "recv", code: 0) }
            body += bytes
        }
        rest = Array(body[length...])
        return (head, String(decoding: body[..<length], as: UTF8.self))
    }

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Goes away as a crashed machine would: with a reset.
    func reset() {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}
