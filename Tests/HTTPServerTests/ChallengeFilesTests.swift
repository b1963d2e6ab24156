import Foundation
import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Files for a certificate authority") struct ChallengeFilesTests {
    private static let path = "/.well-known/acme-challenge/"
    private let root: URL
    private let challenges: URL

    init() throws {
        root = try URL(filePath: TemporaryFolder().path)
        challenges = root.appending(path: ".well-known/acme-challenge")
        try FileManager.default.createDirectory(at: challenges, withIntermediateDirectories: true)
    }

    private func answer(_ target: String, _ method: LaurelHTTPServer.Method = .get) throws -> Response? {
        ChallengeFiles(folder: root.path).response(to: try #require(Request(method, target)))
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: challenges.appending(path: name))
    }

    @Test("a token's file is answered; other paths are left to others")
    func served() throws {
        try write("token.thumbprint", "aZ09-_token")
        let response = try #require(try answer(Self.path + "aZ09-_token"))
        #expect(response.status == .ok)
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no bytes")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "token.thumbprint")
        #expect(try answer(Self.path + "aZ09-_token", .post)?.status == .methodNotAllowed)
        #expect(try answer("/") == nil)
        #expect(try answer("/.well-known/acme-challenge") == nil)
        #expect(try answer("/.well-known/other/aZ09-_token") == nil)
    }

    @Test(
        "a name that is no token is not found, whatever is there",
        arguments: [
            "", ".", "..", "../acme-challenge/token", "..%2Ftoken", "%74oken", "token/", "token.txt", "a b", "folder",
            "missing", String(repeating: "a", count: 129),
        ])
    func names(_ name: String) throws {
        try write("x", "token")
        try write("x", "token.txt")
        try FileManager.default.createDirectory(
            at: challenges.appending(path: "folder"), withIntermediateDirectories: true)
        let target = (Self.path + name).replacingOccurrences(of: " ", with: "+")
        #expect(try answer(target)?.status == .notFound)
    }

    @Test("a link, a pipe and a large file are not found; a whole one is at its limit")
    func kinds() throws {
        let secret = root.appending(path: "secret")
        try Data("secret".utf8).write(to: secret)
        try FileManager.default.createSymbolicLink(
            at: challenges.appending(path: "link"), withDestinationURL: secret)
        #expect(try answer(Self.path + "link")?.status == .notFound)
        #expect(mkfifo(challenges.appending(path: "pipe").path, 0o600) == 0)
        #expect(try answer(Self.path + "pipe")?.status == .notFound)
        try write(String(repeating: "x", count: ChallengeFiles.byteLimit), "whole")
        try write(String(repeating: "x", count: ChallengeFiles.byteLimit + 1), "large")
        #expect(try answer(Self.path + "whole")?.status == .ok)
        #expect(try answer(Self.path + "large")?.status == .notFound)
    }

    @Test("a linked folder is not followed")
    func linkedFolder() throws {
        let other = root.appending(path: "other")
        try FileManager.default.moveItem(at: challenges, to: other)
        try Data("x".utf8).write(to: other.appending(path: "token"))
        try FileManager.default.createSymbolicLink(at: challenges, withDestinationURL: other)
        #expect(try answer(Self.path + "token")?.status == .notFound)
    }

    @Test("a handler behind it gets what is no challenge")
    func handler() throws {
        try write("x", "token")
        let handler = ChallengeHandler(
            ChallengeFiles(folder: root.path), before: ClosureHandler { _ in .now(.text("other", .accepted)) })
        for (target, status) in [(Self.path + "token", Status.ok), (Self.path + "none", .notFound), ("/", .accepted)] {
            guard case .now(let response) = handler.handle(try #require(Request(.get, target))) else {
                Issue.record("\(target) waits")
                continue
            }
            #expect(response.status == status)
        }
        guard case .read = handler.judge(try #require(Request(.post, "/"))) else {
            Issue.record("another request is not read")
            return
        }
        guard case .answer = handler.judge(try #require(Request(.post, Self.path + "token"))) else {
            Issue.record("a challenge's body is read")
            return
        }
    }
}
