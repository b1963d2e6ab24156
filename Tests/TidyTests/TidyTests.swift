import Foundation
import Testing

/// House rules that a compiler cannot check. One failure message an offence.
@Suite("House rules") struct TidyTests {
    /// Who may import whom: a promise of each target. `Glibc` and the standard library's own modules are
    /// named where a target may use them.
    static let mayImport: [String: Set<String>] = [
        "LaurelDomain": [],
        "Ranking": ["LaurelDomain"],
        "Matches": ["LaurelDomain"],
        "LaurelWire": ["LaurelDomain"],
        "Storage": ["LaurelDomain", "LaurelMatches", "LaurelCryptography", "Glibc", "Synchronization"],
        "StorageSQL": ["LaurelStorage", "LaurelMatches", "LaurelDomain", "Synchronization"],
        "StorageSQLite": [
            "LaurelStorageSQL", "LaurelStorage", "LaurelDomain", "CLaurelSQLite", "Glibc", "Synchronization",
        ],
        "StoragePostgres": [
            "LaurelStorageSQL", "LaurelStorage", "LaurelCluster", "LaurelDomain", "CLaurelPostgres", "Glibc",
            "Synchronization",
        ],
        "Cluster": ["LaurelDomain"],
        "Forwarding": ["LaurelHTTPServer", "CLaurelCurl", "Glibc", "Synchronization"],
        "Scores": ["LaurelDomain", "LaurelMatches", "LaurelStorage", "LaurelRanking", "Synchronization"],
        "Service": [
            "LaurelDomain", "LaurelMatches", "LaurelStorage", "LaurelRanking", "LaurelScores", "Synchronization",
        ],
        "Images": [
            "CLaurelGD", "CLaurelFreeType", "CLaurelQREncode", "LaurelHelperProcess", "LaurelDomain", "LaurelStorage",
            "Glibc", "Synchronization",
        ],
        "Cryptography": ["LaurelDomain", "CLaurelSodium", "CLaurelCrypto", "Glibc", "Synchronization"],
        "HTTPServer": [
            "CLaurelLinux", "CLaurelHTTPParser", "CLaurelZlib", "CLaurelTLS", "CLaurelNGHTTP2", "Glibc",
            "Synchronization",
        ],
        "API": [
            "LaurelHTTPServer", "LaurelWire", "LaurelService", "LaurelScores", "LaurelMatches", "LaurelDomain", "Glibc",
            "Synchronization",
        ],
        "Composition": [
            "LaurelAPI", "LaurelCryptography", "LaurelImages", "LaurelMatches", "LaurelOasis", "LaurelReplays",
            "LaurelSimulators", "LaurelService", "LaurelScores", "LaurelStorage", "LaurelDomain",
        ],
        "Notifications": ["LaurelDomain", "LaurelStorage", "CLaurelCurl", "Glibc", "Synchronization"],
        "Providers": ["LaurelService", "LaurelCryptography", "LaurelWire", "LaurelDomain"],
        "Arcade": [],
        "MonkeyJump": ["LaurelArcade"],
        "WhackACac": ["LaurelArcade"],
        "Oasis": ["LaurelArcade"],
        "Replays": [
            "LaurelArcade", "LaurelMonkeyJump", "LaurelWhackACac", "LaurelDomain", "LaurelStorage", "Synchronization",
            "LaurelHelperProcess", "LaurelSimulators",
        ],
        "HelperProcess": ["CLaurelLinux", "Glibc"],
        "Simulators": [
            "CLaurelWasmtime", "LaurelHelperProcess", "LaurelDomain", "LaurelStorage", "Glibc", "Synchronization",
        ],
        "WhackACacWeb": ["LaurelArcade", "LaurelWhackACac", "CWasmRuntime"],
        "OasisWeb": ["LaurelArcade", "LaurelOasis", "CWasmRuntime"],
        "MonkeyJumpWeb": ["LaurelArcade", "LaurelMonkeyJump", "CWasmRuntime"],
        "wasmbuild": ["Foundation"],
        "LaurelClient": ["LaurelWire", "LaurelDomain", "Foundation", "FoundationNetworking", "Synchronization"],
        "GameKit": [
            "LaurelClient", "LaurelWire", "LaurelDomain", "Foundation", "FoundationNetworking", "Dispatch",
            "Synchronization", "UIKit", "AppKit",
        ],
        "GameCenterHelpers": ["GameKit"],
        "Desktop": [
            "LaurelArcade", "GameKit", "GameCenterHelpers", "CLaurelSDL", "Foundation", "Glibc", "Synchronization",
        ],
        "MonkeyJumpDesktop": ["LaurelArcade", "LaurelDesktop", "LaurelMonkeyJump", "Foundation"],
        "WhackACacDesktop": ["LaurelArcade", "LaurelDesktop", "LaurelWhackACac", "Foundation"],
        "OasisDesktop": [
            "LaurelArcade", "LaurelDesktop", "LaurelOasis", "GameKit", "GameCenterHelpers", "Foundation",
        ],
    ]
    /// The composition root sees all of ours.
    static let roots: Set<String> = ["laurel"]

    static let sources = Result { try SourceFile.all(below: ["Sources"]) }
    static let everything = Result {
        try SourceFile.all(below: ["Sources", "Tests", "Benchmarks", "Fuzz", "Plugins", "Web"])
    }

