import Testing

/// One word for one thing in the code: docs/concepts/words.md. One failure message an offence.
@Suite("Names") struct NameTests {
    /// What a name must not contain, and what to write instead.
    static let forbidden: [String: String] = [
        "place": "index, position, rank, key, slot, offset or endpoint",
        "places": "indices, positions, ranks, keys, slots, offsets or endpoints",
        "wish": "request, body, or what is asked for",
        "wishes": "languages, or what is asked for",
        "whoever": "the caller, or who it is",
        "way": "server, route, mode, channel, kind or distance",
        "ways": "servers, routes, modes, channels, kinds or distances",
    ]

    static let files = Result {
        try SourceFile.all(below: ["Sources", "Tests", "Benchmarks", "Fuzz", "Plugins"])
            .filter { !$0.path.contains("TidyTests") }
    }

    @Test("a name says index, position, request or server, not place, wish or way", arguments: try files.get())
    func identifiers(_ file: SourceFile) {
        for (number, name) in Self.offences(in: file) {
            let instead = Self.parts(of: name).compactMap { Self.forbidden[$0] }.joined(separator: ", ")
            Issue.record("\(file.path):\(number): \(name). Write: \(instead)")
        }
    }

    @Test("a comment names the caller, the player or the operator, not “whoever”", arguments: try files.get())
    func comments(_ file: SourceFile) {
        for (number, line) in file.lines.enumerated() where Self.saysWhoever(line) {
            Issue.record("\(file.path):\(number + 1) says “whoever”. Write: \(Self.forbidden["whoever"] ?? "")")
        }
    }

    @Test("names are found in code and in what texts put in, and nowhere else")
    func sample() {
        let text = #"""
            let imagePlace = "place \(place(at: 1)) or", isAlwaysPlaceholder = 1  // wishes
            let query = """
                SELECT place WHERE wish = \(wishes[0])
                """
            """#
        let file = SourceFile(path: "Sources/X/Y.swift", lines: text.split(separator: "\n"))
        #expect(Self.offences(in: file).map(\.name) == ["imagePlace", "place", "wishes"])
        #expect(Self.offences(in: file).map(\.number) == [1, 1, 3])
        #expect(Self.parts(of: "WebPlaceTests") == ["web", "place", "tests"])
    }

    private static func saysWhoever(_ line: Substring) -> Bool { line.holds("hoever") }

    /// The names of a file that contain a forbidden word, with their lines, counted from 1. Texts don't count, such as
    /// the columns of SQL, which keep the names that migrations gave them; what a text puts in does.
    static func offences(in file: SourceFile) -> [(number: Int, name: String)] {
        var isText = false
        var found: [(number: Int, name: String)] = []
        for (index, line) in file.lines.enumerated() {
            let isEdge = line.holds("\"\"\"") && line.ranges(of: "\"\"\"").count % 2 == 1
            defer { if isEdge { isText.toggle() } }
            // Most lines have none of them, and expressions are slow.
            guard ["lace", "ish", "hoever", "way", "Way"].contains(where: { line.holds($0) }) else { continue }
            for word in code(of: line, isText: isText && !isEdge).split(whereSeparator: { !isPart($0) })
            where parts(of: String(word)).contains(where: { forbidden[$0] != nil }) {
                found.append((index + 1, String(word)))
            }
        }
        return found
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// A line without its comment and its texts, or of a text what it puts in.
    private static func code(of line: Substring, isText: Bool) -> String {
        let insertion = /\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/
        func insertions(_ text: Substring) -> String {
            text.matches(of: insertion).map { " " + $0.output.dropFirst() }.joined()
        }
        if isText { return insertions(line) }
        let literal = /"(?:[^"\\]|\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\.)*"/
        let code = line.replacing(literal) { insertions($0.output) }
        return String(code.prefix(upTo: code.firstRange(of: "//")?.lowerBound ?? code.endIndex))
    }

    /// `imagePlace` is `image` and `place`.
    private static func parts(of name: String) -> [String] {
        name.replacing(/[A-Z]+/) { " " + $0.output }.lowercased().split(whereSeparator: { $0 == " " || $0 == "_" })
            .map(String.init)
    }
}
