import Testing

/// Package.swift names what a target imports. SwiftPM takes what others bring along, too, and then builds in an order
/// that needn't be right.
@Suite("Declared imports") struct DeclaredImportTests {
    /// A target as Package.swift declares it.
    private struct Target {
        let name: String
        let folder: String
        /// All that stands in quotes there, its dependencies among it.
        let words: Set<String>
    }

    @Test("a target depends on what it imports")
    func package() throws {
        let package = try Repository.text(of: "Package.swift")
        let files = try SourceFile.all(below: ["Sources", "Tests", "Benchmarks", "Web"])
        #expect(Self.targets(in: package).count > 80)
        for offence in Self.offences(in: package, files) { Issue.record("\(offence): Package.swift doesn't say so") }
    }

    @Test("an offence is found, and only where there is one")
    func sample() {
        let package = """
            let package = Package(
                targets: [
                    module("One"),
                    inner("LaurelTwo", ["One"]),
                    // Not this: "LaurelTwo".
                    .target(
                        name: "Three", dependencies: ["One"],
                        path: "Tests/Third"),
                    desktop("four", "FourDesktop", ["LaurelTwo"]),
                ]
            )
            """
        func file(_ path: String, _ text: String) -> SourceFile {
            SourceFile(path: path, lines: text.split(separator: "\n"))
        }
        let files = [
            file("Sources/One/A.swift", "import Foundation"), file("Sources/Two/A.swift", "public import One"),
            file("Tests/Third/A.swift", "import One\nimport Testing"),
            file("Sources/FourDesktop/A.swift", "import LaurelTwo"),
        ]
        #expect(Self.targets(in: package).map(\.name) == ["One", "LaurelTwo", "Three", "four"])
        #expect(Self.offences(in: package, files) == [])
        let more = [
            file("Tests/Third/B.swift", "@testable import LaurelTwo"),
            file("Sources/FourDesktop/B.swift", "import One"),
        ]
        #expect(Self.offences(in: package, files + more) == ["Three imports LaurelTwo", "four imports One"])
    }

    private static func offences(in package: String, _ files: [SourceFile]) -> [String] {
        let targets = targets(in: package)
        let names = Set(targets.map(\.name))
        return targets.flatMap { target in
            var imports: Set<String> = []
            for file in files where file.path.hasPrefix(target.folder + "/") { imports.formUnion(file.imports) }
            let missing = imports.intersection(names).subtracting(target.words)
            return missing.sorted().map { "\(target.name) imports \($0)" }
        }
    }

    /// Each begins at eight spaces, and goes on further in.
    private static func targets(in package: String) -> [Target] {
        let kinds = [
            "module(", "inner(", "tests(", "benchmark(", "desktop(", ".target(", ".executableTarget(", ".testTarget(",
        ]
        var entries: [String] = []
        for line in package.split(separator: "\n") {
            let indent = line.prefix { $0 == " " }.count
            let code = line.dropFirst(indent)
            if code.hasPrefix("//") { continue }
            if indent == 8, kinds.contains(where: { code.hasPrefix($0) }) {
                entries.append(String(code))
            } else if indent > 8, let last = entries.popLast() {
                entries.append(last + " " + String(code))
            }
        }
        return entries.compactMap { target($0) }
    }

    private static func target(_ entry: String) -> Target? {
        let words = entry.matches(of: /"([^"]*)"/).map { String($0.output.1) }
        guard let name = words.first else { return nil }
        var all = Set(words)
        var folder = "Sources/" + name
        if let path = entry.firstMatch(of: /path: "([^"]*)"/) {
            folder = String(path.output.1)
        } else if entry.hasPrefix("inner(") {
            folder = "Sources/" + String(name.dropFirst("Laurel".count))
        } else if entry.hasPrefix("tests(") || entry.hasPrefix(".testTarget(") {
            folder = "Tests/" + name
        } else if entry.hasPrefix("benchmark(") {
            folder = "Benchmarks/" + name
        } else if entry.hasPrefix("desktop("), words.count > 1 {
            folder = "Sources/" + words[1]
            all.formUnion(["LaurelDesktop", "LaurelArcade"])
        }
        return Target(name: name, folder: folder, words: all)
    }
}