    @Test("a target imports only what it promised", arguments: try sources.get())
    func imports(_ file: SourceFile) throws {
        guard !Self.roots.contains(file.module) else { return }
        let allowed = try #require(Self.mayImport[file.module], "\(file.module) is not in the table")
        let extra = file.imports.subtracting(allowed).subtracting(["Swift"])
        #expect(extra.isEmpty, "\(file.path) imports \(extra.sorted())")
    }

    /// What replaces it has one file to change (docs/decisions/0026-http-parser.md).
    @Test("one file names the library that reads heads")
    func parserLibrary() throws {
        let files = try Self.sources.get().filter { $0.imports.contains("CLaurelHTTPParser") }
        #expect(files.map(\.path) == ["Sources/HTTPServer/Protocol/HeadLibrary.swift"])
    }

    @Test("a source neither forces nor swallows an error", arguments: try sources.get())
    func force(_ file: SourceFile) {
        for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
            for word in ["try!", "try?", "as!", "fatalError(\"TODO", "Task.detached", "DispatchQueue"]
            where Self.says(word, in: line) && !Self.mayDispatch(word, file) {
                Issue.record("\(file.path):\(number + 1) says \(word)")
            }
        }
    }

    /// Each access of a `Mutex` wraps a closure that it keeps once more: calls get slower, and overflow the stack in the
    /// end. In a property of a structure it stays as it is.
    @Test("no mutex keeps a closure by itself", arguments: try everything.get())
    func closures(_ file: SourceFile) {
        guard !file.path.contains("TidyTests") else { return }
        for (number, line) in file.lines.enumerated() {
            for word in ["Mutex<@", "Mutex<(@", "Mutex<(() ->", "Mutex<((", "Mutex<() ->"] where line.holds(word) {
                Issue.record("\(file.path):\(number + 1) says \(word)")
            }
        }
    }

    /// After the wall clock was set back, a wait by it would last until it has caught up.
    @Test("nothing waits by the wall clock", arguments: try sources.get())
    func steadyWaits(_ file: SourceFile) {
        let mayRead = ["Sources/laurel/Composition.swift", "Sources/HTTPServer/Loop/ServerClock.swift"]
        for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
            for word in ["sem_timedwait", "mutex_timedlock", "CLOCK_REALTIME", "DispatchWallTime"]
            where line.holds(word) && !mayRead.contains(file.path) {
                Issue.record("\(file.path):\(number + 1) says \(word)")
            }
        }
    }

    /// A path is a `Route`, a body a `RequestBody` and an answer an `Answer`, so that a typo in a command does not compile.
    @Test("no command writes a path or takes JSON apart by hand", arguments: try sources.get())
    func typedCommands(_ file: SourceFile) {
        guard file.module == "laurel" else { return }
        for (number, line) in file.lines.enumerated() {
            for word in ["\"/v1/", "[String: Any]", "JSONSerialization", "JSONEncoder", "JSONDecoder"]
            where line.holds(word) {
                Issue.record("\(file.path):\(number + 1) says \(word)")
            }
        }
    }

    /// GameKit's engine alone: what a game is told comes on the main thread, which Dispatch owns, and a disk must not
    /// hold up the cooperative pool of somebody else's program.
    private static func mayDispatch(_ word: String, _ file: SourceFile) -> Bool {
        word == "DispatchQueue" && file.path.hasPrefix("Sources/GameKit/Center/")
    }

    /// Whether `word` begins in `line` where a word may begin: `RankedEntry?` does not say `try?`.
    private static func says(_ word: String, in line: Substring) -> Bool {
        line.holds(word)
            && line.ranges(of: word).contains { range in
                range.lowerBound == line.startIndex || !line[line.index(before: range.lowerBound)].isLetter
            }
    }

    @Test("unchecked Sendable says why it is safe", arguments: try everything.get())
    func safety(_ file: SourceFile) {
        for (number, line) in file.lines.enumerated()
        where line.holds("@unchecked Sendable") && !line.holds("line.holds") {
            let before = file.lines[max(0, number - 6)..<number]
            #expect(
                before.contains { $0.holds("// SAFETY:") },
                "\(file.path):\(number + 1) needs a '// SAFETY:' comment above it")
        }
    }

    @Test("a file has a name that means something", arguments: try everything.get())
    func names(_ file: SourceFile) {
        let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
        for drawer in ["Utils", "Util", "Helpers", "Helper", "Common", "Misc", "Extensions", "Manager", "Impl"] {
            #expect(name != "\(drawer).swift", "\(file.path): name the idea, not the drawer")
        }
    }

    @Test("a test neither sleeps nor looks at the wall clock", arguments: try SourceFile.all(below: ["Tests"]))
    func sleeping(_ file: SourceFile) {
        guard !file.path.contains("TidyTests") else { return }
        for (number, line) in file.lines.enumerated() {
            for word in ["Task.sleep", "usleep(", " sleep(", "Thread.sleep", "nanosleep("] where line.holds(word) {
                Issue.record("\(file.path):\(number + 1) says \(word)")
            }
        }
    }

    @Test("nothing tracked is left to do later, and no line is too long", arguments: try everything.get())
    func leftovers(_ file: SourceFile) {
        guard !file.path.contains("TidyTests") else { return }
        for (number, line) in file.lines.enumerated() {
            #expect(line.count <= 120, "\(file.path):\(number + 1) has \(line.count) columns")
            for word in ["TODO", "FIXME", "XXX:"] where line.holds(word) {
                Issue.record("\(file.path):\(number + 1) says \(word)")
            }
        }
    }
}
