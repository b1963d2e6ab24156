import Testing

/// docs/internals/cluster.md says which test holds what a cluster promises: each must be there.
@Suite("Promises of a cluster") struct ClusterPromiseTests {
    /// The sections whose tables name tests, and how many they name at least.
    static let sections = [("What is promised", 15), (assumptions, 20)]
    static let assumptions = "What assumed one process"

    private static func rows(of section: String) throws -> [Substring] {
        let lines = try Repository.text(of: "docs/internals/cluster.md").split(separator: "\n")
        let title = "## \(section)"
        let start = try #require(lines.firstIndex { $0 == title }, "there's no \(title)")
        // Behind the table's head.
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }.dropFirst())
    }

    /// `Suite` or `Suite.function`, as rows write tests.
    private static func names(in text: Substring) -> [NamedTest] {
        text.matches(of: /`(\w+Tests)(?:\.(\w+))?`/).map {
            NamedTest(target: nil, suite: String($0.output.1), function: $0.output.2.map(String.init))
        }
    }

    @Test("each test that a table names is there", arguments: sections)
    func tests(section: String, least: Int) throws {
        let names = Set(try Self.rows(of: section).flatMap(Self.names(in:)))
        #expect(names.count >= least)
        let files = try SourceFile.all(below: ["Tests"])
        let missing = names.filter { !$0.isThere(in: files) }
        #expect(missing.isEmpty, "not there: \(missing.map(\.description).sorted())")
    }

    @Test("each line of the plan has a row that says which test holds it, or that there's none")
    func lines() throws {
        let rows = try Self.rows(of: Self.assumptions)
        #expect(rows.count == 17)
        for row in rows {
            let cells = row.split(separator: "|")
            let test = try #require(cells.count == 3 ? cells.last : nil, "\(row)")
            #expect(!Self.names(in: test).isEmpty || test.contains("none"), "\(row)")
        }
    }

    @Test("a suite or a function that isn't there is found, and a longer name doesn't count")
    func sample() {
        let lines = "struct OwnerReachTests {\n    func pace() {}\n}\nextension OwnershipTests {".split(separator: "\n")
        let files = [SourceFile(path: "Tests/ClusterTests/OwnerReachTests.swift", lines: lines)]
        func isThere(_ target: String?, _ suite: String, _ function: String?) -> Bool {
            NamedTest(target: target, suite: suite, function: function).isThere(in: files)
        }
        #expect(isThere(nil, "OwnerReachTests", nil) && isThere("ClusterTests", "OwnerReachTests", "pace"))
        #expect(isThere(nil, "OwnershipTests", nil))
        #expect(!isThere("Cluster", "OwnerReachTests", nil) && !isThere(nil, "OwnerReachTests", "pac"))
        #expect(!isThere(nil, "OwnerReach", nil) && !isThere(nil, "LookingTests", nil))
    }
}
