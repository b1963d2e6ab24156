import LaurelDomain
import LaurelWire
import LaurelService

/// Writes exported scores as CSV or as lines of JSON.
struct ScoreRecords: Sendable {
    let format: ExportFormat
    let app: App
    let accounts: Accounts

    /// The line above the records; nil where there is none.
    var head: [UInt8]? { format == .csv ? CSV.head(of: ExportedScoreAnswer.self) : nil }

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
            let line = ExportedScoreAnswer(
                sequence: score.sequence, leaderboard: score.leaderboard.id, player: id,
                displayName: accounts.names.displayName(score.player) ?? "", value: score.value,
                formatted: formatter.string(score.value), context: score.context, date: score.date,
                received: score.time, state: score.state.rawValue)
            switch format {
            case .csv: bytes += line.row
            case .json: bytes += line.json + [0x0A]
            }
        }
        return bytes
    }

    private func formatter(_ leaderboard: Leaderboard) -> ScoreFormatter {
        ScoreFormatter(leaderboard, in: leaderboard.localization(for: [], default: app.defaultLanguage))
    }
}

extension ExportedScoreAnswer {
    fileprivate var row: [UInt8] {
        CSV.row([
            "\(sequence.rawValue)", CSV.text(leaderboard.text), CSV.text(player), CSV.text(displayName), "\(value)",
            CSV.text(formatted), "\(context)", date.rfc3339, received.rfc3339, state,
        ])
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
