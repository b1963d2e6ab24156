import Foundation

/// `members.tsv`: Apple's interface, and what became of each member here.
struct MemberTable {
    enum State: String {
        case works, differs, absent
        /// To be there, and not there yet.
        case missing
    }

    struct Row: CustomStringConvertible {
        let type: String
        let declaration: String
        let state: State
        /// From which iOS on Apple's SDK marks it as deprecated; empty: not at all.
        let deprecation: String

        /// Rows of types have their kind and parents for a declaration.
        var parents: [String]? {
            guard let match = declaration.wholeMatch(of: #/(class|enum|struct|protocol)(?: : (.*))?/#) else {
                return nil
            }
            let parents = (match.output.2 ?? "").split(separator: ", ")
            return parents.map { String($0.replacing("@unchecked ", with: "")) }
        }

        var isType: Bool { parents != nil }
        var description: String { "\(type): \(declaration)" }
    }

    struct Trouble: Error { let line: String }

    let rows: [Row]

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "members.tsv")
        rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            let fields = $0.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 4, let state = State(rawValue: String(fields[3])) else {
                throw Trouble(line: String($0))
            }
            return Row(
                type: String(fields[1]), declaration: String(fields[2]), state: state,
                deprecation: fields.count > 5 ? String(fields[5]) : "")
        }
    }

    var members: [Row] { rows.filter { !$0.isType } }
    var types: [Row] { rows.filter(\.isType) }
}
