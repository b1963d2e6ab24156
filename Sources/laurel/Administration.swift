import Foundation
import Glibc

/// The way of a command to the service: through the socket in the data folder where a server runs, and in this
/// process where none does. Either way it is the same interface (/v1/connect), and the caller is administrator.
struct Administration: Sendable {
    /// Status and body of the answer. `type`: the body's media type.
    let exchange:
        @Sendable (_ method: String, _ target: String, _ body: Data?, _ type: String) async throws -> (Int, Data)
    /// Ends what was opened for it.
    let close: @Sendable () async -> Void

    /// - Returns: the answer's object; nil for an answer without a body.
    @discardableResult func call(
        _ method: String, _ target: String, _ body: [String: Any]? = nil
    ) async throws -> [String: Any]? {
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        return try await send(method, target, data)
    }

    func send(
        _ method: String, _ target: String, _ body: Data?, type: String = "application/json"
    ) async throws -> [String: Any]? {
        let (status, answer) = try await exchange(method, target, body, type)
        let object = answer.isEmpty ? nil : try JSONSerialization.jsonObject(with: answer) as? [String: Any]
        guard (200...299).contains(status) else { throw Self.failure(status, object ?? [:]) }
        return object
    }

    /// A problem as a message for the person at the terminal.
    static func failure(_ status: Int, _ problem: [String: Any]) -> Failure {
        let title = problem["title"] as? String ?? "the server responded with status \(status)"
        var message = title
        if let field = problem["field"] as? String { message += " (\(field))" }
        if let detail = problem["detail"] as? String, detail != title { message += ": \(detail)" }
        return Failure(message, status: 1)
    }

    /// Runs `work` with access to the command's data folder.
    ///
    /// - Parameter makesStore: whether to create a missing store. Otherwise a mistyped folder would get an empty one.
    static func with(
        _ invocation: Invocation, makesStore: Bool = false, _ work: (Administration) async throws -> Void
    ) async throws {
        let folder = DataFolder.path(invocation)
        let way: Administration
        if let running = try AdministrationSocket.way(to: folder) {
            way = running
        } else {
            guard makesStore || FileManager.default.fileExists(atPath: DataFolder.store(in: folder)) else {
                throw Failure(
                    "\(folder) has no data; give the server's folder with --data, or start a server there: "
                        + "laurel serve --data \(folder)", status: 1)
            }
            way = try await Composition.administration(of: folder)
        }
        do {
            try await work(way)
        } catch {
            await way.close()
            throw error
        }
        await way.close()
    }
}

extension String {
    /// As one segment of a path: an id that the server will refuse must still reach it in one piece.
    var asPathSegment: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "._-"))) ?? self
    }
}

/// HTTP over the Unix socket of a running server, one connection a call.
enum AdministrationSocket {
    /// - Returns: nil when no server answers at this folder's socket.
    static func way(to folder: String) throws -> Administration? {
        let path = DataFolder.socket(in: folder)
        guard let probe = try connect(to: path) else { return nil }
        Glibc.close(probe)
        return Administration(
            exchange: { method, target, body, type in
                guard let descriptor = try connect(to: path) else {
                    throw Failure("the server just stopped", status: 1)
                }
                defer { Glibc.close(descriptor) }
                return try exchange(on: descriptor, method, target, body, type)
            }, close: {})
    }

    static func connect(to path: String) throws -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < capacity else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("can't create a socket (error \(errno))", status: 1) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return descriptor }
        let reason = errno
        Glibc.close(descriptor)
        if reason == EACCES { throw Failure("\(path) belongs to another user; run this as that user", status: 1) }
        return nil
    }

    private static func exchange(
        on descriptor: Int32, _ method: String, _ target: String, _ body: Data?, _ type: String
    ) throws -> (Int, Data) {
        var request = Data("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".utf8)
        if let body {
            request.append(Data("Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n".utf8))
        }
        request.append(Data("\r\n".utf8))
        if let body { request.append(body) }
        request.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = send(
                    descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return }
                sent += count
            }
        }
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            answer.append(contentsOf: buffer[0..<count])
        }
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)),
            let status = String(decoding: answer[..<end.lowerBound], as: UTF8.self).split(separator: " ").dropFirst()
                .first
                .flatMap({ Int($0) })
        else { throw Failure("the server closed the connection", status: 1) }
        return (status, answer[end.upperBound...])
    }
}
