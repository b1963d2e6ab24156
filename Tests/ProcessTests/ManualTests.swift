import Foundation
import LaurelProcess
import Testing

/// The manual page and the shell's completion, which packages have of what `--help` says.
@Suite("Manual", .timeLimit(.minutes(15))) struct ManualTests {
    @Test("both are made of the help as it is, and have every option of the server", arguments: ["page", "bash"])
    func made(kind: String) throws {
        let program = BuiltProducts.executable("laurel").path
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manual = try ChildProcess(root.appending(path: "scripts/manual"), [kind, program])
        let text = manual.remainingOutput().replacing("\\-", with: "-")
        #expect(manual.wait() == 0)
        let help = try ChildProcess(BuiltProducts.executable("laurel"), ["serve", "--help"])
        let options = help.remainingOutput().split(separator: "\n").filter { $0.hasPrefix("  --") }
            .compactMap { $0.split(separator: " ").first }
        #expect(options.count > 20)
        for option in options { #expect(text.contains(option), "\(option)") }
    }
}
