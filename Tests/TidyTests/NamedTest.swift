/// A test, or a suite, that a page of the docs names.
struct NamedTest: Hashable, CustomStringConvertible, Sendable {
    /// Nil: any.
    let target: String?
    let suite: String
    /// Nil: the suite as a whole.
    let function: String?

    var description: String { [target, suite, function].compactMap { $0 }.joined(separator: ".") }

    /// Whether one of the files has it.
    func isThere(in files: [SourceFile]) -> Bool {
        files.contains { file in
            (target.map { file.path.hasPrefix("Tests/\($0)/") } ?? true)
                && file.lines.contains(where: declaresSuite)
                && (function.map { name in file.lines.contains { $0.holds("func \(name)(") } } ?? true)
        }
    }

    /// Not one whose name begins like the suite's.
    private func declaresSuite(_ line: Substring) -> Bool {
        guard line.holds(suite) else { return false }
        return ["struct ", "class ", "enum ", "extension "].contains { kind in
            line.ranges(of: kind + suite).contains { range in
                line[range.upperBound...].first.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
            }
        }
    }
}
