import Foundation
import Glibc
import LaurelProcess
import LaurelTestSupport
import Synchronization
import Testing

/// A command whose server ends in the middle of it: what is said, and what can be typed.
@Suite("Commands whose server is gone", .serialized, .timeLimit(.minutes(15))) struct LostServerTests {
    private static let plan = plan("create leaderboard A", "create leaderboard B")

    private static func plan(_ changes: String...) -> String {
        let texts = changes.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"isPlan":true,"changes":[\#(texts)],"untouched":[],"uploads":[],"fields":[]}"#
    }

    private static func found(_ alias: String) -> String {
        let player = #"{"id":"G:1000001","alias":"\#(alias)","displayName":"\#(alias)"}"#
        return #"{"player":\#(player),"created":"2027-01-01T00:00:00.000Z","isAdministrator":false}"#
    }

    private static func configuration(in folder: URL) throws -> String {
        let file = folder.appending(path: "my game.json")
        try Data(#"{"app":{"bundleID":"com.example.hop"}}"#.utf8).write(to: file)
        return file.path
    }

    @Test("import says that what was applied is whole, and how to apply the rest")
    func importing() throws {
        let folder = try CommandTests.folder()
        let file = try Self.configuration(in: folder)
        let server = try StandInServer(in: folder) { request in
            if request.hasPrefix("GET /readyz") { return .answer("ready") }
            return request.contains("?plan=true") ? .answer(Self.plan) : .end
        }
        let run = try CommandTests.laurel("import", file, data: folder)
        #expect(run.status == 1)
        #expect(run.output.contains("the server stopped before it answered."), "\(run.output)")
        #expect(run.output.contains("applied completely or not at all"))
        #expect(run.output.contains("laurel import '\(file)' --data \(folder.path)"))
        server.stop()
    }

    @Test("import asks a server that is back how much is left", arguments: [(left: 1, status: Int32(1)), (0, 0)])
    func importingAgain(left: Int, status: Int32) throws {
        let folder = try CommandTests.folder()
        let file = try Self.configuration(in: folder)
        let isLost = Mutex(false)
        let server = try StandInServer(in: folder) { request in
            if request.hasPrefix("GET /readyz") { return .answer("ready") }
            if request.contains("?plan=true") {
                let rest = left == 0 ? Self.plan() : Self.plan("create leaderboard B")
                return .answer(isLost.withLock { $0 } ? rest : Self.plan)
            }
            isLost.withLock { $0 = true }
            return .breakOff
        }
        let run = try CommandTests.laurel("import", file, data: folder)
        #expect(run.status == status)
        #expect(run.output.contains("\(2 - left) of 2 changes applied"), "\(run.output)")
        #expect(run.output.contains("laurel import") == (left > 0), "\(run.output)")
        server.stop()
    }

    @Test("erase says whether the player is erased, as far as can be known", arguments: [true, false])
    func erasing(isErased: Bool) throws {
        let folder = try CommandTests.folder()
        let list = isErased ? "" : Self.found("Jungle-Jim")
        let server = try StandInServer(in: folder) { request in
            if request.hasPrefix("GET /readyz") { return .answer("ready") }
            return request.hasPrefix("GET /v1/connect/players?prefix=jungle-jim")
                ? .answer(#"{"players":[\#(list)],"next":null}"#) : .breakOff
        }
        let run = try CommandTests.laurel("player", "erase", "jungle-jim", "--yes", data: folder)
        #expect(run.status == (isErased ? 0 : 1))
        #expect(run.output.contains("Erased jungle-jim.") == isErased, "\(run.output)")
        #expect(run.output.contains("laurel player erase jungle-jim --yes") != isErased, "\(run.output)")
        server.stop()

        let gone = try StandInServer(in: folder) { request in
            request.hasPrefix("GET /readyz") ? .answer("ready") : .end
        }
        let alone = try CommandTests.laurel("player", "erase", "jungle-jim", "--yes", data: folder)
        #expect(alone.status == 1)
        #expect(alone.output.contains("If the erasure had begun, the server finishes it at its next start."))
        #expect(alone.output.contains("laurel player erase jungle-jim --yes"))
        gone.stop()
    }

    @Test("any other command says that its answer is missing")
    func others() throws {
        let folder = try CommandTests.folder()
        let server = try StandInServer(in: folder) { request in
            request.hasPrefix("GET /readyz") ? .answer("ready") : .end
        }
        let run = try CommandTests.laurel("invite", data: folder)
        #expect(run.status == 1)
        #expect(run.output.contains("the server stopped before it answered. Check what was done"), "\(run.output)")
        server.stop()
    }
}

/// A command whose server takes connections and answers nothing.
@Suite("Commands at a silent server", .serialized, .timeLimit(.minutes(15))) struct SilentServerTests {
    /// In milliseconds: before the first request; between looks while one waits; for the answer to a look. Short is
    /// only what a silent server is to use up: whatever else the machine does, an answer that comes is waited for.
    private func patience(first: Int = 10_000, pause: Int = 10, later: Int = 10_000) -> [String: String] {
        ["LAUREL_ANSWER_PATIENCE": "\(first),\(pause),\(later)"]
    }

    @Test("a server whose process is paused is named, with what to do, and answers once it goes on")
    func paused() throws {
        let server = try LaurelProcess()
        #expect(kill(server.processID, SIGSTOP) == 0)
        let run = try CommandTests.laurel(
            all: ["app", "list"], data: server.dataFolder, variables: patience(first: 100))
        #expect(kill(server.processID, SIGCONT) == 0)
        #expect(run.status == 1)
        #expect(run.output.contains("the server (process \(server.processID)) doesn't answer"), "\(run.output)")
        #expect(run.output.contains("kill -CONT \(server.processID)"), "\(run.output)")
        let after = try CommandTests.laurel("app", "list", data: server.dataFolder)
        #expect(after.status == 0, "\(after.output)")
        #expect(server.stop() == 0)
    }

    @Test("a server that falls silent while a request waits is given up")
    func fallen() throws {
        let folder = try CommandTests.folder()
        let server = try StandInServer(in: folder) { request in
            request.hasPrefix("GET /readyz") ? .answer("ready") : .silence
        }
        let run = try CommandTests.laurel(
            all: ["player", "sign-out", "jungle-jim"], data: folder, variables: patience(later: 100))
        #expect(run.status == 1)
        #expect(run.output.contains("laurel.sock doesn't answer"), "\(run.output)")
        #expect(run.output.contains("Check what was done before"), "\(run.output)")
        server.stop()
    }

    @Test("a server that works on a request for long, and says that it's ready meanwhile, is waited for")
    func slow() throws {
        let folder = try CommandTests.folder()
        // Since the request came; nil: it didn't yet.
        let looks = Mutex<Int?>(nil)
        let server = try StandInServer(in: folder) { request in
            guard request.hasPrefix("GET /readyz") else {
                looks.withLock { $0 = 0 }
                return .hold
            }
            let count = looks.withLock { count -> Int? in
                count = count.map { $0 + 1 }
                return count
            }
            return count == 2 ? .release("ready", held: "{}") : .answer("ready")
        }
        let run = try CommandTests.laurel(
            all: ["player", "sign-out", "jungle-jim"], data: folder, variables: patience())
        #expect(run.status == 0, "\(run.output)")
        server.stop()
    }

    @Test("what isn't three numbers is refused", arguments: ["10000", "1,2,0", "1,2,x", "1,2,3,4"])
    func malformed(text: String) throws {
        let run = try CommandTests.laurel(
            all: ["app", "list"], data: try CommandTests.folder(), variables: ["LAUREL_ANSWER_PATIENCE": text])
        #expect(run.status == 2 && run.output.contains("must be three positive numbers"), "\(run.output)")
    }
}

/// A command that finds something else than a server of ours at the folder's socket.
@Suite("Commands at a foreign server", .serialized, .timeLimit(.minutes(15))) struct ForeignServerTests {
    @Test(
        "a command says what answered",
        arguments: [
            (status: "200 OK", type: "text/html", body: "<html>", reason: "The response 200 (text/html)"),
            ("502 Bad Gateway", "text/html", "<html>", "The response 502 (text/html)"),
            ("409 Conflict", "application/json", #"{"title":"no"}"#, "The response 409 (application/json)"),
            ("200 OK", "application/json", "{", "isn't valid JSON"),
            ("200 OK", "application/json", "[1]", "must be an object"),
        ])
    func foreign(status: String, type: String, body: String, reason: String) throws {
        let folder = try CommandTests.folder()
        let server = try StandInServer(in: folder) { request in
            request.hasPrefix("GET /readyz")
                ? .answer("ready") : .whole(status: status, type: type, body)
        }
        var runs = [try CommandTests.laurel("invite", data: folder)]
        // One that has nothing to read takes JSON for a success.
        if type != "application/json" || status != "200 OK" {
            runs.append(try CommandTests.laurel("player", "sign-out", "jungle-jim", data: folder))
        }
        for run in runs {
            #expect(run.status == 1)
            #expect(run.output.contains("isn't a Laurel server"), "\(run.output)")
            #expect(run.output.contains(reason), "\(run.output)")
        }
        server.stop()
    }
}

/// A socket in a data folder that answers as a test wants, one connection after the other, on a thread of its own.
private final class StandInServer: Sendable {
    enum Reply {
        /// JSON, with status 200.
        case answer(String)
        case whole(status: String, type: String, String)
        /// Half an answer, as of a server that was killed; the next connection finds another one.
        case breakOff
        /// The same, and no server is there any more.
        case end
        /// From here on connections are taken, and nothing is answered.
        case silence
        /// Nothing yet.
        case hold
        /// As ``answer(_:)``, and the same to a request that was held.
        case release(String, held: String)
    }

    private let descriptor: Int32
    private let path: String
    private let reply: @Sendable (String) -> Reply
    private let held = Mutex<Int32?>(nil)

    init(in folder: URL, _ reply: @escaping @Sendable (String) -> Reply) throws {
        path = folder.appending(path: "laurel.sock").path
        self.reply = reply
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound && listen(descriptor, 16) == 0)
        Thread.detachNewThread { [self] in serve() }
    }

    func stop() {
        unlink(path)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func serve() {
        while case let connection = accept(descriptor, nil, nil), connection >= 0 {
            switch answer(connection) {
            // The kernel goes on taking connections.
            case .silence: return
            case .hold: held.withLock { $0 = connection }
            default: close(connection)
            }
        }
        close(descriptor)
    }

    /// - Returns: what was done; nil: nothing was asked.
    private func answer(_ connection: Int32) -> Reply? {
        var request = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !Self.isWhole(request) {
            let count = recv(connection, &buffer, buffer.count, 0)
            // A probe says nothing.
            guard count > 0 else { return nil }
            request += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        let reply = reply(request)
        switch reply {
        case .answer(let body): send(status: "200 OK", type: "application/json", body, connection)
        case .whole(let status, let type, let body): send(status: status, type: type, body, connection)
        case .breakOff: send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", connection)
        case .end:
            stop()
            send("HTTP/1.1 200", connection)
        case .silence, .hold: break
        case .release(let body, let waiting):
            send(status: "200 OK", type: "application/json", body, connection)
            let other = held.withLock { held -> Int32? in
                defer { held = nil }
                return held
            }
            guard let other else { break }
            send(status: "200 OK", type: "application/json", waiting, other)
            close(other)
        }
        return reply
    }

    private static func isWhole(_ request: String) -> Bool {
        guard let end = request.range(of: "\r\n\r\n") else { return false }
        guard let length = request.range(of: "Content-Length: ") else { return true }
        return request[end.upperBound...].utf8.count >= Int(request[length.upperBound...].prefix { $0.isNumber }) ?? 0
    }

    private func send(status: String, type: String, _ body: String, _ connection: Int32) {
        let head = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        send(head + body, connection)
    }

    private func send(_ text: String, _ connection: Int32) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
