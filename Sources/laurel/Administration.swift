import Foundation
import Glibc
import LaurelStorage
import LaurelStorageSQLite

/// How a command reaches the service: through the socket in the data folder, of the server that runs there or of one
/// that runs for the command alone. It is the same interface (/v1/connect), and the caller is administrator.
struct Administration: Sendable {
    /// Status and body of the answer. `type`: the body's media type.
    let exchange:
        @Sendable (_ method: String, _ target: String, _ body: Data?, _ type: String) async throws -> (Int, Data)

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
    /// - Parameters:
    ///   - makesStore: whether to create a missing store. Otherwise a mistyped folder would get an empty one.
    ///   - lost: what to say when the server ended before it answered, and so perhaps in the middle of the work; it is
    ///     given the way to a server that is there again.
    static func with(
        _ invocation: Invocation, makesStore: Bool = false, _ work: (Administration) async throws -> Void,
        lost: (Administration?) async throws -> Aftermath = { _ in .unknown }
    ) async throws {
        let folder = DataFolder.path(invocation)
        do {
            try await withSocket(of: folder, makesStore: makesStore) { path in try await work(Administration(path)) }
        } catch is ConnectionLost {
            switch try await aftermath(in: folder, lost) {
            case .done(let message): Terminal.say(message)
            case .failed(let message): throw Failure(message, status: 1)
            }
        }
    }

    private init(_ path: String) {
        exchange = { try await AdministrationSocket.exchange(at: path, $0, $1, $2, $3) }
    }

    private static func aftermath(
        in folder: String, _ lost: (Administration?) async throws -> Aftermath
    ) async throws -> Aftermath {
        do {
            if try await StartingServer(folder: folder).isReady() {
                return try await lost(Administration(DataFolder.socket(in: folder)))
            }
        } catch is ConnectionLost {
            // Gone again: nobody can be asked.
        }
        return try await lost(nil)
    }

    /// Runs `work` with the socket of the server that uses the folder, once that one is ready, or else of a server
    /// that runs for this alone: commands see the same either way.
    static func withSocket(
        of folder: String, makesStore: Bool = false, _ work: (_ path: String) async throws -> Void
    ) async throws {
        let path = DataFolder.socket(in: folder)
        if try await StartingServer(folder: folder).isReady() { return try await work(path) }
        guard makesStore || SQLiteStore.exists(in: folder) else {
            throw Failure(
                "\(folder) has no data; give the server's folder with --data, or start a server there: "
                    + "laurel serve --data \(folder)", status: 1)
        }
        let stop = try await Composition.serveCommand(in: folder)
        do {
            try await work(path)
        } catch {
            await stop()
            throw error
        }
        await stop()
    }
}

extension String {
    /// As one segment of a path: an id that the server will refuse must still reach it in one piece.
    var asPathSegment: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "._-"))) ?? self
    }
}

/// The server ended before it had answered: what it was asked to do is done, or not.
struct ConnectionLost: Error {}

/// What became of a command whose server was lost.
enum Aftermath {
    /// It was done all the same.
    case done(String)
    /// Nobody knows, or there is something left to do.
    case failed(String)

    static let lostServer = "the server stopped before it answered."
    static let unknown = failed("\(lostServer) Check what was done before you type the command again.")

    /// - Parameters:
    ///   - planned: changes before; nil: nobody counted them.
    ///   - left: changes that a server which is back would still make; nil: there is none to ask.
    static func ofImport(planned: Int?, left: Int?) -> Aftermath {
        let again = "To apply the rest, type it again:\n  \(Terminal.typed)"
        guard let left else {
            return .failed("\(lostServer) Each change was applied completely or not at all. \(again)")
        }
        let planned = max(planned ?? left, left)
        let count = "the server stopped and is back: \(planned - left) of \(Count.of(planned, "change")) applied."
        return left == 0 ? .done(count) : .failed("\(count) \(again)")
    }
}

/// HTTP over the Unix socket of a running server, one connection a call.
enum AdministrationSocket {
    /// One request and its whole answer, on a thread of its own: the server may be in this process and need the others.
    static func exchange(
        at path: String, _ method: String, _ target: String, _ body: Data?, _ type: String
    ) async throws -> (Int, Data) {
        let result: Result<(Int, Data), any Error> = await withCheckedContinuation { continuation in
            BlockingThread.start {
                continuation.resume(
                    returning: Result {
                        guard let descriptor = try connect(to: path) else { throw ConnectionLost() }
                        defer { Glibc.close(descriptor) }
                        return try exchange(on: descriptor, method, target, body, type)
                    })
            }
        }
        return try result.get()
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
        return try AnswerBytes(answer).read()
    }
}

/// All bytes of one HTTP/1.1 answer, as they came.
struct AnswerBytes {
    private let bytes: Data
    init(_ bytes: Data) { self.bytes = bytes }

    /// Status and body. Source: RFC 9112, 6.
    func read() throws(ConnectionLost) -> (Int, Data) {
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { throw ConnectionLost() }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw ConnectionLost()
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let body = Data(bytes[end.upperBound...])
        if fields["transfer-encoding"]?.lowercased() == "chunked" { return (status, try Self.joined(body)) }
        if let length = fields["content-length"] {
            guard Int(length) == body.count else { throw ConnectionLost() }
        }
        return (status, body)
    }

    /// The content of all chunks up to the empty one. Source: RFC 9112, 7.1.
    private static func joined(_ chunks: Data) throws(ConnectionLost) -> Data {
        var content = Data()
        var rest = chunks[...]
        while true {
            guard let end = rest.range(of: Data("\r\n".utf8)) else { throw ConnectionLost() }
            let size = String(decoding: rest[..<end.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard let count = Int(size, radix: 16), count >= 0 else { throw ConnectionLost() }
            if count == 0 { return content }
            guard count <= rest.endIndex - end.upperBound - 2 else { throw ConnectionLost() }
            content.append(rest[end.upperBound..<end.upperBound + count])
            rest = rest[(end.upperBound + count + 2)...]
        }
    }
}

/// A server that may be starting: commands wait for it instead of failing.
struct StartingServer {
    /// Ranks of ten million scores are ready in less.
    static let patience = Duration.seconds(120)
    private static let pause = Duration.milliseconds(100)
    let folder: String

    /// - Returns: true once the folder's server is ready; false when no server uses the folder.
    func isReady() async throws -> Bool {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: Self.patience)
        var hasSaid = false
        while true {
            switch try await state() {
            case .none: return false
            case .ready: return true
            case .starting: break
            }
            guard clock.now < end else {
                throw Failure("the server is still starting; try again in a minute", status: 1)
            }
            if !hasSaid, Terminal.isWatched { Terminal.complain("Waiting for the server to start…") }
            hasSaid = true
            try await Task.sleep(for: Self.pause)
        }
    }

    private enum State {
        case none
        case starting
        case ready
    }

    private func state() async throws -> State {
        let path = DataFolder.socket(in: folder)
        guard let probe = try AdministrationSocket.connect(to: path) else {
            // The lock is taken before the socket is there.
            return SQLiteStore.isInUse(directory: folder) ? .starting : .none
        }
        Glibc.close(probe)
        do {
            let (status, _) = try await AdministrationSocket.exchange(at: path, "GET", "/readyz", nil, "")
            return status == 503 ? .starting : .ready
        } catch is ConnectionLost {
            // It just stopped; the next look says so.
            return .starting
        }
    }
}
