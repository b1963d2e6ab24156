import LaurelDomain
import LaurelWire
import LaurelService

/// Writes exported progress with achievements as CSV or as lines of JSON.
struct AchievementRecords: Sendable {
    let format: ExportFormat
    let app: App
    let accounts: Accounts

    private static let columns = [
        "achievement", "player", "displayName", "percentComplete", "isCompleted", "timesEarned", "firstEarned",
        "lastReported",
    ]

    /// The line above the records; nil where there is none.
    var head: [UInt8]? { format == .csv ? Array((Self.columns.joined(separator: ",") + "\r\n").utf8) : nil }

    func encode(_ items: [ExportedAchievement]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(items.count * 192)
        var ids: [String] = []
        ids.reserveCapacity(items.count)
        accounts.ids.withUTF8(of: items.map(\.player), in: .team(app.team)) { _, id in
            ids.append(String(decoding: id, as: UTF8.self))
        }
        for (item, id) in zip(items, ids) {
            let name = accounts.names.displayName(item.player) ?? ""
            switch format {
            case .csv: csv(item, id, name, &bytes)
            case .json: json(item, id, name, &bytes)
            }
        }
        return bytes
    }

    private func csv(_ item: ExportedAchievement, _ id: String, _ name: String, _ bytes: inout [UInt8]) {
        let progress = item.progress
        let cells = [
            CSV.text(item.achievement.id.text), CSV.text(id), CSV.text(name), "\(progress.percent.value)",
            "\(progress.isEarned)", "\(progress.timesEarned)", progress.firstEarned?.rfc3339 ?? "",
            progress.lastReported.rfc3339,
        ]
        bytes.append(contentsOf: cells.joined(separator: ",").utf8)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private func json(_ item: ExportedAchievement, _ id: String, _ name: String, _ bytes: inout [UInt8]) {
        let progress = item.progress
        var writer = JSONWriter(capacity: 320)
        writer.beginObject()
        writer.field("achievement", item.achievement.id.text)
        writer.field("player", id)
        writer.field("displayName", name)
        writer.field("percentComplete", progress.percent.value)
        writer.field("isCompleted", progress.isEarned)
        writer.field("timesEarned", Int64(progress.timesEarned))
        writer.field("firstEarned", progress.firstEarned)
        writer.field("lastReported", progress.lastReported)
        writer.endObject()
        bytes.append(contentsOf: writer.finish())
        bytes.append(0x0A)
    }
}
