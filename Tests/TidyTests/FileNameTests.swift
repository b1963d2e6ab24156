import Testing

/// A type is found by its name: what two other files name and is longer than a screen stands in a file that is called
/// like it, `Type.swift` or `Type+Facet.swift`. Small types stand beside what they are for.
@Suite("File names") struct FileNameTests {
    /// Of a type's declaration; a longer one needs a file of its own.
    static let linesLimit = 40
    /// Of files that name a type; as many need to find it.
    static let usersLimit = 2
    /// A feature's answers and bodies stand together, in the file of the feature.
    static let filesOfFeatures = ["Sources/LaurelWire/Answers/", "Sources/LaurelWire/Bodies/"]
    /// From before this rule. Take a type out of here once it has its file; none comes in.
    static let notYet: Set<String> = [
        "Sources/API/Players/PlayerExport.swift: PlayerData",
        "Sources/LaurelWire/Shape.swift: Field",
    ]

    static let sources = Result { try SourceFile.all(below: ["Sources"]) }

    @Test("a type that others need stands in a file of its name")
    func names() throws {
        let found = Set(Self.offences(in: try Self.sources.get()))
        for offence in found.subtracting(Self.notYet).sorted() { Issue.record("\(offence) needs a file of its name") }
        for offence in Self.notYet.subtracting(found).sorted() {
            Issue.record("\(offence) needs nothing: take it out of FileNameTests.notYet")
        }
    }

    @Test("an offence is found, and only where there is one")
    func sample() {
        func file(_ name: String, _ first: String, lines: Int) -> SourceFile {
            let body = [Substring(first)] + Array(repeating: "    // …", count: lines - 2) + ["}"]
            return SourceFile(path: "Sources/Sample/\(name).swift", lines: body)
        }
        let users = ["A", "B"].map { file($0, "func use(_ one: One, _ two: Two, _ three: Three) {", lines: 3) }
        let types = [
            file("One", "public struct One {", lines: 60), file("Two+Facet", "final class Two {", lines: 60),
            file("Others", "struct Three {", lines: Self.linesLimit),
        ]
        #expect(Self.offences(in: types + users) == [])
        let long = file("Others", "@MainActor public enum Three {", lines: Self.linesLimit + 1)
        #expect(Self.offences(in: [long] + users) == ["Sources/Sample/Others.swift: Three"])
        #expect(Self.offences(in: [long] + users.prefix(1)) == [])
        let own = file("Others", "private enum Three {", lines: Self.linesLimit + 1)
        #expect(Self.offences(in: [own] + users) == [])
    }

    private static func offences(in files: [SourceFile]) -> [String] {
        var users: [Substring: Int] = [:]
        for file in files {
            let words = file.lines.flatMap { $0.split(whereSeparator: { !isPart($0) }) }
            for word in Set(words) where word.first?.isUppercase ?? false { users[word, default: 0] += 1 }
        }
        let judged = files.filter { file in !filesOfFeatures.contains { file.path.hasPrefix($0) } }
        return judged.flatMap { file in
            let name = file.path.split(separator: "/").last?.split(whereSeparator: { ".+".contains($0) }).first ?? ""
            return file.lines.indices.compactMap { index -> String? in
                guard let type = declared(in: file.lines[index]), type != name,
                    users[type, default: 0] > usersLimit,
                    let end = file.lines[index...].firstIndex(of: "}"), end - index + 1 > linesLimit
                else { return nil }
                return "\(file.path): \(type)"
            }
        }
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The type that a line begins to declare for the whole target.
    private static func declared(in line: Substring) -> Substring? {
        guard let first = line.first, first.isLetter || first == "@", line.hasSuffix("{") else { return nil }
        let words = line.split(whereSeparator: { !isPart($0) && $0 != "@" })
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
        let modifiers: Set<Substring> = ["public", "package", "internal", "open", "final", "indirect"]
        guard let kind = words.firstIndex(where: { kinds.contains($0) }), kind + 1 < words.count,
            words[..<kind].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") })
        else { return nil }
        return words[kind + 1]
    }
}
