import LaurelTestSockets
import Glibc
import Synchronization
import Testing

@testable import LaurelHTTPServer

@Suite("The Unix-domain socket", .timeLimit(.minutes(15))) struct LocalSocketTests {
    @Test("is served to its owner alone, and removed by the drain") func serves() async throws {
        try await withFolder { folder in
            let path = "\(folder)/laurel.sock"
            let change: @Sendable (inout Configuration) -> Void = { $0.endpoints = [.unix(path: path)] }
            let handler: @Sendable (Request) -> Outcome = { .now(.text($0.peer.description)) }
            try await withServer(change, handler: handler) { _, endpoint in
                var information = stat()
                #expect(stat(path, &information) == 0)
                #expect(information.st_mode & 0o777 == 0o600)
                let client = try PlainSocket(endpoint)
                try client.send(SocketTests.get)
                #expect(try client.receiveAnswer().body == "local")
                let second = Server(
                    Configuration(endpoints: [endpoint]), handler: ClosureHandler { _ in .now(.text("")) })
                #expect(throws: StartError.inUse(endpoint)) { try second.start() }
            }
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test("takes the place of one that nobody serves") func stale() async throws {
        try await withFolder { folder in
            let path = "\(folder)/laurel.sock"
            let address = try #require(SocketAddress(path: path))
            let abandoned = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            #expect(address.withPointer { bind(abandoned, $0, $1) } == 0)
            close(abandoned)
            try await withServer({ $0.endpoints = [.unix(path: path)] }) { _, endpoint in
                let client = try PlainSocket(endpoint)
                try client.send(SocketTests.get)
                #expect(try client.receiveAnswer().body == "ok")
            }
        }
    }

    @Test("takes no other file's place, and no path that is too long") func refusals() async throws {
        try await withFolder { folder in
            let path = "\(folder)/data"
            close(open(path, O_CREAT | O_WRONLY, 0o600))
            for bad in [path, "\(folder)/\(String(repeating: "x", count: 200))", ""] {
                let server = Server(
                    Configuration(endpoints: [.unix(path: bad)]), handler: ClosureHandler { _ in .now(.text("")) })
                #expect(throws: StartError.unusablePath(bad)) { try server.start() }
            }
            #expect(access(path, F_OK) == 0)
        }
    }
}

/// An empty folder that is gone after the test.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    var template = Array("/tmp/laurel-http-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PlainSocket.Failure(call: "mkdtemp", code: errno) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { removeAll(folder) }
    return try await body(folder)
}

private func removeAll(_ path: String) {
    if let directory = opendir(path) {
        while let entry = readdir(directory), let offset = MemoryLayout<dirent>.offset(of: \.d_name) {
            let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
            if name == "." || name == ".." { continue }
            removeAll("\(path)/\(name)")
        }
        closedir(directory)
    }
    remove(path)
}

func writeFile(_ path: String, _ text: String) {
    let bytes = Array(text.utf8)
    let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
}
