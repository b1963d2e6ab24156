import Foundation
import Testing

/// docs/internals/security.md says which test holds what: each must be there.
@Suite("Map of security requirements") struct SecurityMapTests {
    /// `Target.Suite.function`, as the page writes tests.
    private static func names() throws -> Set<NamedTest> {
        let text = try Repository.text(of: "docs/internals/security.md")
        return Set(
            text.matches(of: /`(\w+Tests)\.(\w+)\.(\w+)`/).map {
                NamedTest(
                    target: String($0.output.1), suite: String($0.output.2), function: String($0.output.3))
            })
    }

    @Test("each test that the page names is there")
    func tests() throws {
        let names = try Self.names()
        #expect(names.count > 150)
        let files = try SourceFile.all(below: ["Tests"])
        let missing = names.filter { !$0.isThere(in: files) }
        #expect(missing.isEmpty, "not there: \(missing.map(\.description).sorted())")
    }

    @Test("each requirement of levels 1 and 2 has one row")
    func requirements() throws {
        let rows = try Repository.text(of: "docs/internals/security.md").split(separator: "\n")
            .compactMap { $0.firstMatch(of: /^\| ([\d., ]+) \|/)?.output.1 }
        let ids = rows.flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
        #expect(ids.count == 253 && Set(ids).count == 253, "\(ids.count) rows, \(Set(ids).count) requirements")
    }
}
