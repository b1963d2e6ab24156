/// Texts by the names of fields, from a table that people write and read.
///
/// An entry begins at the start of a line, with its keys and a separator; lines that are indented go on with it:
///
/// ```
/// rank: The position, best first, from 1.
/// Share.rank, SharedPage.rank: The rank at the moment of sharing. Null
///   of an achievement.
/// ```
struct NamedTexts: Sendable {
    /// In the order of the table; a key of several fields is there once for each entry that has it.
    let entries: [(key: String, text: String)]
    private let texts: [String: String]

    init(_ table: String, separator: Character) {
        var lines: [String] = []
        for line in table.split(separator: "\n") {
            if line.hasPrefix("  "), let last = lines.indices.last {
                lines[last] += line.dropFirst()
            } else {
                lines.append(String(line))
            }
        }
        entries = lines.flatMap { line -> [(key: String, text: String)] in
            let parts = line.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
            let text = parts.count < 2 ? "" : String(parts[1].drop { $0 == " " })
            return parts[0].split(separator: ",").map { key in (key: String(key.filter { $0 != " " }), text: text) }
        }
        texts = Dictionary(entries.map { ($0.key, $0.text) }) { first, _ in first }
    }

    subscript(key: String) -> String? { texts[key] }

    /// The first of these keys that the table has; nil if it has none.
    func key(_ candidates: String...) -> String? { candidates.first { texts[$0] != nil } }
}
