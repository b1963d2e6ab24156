import Foundation

/// The checkout that this test was built from.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Paths below the root, `/`-separated, of the files below `folders` that end in one of `extensions`.
    static func files(below folders: [String], extensions: Set<String>) throws -> [String] {
        var paths: [String] = []
        for folder in folders {
            let base = root.appending(path: folder)
            guard FileManager.default.fileExists(atPath: base.path) else { continue }
            let found = try FileManager.default.subpathsOfDirectory(atPath: base.path)
            paths += found.filter { extensions.contains(($0 as NSString).pathExtension) }.map { "\(folder)/\($0)" }
        }
        return paths.sorted()
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

/// One Swift file of ours.
struct SourceFile: CustomStringConvertible, Sendable {
    let path: String
    let lines: [Substring]

    var description: String { path }

    static func all(below folders: [String]) throws -> [SourceFile] {
        try Repository.files(below: folders, extensions: ["swift"]).map { path in
            let text = try Repository.text(of: path)
            return SourceFile(path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    /// The target: the folder below `Sources`.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : path
    }

    /// The modules that this file imports, whatever stands before `import`.
    var imports: Set<String> {
        var names: Set<String> = []
        for line in lines {
            let words = line.split(separator: " ")
            guard let at = words.firstIndex(of: "import"), at < 3, words.count > at + 1 else { continue }
            guard words[..<at].allSatisfy({ $0.hasPrefix("@") || ["public", "internal", "package"].contains($0) })
            else { continue }
            let last = words[words.count - 1]
            names.insert(String(last.split(separator: ".").first ?? last))
        }
        return names
    }
}

extension Substring {
    /// What `contains` answers, found byte by byte: the lines of all files are asked for many words, and to compare them
    /// as Unicode says takes most of the time of these tests.
    func holds(_ word: String) -> Bool {
        var word = word
        let found = utf8.withContiguousStorageIfAvailable { line in word.withUTF8 { Self.holds(line, $0) } }
        return found ?? contains(word)
    }

    private static func holds(_ line: UnsafeBufferPointer<UInt8>, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let letter = word.first, let bytes = word.baseAddress else { return true }
        guard var rest = line.baseAddress.map(UnsafeRawPointer.init) else { return false }
        let end = rest + line.count
        while rest + word.count <= end, let at = memchr(rest, Int32(letter), end - rest - word.count + 1) {
            if memcmp(at, bytes, word.count) == 0 { return true }
            rest = UnsafeRawPointer(at) + 1
        }
        return false
    }
}
