import Testing

/// Folders of a target that refer to each other in a circle are one folder: none of them can be read, changed or
/// tested without the others.
///
/// A folder needs another when one of its files names a type that a file of the other declares. Types count that are
/// declared at the beginning of a line, so neither nested nor private to a file, and in one folder only. What a file
/// names is every capitalised word outside of comments and strings that no dot precedes. So a type may hide (behind
/// an inferred one, or behind a function of an extension), but what is reported is there.
@Suite("Folders") struct FolderTests {
    /// Targets whose folders form no circle.
    static let targets = ["API", "Matches", "Scores", "Service"]

    @Test("folders form no circle", arguments: targets)
    func circles(_ target: String) throws {
        let folders = Folders(try SourceFile.all(below: ["Sources/\(target)"]))
        #expect(folders.names.count > 1, "Sources/\(target) has no folders")
        for circle in folders.circles {
            let arrows = circle.flatMap { from in
                circle.compactMap { to in
                    folders.reasons[from]?[to].map { "\(from) → \(to) (\($0.sorted().joined(separator: ", ")))" }
                }
            }
            Issue.record("a circle in Sources/\(target): \(arrows.joined(separator: "; "))")
        }
    }

    @Test("a circle is found, and only where there is one")
    func sample() {
        func file(_ folder: String, _ name: String, _ text: String) -> SourceFile {
            SourceFile(path: "Sources/Sample/\(folder)/\(name).swift", lines: text.split(separator: "\n"))
        }
        let declarations = [
            file("A", "One", "public struct One {}"), file("B", "Two", "final class Two {}\nstruct Other {}"),
            file("C", "Three", "@MainActor package enum Three {}\nprivate struct One {}"),
        ]
        let straight = [
            file("A", "Uses", "func use(_ two: Two) {}"), file("B", "Uses", "let three: [Three] = []"),
            file("C", "Uses", "// One\nlet text = \"One \\\"One\", member = Shape.One"),
        ]
        #expect(Folders(declarations + straight).circles == [])
        let back = [file("C", "Back", "typealias Nested = [Optional<One>]")]
        #expect(Folders(declarations + straight + back).circles == [["A", "B", "C"]])
    }
}

/// Which folder of a target names types of which other.
struct Folders {
    /// Why: the types, by folder and the folder that it needs.
    private(set) var reasons: [String: [String: Set<Substring>]] = [:]
    private(set) var names: Set<String> = []

    init(_ files: [SourceFile]) {
        var homes: [Substring: Set<String>] = [:]
        for file in files {
            names.insert(file.folder)
            for line in file.lines {
                if let type = Self.declared(in: line) { homes[type, default: []].insert(file.folder) }
            }
        }
        for file in files {
            let own = Set(file.lines.flatMap(Self.kept))
            for line in file.lines {
                for word in Self.named(in: line) where !own.contains(word) {
                    guard let home = homes[word], home.count == 1, let other = home.first, other != file.folder
                    else { continue }
                    reasons[file.folder, default: [:]][other, default: []].insert(word)
                }
            }
        }
    }

    /// Folders that reach each other, each circle in order of name.
    var circles: [[String]] {
        let reached = Dictionary(uniqueKeysWithValues: names.map { ($0, reach(of: $0)) })
        var found: Set<[String]> = []
        for name in names where reached[name]?.contains(name) ?? false {
            let mates = reached[name]?.filter { reached[$0]?.contains(name) ?? false } ?? []
            found.insert(mates.sorted())
        }
        return found.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func reach(of name: String) -> Set<String> {
        var reached: Set<String> = []
        var next = reasons[name].map { Array($0.keys) } ?? []
        while let folder = next.popLast() {
            if reached.insert(folder).inserted { next += reasons[folder].map { Array($0.keys) } ?? [] }
        }
        return reached
    }

    /// The type that a line declares for the whole target.
    private static func declared(in line: Substring) -> Substring? {
        guard let first = line.first, first.isLetter || first == "@" else { return nil }
        let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" })
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        guard let at = words.firstIndex(where: { kinds.contains($0) }), at + 1 < words.count else { return nil }
        let modifiers: Set<Substring> = ["public", "package", "internal", "final", "indirect"]
        guard words[..<at].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") }) else { return nil }
        return words[at + 1]
    }

    /// The types that a line declares for its own file.
    private static func kept(in line: Substring) -> [Substring] {
        let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        guard words.first == "private" || words.first == "fileprivate",
            let at = words.firstIndex(where: { kinds.contains($0) }), at + 1 < words.count
        else { return [] }
        return [words[at + 1]]
    }

    /// Capitalised words that may be types.
    private static func named(in line: Substring) -> [Substring] {
        var words: [Substring] = []
        var isText = false
        var before: Character = " "
        var index = line.startIndex
        while index < line.endIndex {
            let character = line[index]
            if character == "\\", isText {
                index = line.index(index, offsetBy: 2, limitedBy: line.endIndex) ?? line.endIndex
                continue
            }
            if character == "\"" { isText.toggle() }
            if !isText, character == "/", line[index...].hasPrefix("//") { break }
            guard !isText, character.isLetter || character == "_" else {
                before = character
                index = line.index(after: index)
                continue
            }
            let end =
                line[index...].firstIndex { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? line.endIndex
            if character.isUppercase, before != "." { words.append(line[index..<end]) }
            before = "a"
            index = end
        }
        return words
    }
}

extension SourceFile {
    /// The folder in its target's; empty: none.
    fileprivate var folder: String {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : ""
    }
}
