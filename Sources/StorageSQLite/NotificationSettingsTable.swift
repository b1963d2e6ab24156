import LaurelDomain
import LaurelStorage

/// What players chose, as rows of SQL. In a topic 0 stands for every kind and for every app.
enum NotificationSettingsTable {
    static func choices(
        of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> [NotificationTopic: NotificationChoice] {
        let select = try connection.prepare(
            "SELECT kind, app, is_on, is_pushed FROM notification_choices WHERE player = ?")
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        var choices: [NotificationTopic: NotificationChoice] = [:]
        while try select.step() {
            guard let kind = UInt8(exactly: select.integer(0)), let app = UInt32(exactly: select.integer(1)) else {
                throw .broken(reason: "a choice of player \(player.rawValue) has no subject")
            }
            // A newer version may know more kinds; skip those.
            if kind != 0, NoticeKind(rawValue: kind) == nil { continue }
            let topic = NotificationTopic(
                kind: NoticeKind(rawValue: kind), app: app == 0 ? nil : AppNumber(app))
            choices[topic] = NotificationChoice(isOn: select.integer(2) != 0, isPushed: select.integer(3) != 0)
        }
        return choices
    }

    static func settings(
        of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> NotificationSettings {
        let choices = try choices(of: player, on: connection)
        let select = try connection.prepare("SELECT first, last, zone FROM quiet_hours WHERE player = ?")
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        guard try select.step() else { return NotificationSettings(choices: choices) }
        guard let from = Int(exactly: select.integer(0)).flatMap({ ClockTime(minutes: $0) }),
            let to = Int(exactly: select.integer(1)).flatMap({ ClockTime(minutes: $0) }),
            let zone = TimeZoneID(select.text(2))
        else { throw .broken(reason: "the quiet hours of player \(player.rawValue) are invalid") }
        return NotificationSettings(choices: choices, quietHours: QuietHours(from: from, to: to, zone: zone))
    }

    static func write(
        _ settings: NotificationSettings, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        for table in ["notification_choices", "quiet_hours"] {
            let delete = try connection.prepare("DELETE FROM \(table) WHERE player = ?")
            delete.bind(1, Int64(player.rawValue))
            try delete.run()
        }
        for (topic, choice) in settings.choices { try write(choice, for: topic, of: player, on: connection) }
        guard let quiet = settings.quietHours else { return }
        let insert = try connection.prepare("INSERT INTO quiet_hours (player, first, last, zone) VALUES (?, ?, ?, ?)")
        insert.bind(1, Int64(player.rawValue))
        insert.bind(2, Int64(quiet.from.minutes))
        insert.bind(3, Int64(quiet.to.minutes))
        insert.bind(4, quiet.zone.text)
        try insert.run()
    }

    static func write(
        _ choice: NotificationChoice, for topic: NotificationTopic, of player: PlayerNumber,
        on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare(
            """
            INSERT INTO notification_choices (player, kind, app, is_on, is_pushed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (player, kind, app) DO UPDATE SET is_on = excluded.is_on, is_pushed = excluded.is_pushed
            """)
        insert.bind(1, Int64(player.rawValue))
        insert.bind(2, Int64(topic.kind?.rawValue ?? 0))
        insert.bind(3, Int64(topic.app?.rawValue ?? 0))
        insert.bind(4, choice.isOn)
        insert.bind(5, choice.isPushed)
        try insert.run()
    }
}
