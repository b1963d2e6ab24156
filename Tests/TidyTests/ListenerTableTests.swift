import Testing

/// docs/internals/gamekit.md names, for each member of GameKit's listeners, the tests that fail if it isn't called.
@Suite("The table of listeners") struct ListenerTableTests {
    private static func rows() throws -> [Substring] {
        try Repository.text(of: "docs/internals/gamekit.md").split(separator: "\n").filter { $0.contains("Tests.") }
            .filter { $0.hasPrefix("| ") }
    }

    @Test("each member of a listener is in it")
    func members() throws {
        let table = try Self.rows().joined(separator: "\n")
        var count = 0
        for line in try Repository.text(of: "Tests/GameKitTests/Members/members.tsv").split(separator: "\n") {
            let cells = line.split(separator: "\t")
            guard cells.count > 2, cells[1].hasPrefix("GK"), cells[1].hasSuffix("Listener"),
                let arguments = cells[2].split(separator: "(", maxSplits: 1).last, cells[2].contains("func player(")
            else { continue }
            // The first is the player in each.
            let labels = arguments.matches(of: /, (\w+)/).map { $0.output.1 + ":" }.joined()
            let shown = labels.replacing("completionHandler:", with: "")
            #expect(table.contains("`\(labels)`") || table.contains("`\(shown)`"), "\(cells[1]) \(labels)")
            count += 1
        }
        #expect(count >= 18)
    }

    @Test("each test that it names is there")
    func tests() throws {
        let sources = try SourceFile.all(below: ["Tests/GameKitTests"])
        for row in try Self.rows() {
            for match in row.matches(of: /`(\w+Tests)\.(\w+)`/) {
                let (suite, name) = (match.output.1, match.output.2)
                let file = sources.first { $0.path.hasSuffix("/\(suite).swift") }
                #expect(file?.lines.contains { $0.contains("func \(name)()") } == true, "\(suite).\(name)")
            }
        }
    }
}
