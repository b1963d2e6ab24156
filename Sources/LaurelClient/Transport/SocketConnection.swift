import Foundation
import Synchronization

/// What bytes go through: a socket, plain or secure. Its calls block.
protocol Link {
    func send(_ bytes: [UInt8]) throws(TransportError)
    /// - Returns: how many bytes came; 0: the other side has ended.
    func receive(into buffer: inout [UInt8]) throws(TransportError) -> Int
}

/// Over what a connection is made.
enum SocketKind: Sendable {
    /// To the host and port of the request.
    ///
    /// - secured: makes a socket secure for the host of this name; nil: https is not for this connection.
    case network(secured: (@Sendable (Int32, String) throws(TransportError) -> any Link)?)
    /// To the socket that a server of this machine has at this path.
    case unix(String)
}

/// One connection for one request. Its calls block: it belongs on a thread of its own.
final class SocketConnection: Sendable {
    private enum State {
        case fresh, open(Int32), cancelled
    }

    private let state = Mutex(State.fresh)
    private let kind: SocketKind

    init(_ kind: SocketKind) { self.kind = kind }

    /// From any thread: whatever blocks returns, with `cancelled`.
    func cancel() {
        state.withLock { state in
            if case .open(let socket) = state { shutdown(socket, Int32(SHUT_RDWR)) }
            state = .cancelled
        }
    }

    private var isCancelled: Bool {
        state.withLock { if case .cancelled = $0 { true } else { false } }
    }

    /// Sends `request` and hands on each part of the answer as it comes.
    ///
    /// - Parameter hear: the parser with its head, and new bytes of the body; false: no more is wanted.
    func exchange(
        _ request: TransportRequest, _ hear: (ResponseParser, [UInt8]) throws(TransportError) -> Bool
    ) throws(TransportError) {
        let target = try HTTPTarget(request.url)
        let socket = try connect(to: target, request.timeout)
        defer { close(socket) }
        do throws(TransportError) {
            let link = try link(over: socket, to: target)
            do throws(TransportError) {
                try link.send(target.bytes(of: request))
            } catch {
                // A server that does not want the rest, such as of too large a body, has already answered.
                guard error == .lost else { throw error }
            }
            try receive(from: link, hear)
        } catch {
            throw isCancelled ? .cancelled : error
        }
    }

    private func link(over socket: Int32, to target: HTTPTarget) throws(TransportError) -> any Link {
        guard target.isSecure else { return PlainLink(socket: socket) }
        guard case .network(let secured?) = kind else { throw .insecure }
        return try secured(socket, target.host)
    }

    private func receive(
        from link: any Link, _ hear: (ResponseParser, [UInt8]) throws(TransportError) -> Bool
    ) throws(TransportError) {
        var parser = ResponseParser()
        var buffer = [UInt8](repeating: 0, count: 32_768)
        while !parser.isDone {
            let count = try link.receive(into: &buffer)
            if count == 0 { return try parser.end() }
            let body = try parser.take(buffer[..<count])
            if parser.hasHead, try !hear(parser, body) { return }
        }
    }

    // MARK: Connecting

    private func connect(to target: HTTPTarget, _ timeout: Duration) throws(TransportError) -> Int32 {
        if case .unix(let path) = kind { return try connect(toSocketAt: path, timeout) }
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(target.host, String(target.port), &hints, &found) == 0 else { throw .unreachable }
        defer { freeaddrinfo(found) }
        var next = found
        var error = TransportError.unreachable
        while let address = next {
            do throws(TransportError) { return try connect(to: address.pointee, timeout) } catch let failure {
                if failure == .cancelled { throw failure }
                error = failure
            }
            next = address.pointee.ai_next
        }
        throw error
    }

    private func connect(toSocketAt path: String, _ timeout: Duration) throws(TransportError) -> Int32 {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        // The last byte stays zero.
        guard path.utf8.count < MemoryLayout.size(ofValue: name.sun_path) else { throw .unreachable }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafeMutablePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                var address = addrinfo()
                address.ai_family = AF_UNIX
                address.ai_socktype = Int32(SOCK_STREAM.rawValue)
                address.ai_addr = pointer
                address.ai_addrlen = socklen_t(MemoryLayout<sockaddr_un>.size)
                return Result { () throws(TransportError) in try connect(to: address, timeout) }
            }
        }
        return try result.get()
    }

    private func connect(to address: addrinfo, _ timeout: Duration) throws(TransportError) -> Int32 {
        let socket = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw .other(String(cString: strerror(errno))) }
        let mayGoOn = state.withLock { state in
            if case .cancelled = state { return false }
            state = .open(socket)
            return true
        }
        // A connect too gives up after the time to send. Zero would be for ever (socket(7)).
        let (seconds, attoseconds) = max(timeout, .milliseconds(1)).components
        var time = timeval(tv_sec: time_t(seconds), tv_usec: suseconds_t(attoseconds / 1_000_000_000_000))
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, size)
        if mayGoOn, Foundation.connect(socket, address.ai_addr, address.ai_addrlen) == 0 { return socket }
        let reason = errno
        close(socket)
        throw isCancelled ? .cancelled : reason == EINPROGRESS || reason == ETIMEDOUT ? .timedOut : .unreachable
    }

    /// Nobody may shut down a number that the next socket has.
    private func close(_ socket: Int32) {
        state.withLock { state in
            if case .open(socket) = state { state = .fresh }
            Foundation.close(socket)
        }
    }
}

/// A socket as it is.
struct PlainLink: Link {
    let socket: Int32

    func send(_ bytes: [UInt8]) throws(TransportError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.send(
                    socket, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw errno == EAGAIN ? .timedOut : .lost
            }
            sent += count
        }
    }

    func receive(into buffer: inout [UInt8]) throws(TransportError) -> Int {
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count >= 0 { return count }
            if errno == EINTR { continue }
            throw errno == EAGAIN ? .timedOut : .lost
        }
    }
}

/// Where a request goes, and how it is written.
struct HTTPTarget {
    let host: String
    let port: Int
    let isSecure: Bool
    private let authority: String
    private let target: String

    init(_ url: String) throws(TransportError) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
        else { throw .other("\(url) isn't an http or https URL") }
        isSecure = scheme == "https"
        let standard = isSecure ? 443 : 80
        let port = parts.port ?? standard
        guard (1...65_535).contains(port) else { throw .other("\(url) has no port") }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
        let shown = self.host.contains(":") ? "[\(self.host)]" : self.host
        authority = port == standard ? shown : "\(shown):\(port)"
        let path = parts.percentEncodedPath
        target = (path.isEmpty ? "/" : path) + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
    }

    func bytes(of request: TransportRequest) throws(TransportError) -> [UInt8] {
        var lines = ["\(request.method) \(target) HTTP/1.1", "Host: \(authority)", "Connection: close"]
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) { lines.append("\(name): \(value)") }
        if let body = request.body { lines.append("Content-Length: \(body.count)") }
        // A line break in a header would let its author send a request of their own.
        guard lines.allSatisfy({ line in line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
            throw .other("A header contains a control character.")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (request.body ?? [])
    }
}
