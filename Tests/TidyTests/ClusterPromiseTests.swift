import Testing

/// docs/internals/cluster.md says which test holds what a cluster promises: each must be there.
@Suite("Promises of a cluster") struct ClusterPromiseTests {
    /// `Suite` or `Suite.function`, as the rows of its table write tests.
    private static func names() throws -> Set<NamedTest> {
        let lines = try Repository.text(of: "docs/internals/cluster.md").split(separator: "\n")
        let start = try #require(lines.firstIndex(of: "## What is promised"))
        let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
        return Set(
            section.filter { $0.hasPrefix("| ") }.flatMap { $0.matches(of: /`(\w+Tests)(?:\.(\w+))?`/) }.map {
                NamedTest(target: nil, suite: String($0.output.1), function: $0.output.2.map(String.init))
            })
    }

    @Test("each test that the table names is there")
    func tests() throws {
        let names = try Self.names()
        #expect(names.count > 15)
        let files = try SourceFile.all(below: ["Tests"])
        let missing = names.filter { !$0.isThere(in: files) }
        #expect(missing.isEmpty, "not there: \(missing.map(\.description).sorted())")
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
