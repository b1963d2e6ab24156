import LaurelDomain
import LaurelWire
import LaurelService

/// Writes exported progress with achievements as CSV or as lines of JSON.
struct AchievementRecords: Sendable {
    let format: ExportFormat
    let app: App
    let accounts: Accounts

    /// The line above the records; nil where there is none.
    var head: [UInt8]? { format == .csv ? CSV.head(of: ExportedAchievementAnswer.self) : nil }

    func encode(_ items: [ExportedAchievement]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(items.count * 192)
        var ids: [String] = []
        ids.reserveCapacity(items.count)
        accounts.ids.withUTF8(of: items.map(\.player), in: .team(app.team)) { _, id in
            ids.append(String(decoding: id, as: UTF8.self))
        }
        for (item, id) in zip(items, ids) {
            let progress = item.progress
            let line = ExportedAchievementAnswer(
                achievement: item.achievement.id, player: id,
                displayName: accounts.names.displayName(item.player) ?? "", percentComplete: progress.percent,
                isCompleted: progress.isEarned, timesEarned: Int64(progress.timesEarned),
                firstEarned: progress.firstEarned, lastReported: progress.lastReported)
            switch format {
            case .csv: bytes += line.row
            case .json: bytes += line.json + [0x0A]
            }
        }
        return bytes
    }
}

extension ExportedAchievementAnswer {
    fileprivate var row: [UInt8] {
        CSV.row([
            CSV.text(achievement.text), CSV.text(player), CSV.text(displayName), "\(percentComplete.value)",
            "\(isCompleted)", "\(timesEarned)", firstEarned?.rfc3339 ?? "", lastReported.rfc3339,
        ])
    }
}
