import Foundation
import Testing

@testable import LaurelCryptography

@Suite("Files of stolen passwords", .timeLimit(.minutes(15))) struct BreachedPasswordFileTests {
    /// SHA-1 of `password`, known everywhere.
    private static let known = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"

    /// Removed with the test.
    private final class File {
        let path: String
        init(_ text: String) throws {
            path = NSTemporaryDirectory() + "laurel-breached-\(UUID().uuidString)"
            try text.write(toFile: path, atomically: false, encoding: .utf8)
        }
        deinit { unlink(path) }
    }

    /// 40 digits each, sorted; the first ones with and without a count of any length.
    private static func digests(_ count: Int) -> [String] {
        var state: UInt64 = 42
        return (0..<count).map { _ in
            String(
                (0..<40).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Array("0123456789ABCDEF")[Int(state >> 60)]
                })
        }.sorted()
    }

    private static func text(_ digests: [String], end: String, isEnded: Bool = true) -> String {
        var state = 1
        let lines = digests.map { digest in
            state = state * 7 % 1_000_003
            return "\(digest):\(state)"
        }
        return lines.joined(separator: end) + (isEnded ? end : "")
    }

    private static func bytes(_ digest: String) throws -> [UInt8] {
        let digits = Array(digest)
        return try stride(from: 0, to: 40, by: 2).map { try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16)) }
    }

    @Test(
        "finds every line and nothing between them, whatever ends a line",
        arguments: [(1, "\n", true), (2, "\r\n", false), (3, "\n", false), (1_000, "\r\n", true), (1_001, "\n", false)])
    func lines(count: Int, end: String, isEnded: Bool) throws {
        let digests = Self.digests(count)
        let file = try File(Self.text(digests, end: end, isEnded: isEnded))
        for wholeBytes in [0, 1 << 20] {
            let list = try BreachedPasswordFile(path: file.path, wholeBytes: wholeBytes)
            for digest in digests {
                var bytes = try Self.bytes(digest)
                #expect(try list.contains(sha1: bytes), "\(digest)")
                bytes[19] ^= 1
                #expect(try !list.contains(sha1: bytes))
            }
            #expect(try !list.contains(sha1: [UInt8](repeating: 0, count: 20)))
            #expect(try !list.contains(sha1: [UInt8](repeating: 255, count: 20)))
        }
    }

    @Test("a password is looked for by its SHA-1, as it was typed")
    func password() throws {
        let file = try File(Self.text((Self.digests(200) + [Self.known]).sorted(), end: "\n"))
        let list = try BreachedPasswordFile(path: file.path)
        #expect(try list.contains("password"))
        #expect(try !list.contains("Password"))
    }

    @Test("a file in another order, of other digests, empty or missing is refused")
    func refused() throws {
        let digests = Self.digests(500)
        func opening(_ text: String, wholeBytes: Int = 1 << 20) throws -> BreachedPasswordFile.Invalid? {
            let file = try File(text)
            do throws(BreachedPasswordFile.Invalid) {
                _ = try BreachedPasswordFile(path: file.path, wholeBytes: wholeBytes)
            } catch { return error }
            return nil
        }
        #expect(try opening("") == .empty)
        // One line out of order in a file that is read whole; a file by count, of which only places are read.
        var swapped = digests
        swapped.swapAt(250, 251)
        guard case .unsorted = try opening(Self.text(swapped, end: "\n")) else {
            Issue.record("a line out of order passed")
            return
        }
        guard case .unsorted = try opening(Self.text(digests.reversed(), end: "\r\n"), wholeBytes: 0) else {
            Issue.record("a file in another order passed")
            return
        }
        #expect(try opening(Self.text(digests.map { String($0.prefix(32)) }, end: "\n")) == .malformed(at: 0))
        #expect(try opening("password\n123456\n") == .malformed(at: 0))
        #expect(try opening(String(repeating: "A", count: 500)) == .malformed(at: 0))
        #expect(try opening(Self.known + "x1\n") == .malformed(at: 0))
        #expect(throws: BreachedPasswordFile.Invalid.self) { try BreachedPasswordFile(path: "/nowhere/at/all") }
        #expect(throws: BreachedPasswordFile.Invalid.self) { try BreachedPasswordFile(path: "/") }
    }

    @Test("a file that is cut short while it is open is an error, not the end of the process")
    func cut() throws {
        let file = try File(Self.text(Self.digests(1_000), end: "\n"))
        let list = try BreachedPasswordFile(path: file.path)
        #expect(truncate(file.path, 10) == 0)
        #expect(throws: BreachedPasswordFile.ReadError.self) { try list.contains("password") }
    }

    @Test("the pool looks beside its hashing, and says so when it is busy")
    func pool() async throws {
        let file = try File(Self.text([Self.known], end: "\n"))
        let list = try BreachedPasswordFile(path: file.path)
        let pool = PasswordPool(.lightest, threadCount: 1)
        #expect(await pool.isBreached("password", by: list) == .success(true))
        #expect(await pool.isBreached("correct horse", by: list) == .success(false))
        pool.stop()
        #expect(await pool.isBreached("password", by: list) == nil)
    }
}
