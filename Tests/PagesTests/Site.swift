import Foundation
import Testing

/// The files of Web/site, as the tests read them.
enum Site {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Web/site")

    /// A file of the site: its path as a browser asks for it, and its text.
    struct File: CustomTestStringConvertible, Sendable {
        let path: String
        let text: String
        var testDescription: String { path }
    }

    /// All text files with one of the endings, sorted by path.
    static func files(_ endings: String...) throws -> [File] {
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { path in endings.contains { path.hasSuffix($0) } }.sorted().map { path in
            File(path: "/" + path, text: try text(of: "/" + path))
        }
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The paths that a module imports, without those that it imports as it runs.
    static func imports(of path: String, in text: String) throws -> [String] {
        let base = try #require(URL(string: "http://site" + path))
        let line = /^(?:import\b[^"`();]*|export\b[^"`();]*\bfrom )"([^"]+)";/.anchorsMatchLineEndings()
        // In a sample of code that a page shows, the server's address stands in front.
        return try text.matches(of: line).filter { !$0.output.1.hasPrefix("${") }.map { match in
            let target = try #require(URL(string: String(match.output.1), relativeTo: base))
            #expect(target.host == "site", "\(match.output.1)")
            return target.path
        }
    }

    /// Whether a path of the site, without query and fragment, is a file or a folder with an index.
    static func answers(_ path: String) -> Bool {
        let bare = path.prefix { $0 != "?" && $0 != "#" }
        let file = bare.hasSuffix("/") ? bare + "index.html" : bare
        return FileManager.default.fileExists(atPath: root.path + file)
    }
}
