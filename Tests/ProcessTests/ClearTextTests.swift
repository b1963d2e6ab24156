import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// Passwords on a network without encryption (ASVS 12.2.1).
@Suite("Serving without encryption", .serialized, .timeLimit(.minutes(15))) struct ClearTextTests {
    @Test(
        "the server warns when other machines reach it without encryption, and only then",
        arguments: [
            (["--address", "0.0.0.0"], true), (["--address", "::"], true),
            (["--address", "0.0.0.0", "--public-url", "http://games.example"], true),
            (["--address", "0.0.0.0", "--public-url", "https://games.example"], false),
            (["--address", "127.0.0.2"], false), ([], false),
        ])
    func warning(options: [String], isExpected: Bool) throws {
        let folder = try TemporaryFolder().path
        let server = try ChildProcess(
            BuiltProducts.executable("laurel"),
            ["serve", "--data", folder, "--log", "none", "--port", "0"] + options)
        var lines: [String] = []
        while let line = server.nextLine() {
            lines.append(line)
            if line.hasPrefix("Ready") { break }
        }
        #expect(server.end(with: SIGTERM) == 0)
        #expect(lines.contains { $0.hasPrefix("Warning: ") && $0.contains("TLS") } == isExpected, "\(lines)")
    }
}
