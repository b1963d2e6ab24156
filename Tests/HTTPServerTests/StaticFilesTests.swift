import CLaurelZlib
import Glibc
import Testing

@testable import LaurelHTTPServer

@Suite("Static files") struct StaticFilesTests {
    private static let script = Array(String(repeating: "export const answer = 42;\n", count: 100).utf8)
    private static let files = StaticFiles([
        "index.html": Array("<!doctype html>".utf8), "app/main.js": script, "play/index.html": Array("play".utf8),
        "logo.png": Array(repeating: 7, count: 1_000), "core.wasm": Array("\0asm".utf8),
    ])

    private static func answer(
        _ target: String, _ headers: [(String, String)] = [], method: LaurelHTTPServer.Method = .get,
        of files: StaticFiles = files
    ) throws -> Response? {
        files.response(to: try #require(Request(method, target, headers: headers)))
    }

    private static func bytes(_ response: Response) -> [UInt8] {
        if case .shared(let bytes) = response.body { return bytes }
        return []
    }

    @Test(
        "have the type of their name",
        arguments: [
            ("/index.html", "text/html; charset=utf-8"), ("/", "text/html; charset=utf-8"),
            ("/play/", "text/html; charset=utf-8"), ("/app/main.js", "text/javascript; charset=utf-8"),
            ("/logo.png", "image/png"), ("/core.wasm", "application/wasm"),
        ])
    func types(_ path: String, _ type: String) throws {
        let response = try #require(try Self.answer(path))
        #expect(response.status == .ok)
        #expect(response.headers["content-type"] == type)
        #expect(response.headers["cache-control"] == "no-cache")
    }

    @Test(
        "are not found outside, hidden, or by a trick",
        arguments: [
            "/../index.html", "/app/../index.html", "/%2e%2e/index.html", "/app%2fmain.js", "/app%5cmain.js",
            "/.git/config",
            "/app//main.js", "//index.html", "/app", "/index.html/", "/missing.js", "/./index.html",
            "/assets/x/app/main.js",
        ])
    func traversal(_ target: String) throws {
        #expect(try Self.answer(target) == nil)
    }

    @Test("answer 304 to a tag that is still right") func conditional() throws {
        let tag = try #require(try Self.answer("/index.html")?.headers["etag"])
        for field in [tag, "W/\(tag)", "\"other\", \(tag)", "*", " \"a\" ,\(tag) "] {
            let response = try #require(try Self.answer("/index.html", [("If-None-Match", field)]))
            #expect(response.status == .notModified)
            #expect(Self.bytes(response).isEmpty)
            #expect(response.headers["etag"] == tag)
        }
        for field in ["\"other\"", "", "\(tag.dropLast())", "index"] {
            #expect(try Self.answer("/index.html", [("If-None-Match", field)])?.status == .ok)
        }
    }

    @Test(
        "are compressed for those who can read it",
        arguments: [
            ("gzip", true), ("deflate, gzip;q=0.5", true), ("*", true), ("GZIP", true), ("br, *;q=0.1", true),
            ("", false), ("br", false), ("gzip;q=0", false), ("gzip;q=0.000, br", false), ("*;q=0", false),
            ("gzip;q=0, *", false), ("identity", false),
        ])
    func gzip(_ accepted: String, _ isCompressed: Bool) throws {
        let response = try #require(try Self.answer("/app/main.js", [("Accept-Encoding", accepted)]))
        #expect((response.headers["content-encoding"] == "gzip") == isCompressed)
        #expect(response.headers["vary"] == "Accept-Encoding")
        let bytes = Self.bytes(response)
        #expect((isCompressed ? Self.inflate(bytes) : bytes) == Self.script)
        let plain = try #require(try Self.answer("/app/main.js")?.headers["etag"])
        #expect((response.headers["etag"] == plain) == !isCompressed)
    }

    @Test("that gain nothing are not compressed") func incompressible() throws {
        let response = try #require(try Self.answer("/logo.png", [("Accept-Encoding", "gzip")]))
        #expect(response.headers["content-encoding"] == nil)
        #expect(response.headers["vary"] == nil)
    }

    @Test("named by their content may be kept for ever") func immutable() throws {
        let url = try #require(Self.files.url(for: "app/main.js"))
        let tree = "/assets/\(Self.files.treeHash)/app/main.js"
        for target in [url, tree] {
            #expect(try Self.answer(target)?.headers["cache-control"] == "public, max-age=31536000, immutable")
        }
        for target in ["/app/main.js?v=0000000000000000", "/assets/0000000000000000/app/main.js", "/app/main.js?v="] {
            #expect(try Self.answer(target)?.headers["cache-control"] == "no-cache")
        }
        #expect(Self.files.url(for: "missing") == nil)
        let changed = StaticFiles(["app/main.js": Array("changed".utf8)])
        #expect(changed.treeHash != Self.files.treeHash)
        #expect(changed.url(for: "app/main.js") != url)
    }

    @Test("are read, not written") func methods() throws {
        #expect(try Self.answer("/index.html", method: .head)?.status == .ok)
        let response = try #require(try Self.answer("/index.html", method: .post))
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers["allow"] == "GET, HEAD")
    }

    @Test("come from a folder, without hidden ones and links, and anew when they change") func folder() async throws {
        try await withFolder { folder in
            mkdir("\(folder)/sub", 0o700)
            mkdir("\(folder)/.hidden", 0o700)
            writeFile("\(folder)/sub/a.txt", "one")
            writeFile("\(folder)/.hidden/b.txt", "secret")
            writeFile("\(folder)/.env", "secret")
            #expect(symlink("/etc/passwd", "\(folder)/passwd") == 0)
            let files = try StaticFiles(folder: folder, headers: ["X-Content-Type-Options": "nosniff"])
            let reloading = try StaticFiles(folder: folder, reloads: true)
            let overriding = StaticFiles(["a.txt": Array("built in".utf8)], overrides: ["a.txt": "\(folder)/sub/a.txt"])
            let first = try #require(try Self.answer("/sub/a.txt", of: files))
            #expect(first.headers["x-content-type-options"] == "nosniff")
            for target in ["/passwd", "/.env", "/.hidden/b.txt"] { #expect(try Self.answer(target, of: files) == nil) }
            #expect(try Self.answer("/sub/a.txt", of: reloading).map(Self.bytes) == Array("one".utf8))
            writeFile("\(folder)/sub/a.txt", "another")
            #expect(try Self.answer("/sub/a.txt", of: files).map(Self.bytes) == Array("one".utf8))
            #expect(try Self.answer("/sub/a.txt", of: reloading).map(Self.bytes) == Array("another".utf8))
            #expect(try Self.answer("/a.txt", of: overriding).map(Self.bytes) == Array("another".utf8))
            // What may change is never promised for ever.
            #expect(reloading.url(for: "sub/a.txt") == nil)
        }
        #expect(throws: FolderError.unreadable(path: "/nonexistent", errno: ENOENT)) {
            try StaticFiles(folder: "/nonexistent")
        }
    }

    private static func inflate(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: 100_000)
        input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { room in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = room.baseAddress
                stream.avail_out = UInt32(room.count)
                #expect(CLaurelZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END)
            }
        }
        return Array(output.dropLast(Int(stream.avail_out)))
    }
}
