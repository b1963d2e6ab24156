import Foundation
import Glibc
import Synchronization

/// A network that can be cut: connections to it go on to a server until so many bytes have passed, in one direction.
final class CuttingProxy: Sendable {
    struct Limits: Sendable {
        /// Bytes of a connection's requests, and of its answers, that pass; nil: all. 0: the connection is not taken.
        var up: Int?
        var down: Int?
        /// Called once, on a thread of the proxy's, when a limit is reached.
        var onCut: @Sendable () -> Void = {}
    }

    private struct State {
        var limits = Limits()
        var upBytes = 0
        var connections = 0
        var closed = 0
        var watchers: [(closed: Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    private let listener: Int32
    private let server: UInt16
    let port: UInt16

    init(to server: UInt16) throws {
        self.server = server
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard result else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    var address: String { "http://127.0.0.1:\(port)" }
    /// Bytes of requests that have passed since the start.
    var upBytes: Int { state.withLock(\.upBytes) }
    var connections: Int { state.withLock(\.connections) }

    /// For connections that begin from now on, and bytes that pass from now on.
    func limit(_ limits: Limits) { state.withLock { $0.limits = limits } }

    /// Waits until so many connections have ended, or the test's time is over.
    func wait(forClosed count: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.closed >= count || Task.isCancelled { return true }
                    state.watchers.append((count, continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            let watchers = state.withLock { state in
                defer { state.watchers = [] }
                return state.watchers
            }
            for watcher in watchers { watcher.1.resume() }
        }
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else {
                if errno == EINTR { continue }
                close(listener)
                return
            }
            let limits = state.withLock { state in
                state.connections += 1
                return state.limits
            }
            guard limits.up != 0, limits.down != 0, let upstream = connect() else {
                close(client)
                ended()
                limits.onCut()
                continue
            }
            let link = Link(client, upstream)
            Thread.detachNewThread { [self] in copy(client, upstream, link, isUp: true) }
            Thread.detachNewThread { [self] in copy(upstream, client, link, isUp: false) }
        }
    }

    /// Two sockets that are closed when both directions have ended.
    private final class Link: Sendable {
        let first: Int32, second: Int32
        private let running = Mutex(2)
        init(_ first: Int32, _ second: Int32) { (self.first, self.second) = (first, second) }

        func cut() { for socket in [first, second] { shutdown(socket, Int32(SHUT_RDWR)) } }

        /// - Returns: whether it was the last.
        func leave() -> Bool {
            let left = running.withLock { count in
                count -= 1
                return count
            }
            guard left == 0 else { return false }
            for socket in [first, second] { close(socket) }
            return true
        }
    }

    private func copy(_ from: Int32, _ to: Int32, _ link: Link, isUp: Bool) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var passed = 0
        while true {
            let count = recv(from, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            let limits = state.withLock(\.limits)
            let limit = (isUp ? limits.up : limits.down) ?? .max
            let allowed = min(count, limit - passed)
            // Before they arrive: the receiver of the answer finds them counted.
            if isUp { state.withLock { $0.upBytes += max(0, allowed) } }
            if allowed > 0, !sendAll(to, buffer, allowed) { break }
            passed += max(0, allowed)
            if allowed < count || passed >= limit {
                link.cut()
                limits.onCut()
                break
            }
        }
        link.cut()
        if link.leave() { ended() }
    }

    private func ended() {
        let due = state.withLock { state in
            state.closed += 1
            let due = state.watchers.filter { $0.closed <= state.closed }
            state.watchers.removeAll { $0.closed <= state.closed }
            return due
        }
        for watcher in due { watcher.1.resume() }
    }

    private func sendAll(_ socket: Int32, _ bytes: [UInt8], _ count: Int) -> Bool {
        var sent = 0
        while sent < count {
            let written = bytes.withUnsafeBytes { buffer in
                send(socket, buffer.baseAddress?.advanced(by: sent), count - sent, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            sent += written
        }
        return true
    }

    private func connect() -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(server)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}
