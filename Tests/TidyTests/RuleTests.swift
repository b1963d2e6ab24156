import Foundation
import Testing

/// Every numbered rule of the service is held by a test that names it, or is listed as still to come.
@Suite("Numbered rules") struct RuleTests {
    struct Rule {
        let number: String
        let state: String
        var isHeld: Bool { state == "held" }
        /// But for what the document says.
        var isHeldInPart: Bool { state == "partly" }
    }

    /// The table of docs/concepts/rules.md.
    static func rules() throws -> [Rule] {
        try Repository.text(of: "docs/concepts/rules.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].first?.isNumber == true else { return nil }
            return Rule(number: cells[0], state: cells[2])
        }
    }

    /// The numbers that stand behind "rule" or "rules" in the name of a test.
    static func named() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        let sentence = /rules? (\d+\.\d+(?:(?:, | and |–)\d+\.\d+)*)/
        for file in try SourceFile.all(below: ["Tests"]) where !file.path.contains("TidyTests") {
            for line in file.lines {
                for match in line.matches(of: sentence) {
                    for number in match.output.1.split(whereSeparator: { !$0.isNumber && $0 != "." }) {
                        counts[String(number), default: 0] += 1
                    }
                }
            }
        }
        return counts
    }

    @Test("a rule that is held has a test that names it")
    func held() throws {
        let named = try Self.named()
        let rules = try Self.rules()
        #expect(rules.count == 105)
        let orphans = rules.filter { ($0.isHeld || $0.isHeldInPart) && named[$0.number] == nil }.map(\.number)
        #expect(orphans.isEmpty, "no test names these rules: \(orphans.joined(separator: ", "))")
    }

    @Test("the document says what is missing of a rule that isn't held")
    func missing() throws {
        let document = try Repository.text(of: "docs/concepts/rules.md")
        let open = try Self.rules().filter { !$0.isHeld }
        #expect(open.allSatisfy { $0.isHeldInPart || $0.state == "later" })
        let silent = open.map(\.number).filter { !document.contains("\n- **\($0)**") }
        #expect(silent.isEmpty, "nothing says what is missing of \(silent.joined(separator: ", "))")
    }

    @Test("a test names only rules that exist")
    func known() throws {
        let known = Set(try Self.rules().map(\.number))
        let strays = Set(try Self.named().keys).subtracting(known)
        #expect(strays.isEmpty, "docs/concepts/rules.md has no rule \(strays.sorted().joined(separator: ", "))")
    }

    @Test("prints the rules that no test names yet")
    func later() throws {
        let named = try Self.named()
        let open = try Self.rules().filter { named[$0.number] == nil }.map(\.number)
        print("Rules that no test names yet (\(open.count)): \(open.joined(separator: ", "))")
        #expect(try Self.rules().filter { $0.number.hasPrefix("4.") && !$0.isHeld }.map(\.number) == [])
    }
}
