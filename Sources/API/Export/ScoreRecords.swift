import LaurelDomain
import LaurelWire
import LaurelService

/// Writes exported scores as CSV or as lines of JSON.
struct ScoreRecords: Sendable {
    let format: ExportFormat
    let app: App
    let accounts: Accounts

    private static let columns = [
        "sequence", "leaderboard", "player", "displayName", "value", "formatted", "context", "date", "received",
        "state",
    ]

    /// The line above the records; nil where there is none.
    var head: [UInt8]? { format == .csv ? Array((Self.columns.joined(separator: ",") + "\r\n").utf8) : nil }

    func encode(_ scores: [ExportedScore]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scores.count * 224)
        var formatters: [LeaderboardNumber: ScoreFormatter] = [:]
        var ids: [String] = []
        ids.reserveCapacity(scores.count)
        accounts.ids.withUTF8(of: scores.map(\.player), in: .team(app.team)) { _, id in
            ids.append(String(decoding: id, as: UTF8.self))
        }
        for (score, id) in zip(scores, ids) {
            let formatter = formatters[score.leaderboard.number] ?? self.formatter(score.leaderboard)
            formatters[score.leaderboard.number] = formatter
            let name = accounts.names.displayName(score.player) ?? ""
            switch format {
            case .csv: csv(score, id, name, formatter, &bytes)
            case .json: json(score, id, name, formatter, &bytes)
            }
        }
        return bytes
    }

    private func formatter(_ leaderboard: Leaderboard) -> ScoreFormatter {
        ScoreFormatter(leaderboard, in: leaderboard.localization(for: [], default: app.defaultLanguage))
    }

    private func csv(
        _ score: ExportedScore, _ id: String, _ name: String, _ formatter: ScoreFormatter, _ bytes: inout [UInt8]
    ) {
        let cells = [
            "\(score.sequence.rawValue)", CSV.text(score.leaderboard.id.text), CSV.text(id), CSV.text(name),
            "\(score.value)", CSV.text(formatter.string(score.value)), "\(score.context)", score.date.rfc3339,
            score.time.rfc3339, score.state.rawValue,
        ]
        bytes.append(contentsOf: cells.joined(separator: ",").utf8)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private func json(
        _ score: ExportedScore, _ id: String, _ name: String, _ formatter: ScoreFormatter, _ bytes: inout [UInt8]
    ) {
        var writer = JSONWriter(capacity: 384)
        writer.beginObject()
        writer.field("sequence", score.sequence.rawValue)
        writer.field("leaderboard", score.leaderboard.id.text)
        writer.field("player", id)
        writer.field("displayName", name)
        writer.field("value", score.value)
        writer.field("formatted", formatter.string(score.value))
        writer.field("context", score.context)
        writer.field("date", score.date)
        writer.field("received", score.time)
        writer.field("state", score.state.rawValue)
        writer.endObject()
        bytes.append(contentsOf: writer.finish())
        bytes.append(0x0A)
    }
}

extension ExportFormat {
    var contentType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .json: "application/x-ndjson"
        }
    }
}

/// Cells of a table that a spreadsheet shows and never runs.
///
/// - Source: RFC 4180; OWASP, "CSV Injection".
enum CSV {
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
