import LaurelTestSockets
import Glibc
import Testing

@testable import LaurelHTTPServer

@Suite("Idle streams", .serialized, .timeLimit(.minutes(15))) struct IdleStreamTests {
    static let count = 10_000
    /// User-space bytes that one idle stream may cost. Source: the figures to reach.
    static let bytesLimit = 10_240

    @Test("ten thousand are held, at ten kilobytes each at most, and all hear an event") func tenThousand() throws {
        let server = try Process(Self.program, ["serve"])
        let port = server.readLine()
        try #require(UInt16(port) != nil, "Too few open files are allowed (\(port)). Type: ulimit -n 65536")
        let before = server.privateBytes
        let client = try Process(Self.program, ["hold", port, "\(Self.count)"])
        let answer = client.readLine()
        try #require(answer == "open", "Too few open files are allowed (\(answer)). Type: ulimit -n 65536")
        let each = (server.privateBytes - before) / Self.count
        #expect((1...Self.bytesLimit).contains(each))
        print("an idle stream costs \(each) bytes")
        server.writeLine()
        #expect(server.readLine() == "\(Self.count)")
        client.writeLine()
        #expect(client.readLine() == "heard")
        client.writeLine()
        #expect(client.wait() == 0)
        server.closeInput()
        #expect(server.wait() == 0)
    }

    /// The program stands beside the test bundle, which this process has mapped, whatever program runs it.
    private static var program: String {
        let maps = String(decoding: Folder.contents("/proc/self/maps") ?? [], as: UTF8.self)
        let bundle = maps.split(separator: "\n").first { $0.hasSuffix(".xctest") } ?? ""
        let path = bundle.drop { $0 != "/" }
        return "/\(path.split(separator: "/").dropLast().joined(separator: "/"))/IdleStreams"
    }
}

/// A child process with a line each way.
final class Process {
    private var pid = pid_t()
    private var input: Int32
    private let output: Int32

    init(_ path: String, _ arguments: [String]) throws {
        var toChild: [Int32] = [0, 0]
        var fromChild: [Int32] = [0, 0]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw PlainSocket.Failure(call: "pipe", code: errno) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        for ours in [toChild[1], fromChild[0]] { posix_spawn_file_actions_addclose(&actions, ours) }
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        let result = posix_spawn(&pid, path, &actions, nil, &words, environ)
        for word in words { free(word) }
        posix_spawn_file_actions_destroy(&actions)
        close(toChild[0])
        close(fromChild[1])
        input = toChild[1]
        output = fromChild[0]
        guard result == 0 else { throw PlainSocket.Failure(call: "posix_spawn \(path)", code: result) }
    }

    func readLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    func writeLine() {
        var newline: UInt8 = 0x0A
        _ = write(input, &newline, 1)
    }

    func closeInput() {
        close(input)
        input = -1
    }

    /// Anonymous pages in use: memory that no other process shares and no file backs.
    var privateBytes: Int {
        let text = String(decoding: Folder.contents("/proc/\(pid)/status") ?? [], as: UTF8.self)
        guard let range = text.firstRange(of: "RssAnon:") else { return 0 }
        let digits = text[range.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber }
        return (Int(digits) ?? 0) * 1_024
    }

    func wait() -> Int32 {
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        return status
    }

    deinit {
        if input >= 0 { close(input) }
        close(output)
    }
}
