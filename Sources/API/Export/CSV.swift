import LaurelWire

/// Cells of a table that a spreadsheet shows and never runs.
///
/// - Source: RFC 4180; OWASP, "CSV Injection".
enum CSV {
    /// The columns are named as the fields of a line of JSON are.
    static func head<Line: Answer>(of line: Line.Type) -> [UInt8] {
        row(line.fields.properties.map(\.name))
    }

    /// - Parameter cells: as they are to stand there.
    static func row(_ cells: [String]) -> [UInt8] { Array((cells.joined(separator: ",") + "\r\n").utf8) }

    /// A text in quotes. One that a spreadsheet would take for a formula gets an apostrophe before it.
    static func text(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { formulaStarts.contains($0) } ?? false
        // By bytes: a million cells are a usual export, and a search by characters took most of its time.
        var cell: [UInt8] = [quote]
        cell.reserveCapacity(text.utf8.count + 4)
        if isFormula { cell.append(UInt8(ascii: "'")) }
        for byte in text.utf8 {
            if byte == quote { cell.append(quote) }
            cell.append(byte)
        }
        cell.append(quote)
        return String(decoding: cell, as: UTF8.self)
    }

    private static let quote = UInt8(ascii: "\"")

    /// With the full-width forms, which some programs take for the same.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "|", "%",
    ]
}
