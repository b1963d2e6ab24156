import LaurelDomain
import LaurelStorage

/// What players chose, as rows of SQL. In a topic 0 stands for every kind and for every app.
enum NotificationSettingsTable {
    static func choices(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> [NotificationTopic: NotificationChoice] {
        var choices: [NotificationTopic: NotificationChoice] = [:]
        try connection.each("SELECT kind, app, is_on, is_pushed FROM notification_choices WHERE player = \(player)") {
            row throws(StoreError) in
            let (number, app): (UInt32, AppNumber) = (try row["kind"], try row["app"])
            let kind = UInt8(exactly: number).flatMap(NoticeKind.init(rawValue:))
            // A newer version may know more kinds; skip those.
            if number != 0, kind == nil { return true }
            let topic = NotificationTopic(kind: kind, app: app.rawValue == 0 ? nil : app)
            choices[topic] = NotificationChoice(isOn: try row["is_on"], isPushed: try row["is_pushed"])
            return true
        }
        return choices
    }

    /// Whether a connection knows, or finds out, that a player is told of everything.
    static func choosesNothing(
        _ player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        guard let memory = connection.noticeMemory else { return false }
        if let hasChosen = memory.hasChosen(player) { return !hasChosen }
        let hasChosen = try connection.has("SELECT 1 FROM notification_choices WHERE player = \(player)")
        memory.note(player, hasChosen: hasChosen)
        return !hasChosen
    }

    /// An expression: 1 if a player doesn't want to be told (``NotificationSettings/choice(of:in:)``), otherwise 0.
    static func isSilent(_ kind: NoticeKind, in app: AppNumber?, for player: PlayerNumber) -> SQL {
        let topics = NotificationSettings.topics(of: kind, in: app)
        guard !topics.general.isEmpty else { return "0" }
        let general: SQL = """
            CASE WHEN EXISTS (SELECT 1 FROM notification_choices WHERE player = \(player) AND is_on = 0
                AND (\(topics.general.map(isAbout).joined(separator: " OR ")))) THEN 1 ELSE 0 END
            """
        guard let exact = topics.exact else { return general }
        return """
            coalesce((SELECT 1 - is_on FROM notification_choices WHERE player = \(player) AND \(isAbout(exact))),
                \(general))
            """
    }

    /// The values of ``isSilent(_:in:for:)``, in their order: its text is the same for all that have as many.
    static func silenceValues(of kind: NoticeKind, in app: AppNumber?, for player: PlayerNumber) -> [SQLValue] {
        let topics = NotificationSettings.topics(of: kind, in: app)
        guard !topics.general.isEmpty else { return [] }
        var values: [SQLValue] = []
        if let exact = topics.exact { values = [player.sql] + Self.values(of: exact) }
        values.append(player.sql)
        for topic in topics.general { values += Self.values(of: topic) }
        return values
    }

    private static func values(of topic: NotificationTopic) -> [SQLValue] {
        [.integer(Int64(topic.kind?.rawValue ?? 0)), .integer(Int64(topic.app?.rawValue ?? 0))]
    }

    private static func isAbout(_ topic: NotificationTopic) -> SQL {
        "kind = \(Int(topic.kind?.rawValue ?? 0)) AND app = \(topic.app?.rawValue ?? 0)"
    }

    static func settings(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> NotificationSettings {
        let choices = try choices(of: player, on: connection)
        let quiet = try connection.first("SELECT first, last, zone FROM quiet_hours WHERE player = \(player)") {
            row throws(StoreError) in
            guard let from = ClockTime(minutes: try row["first"]), let to = ClockTime(minutes: try row["last"]),
                let zone = TimeZoneID(try row["zone"])
            else { throw .broken(reason: "the quiet hours of player \(player.rawValue) are invalid") }
            return QuietHours(from: from, to: to, zone: zone)
        }
        return NotificationSettings(choices: choices, quietHours: quiet)
    }

    static func write(
        _ settings: NotificationSettings, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        connection.noticeMemory?.forgetChoices(of: player)
        try connection.run("DELETE FROM notification_choices WHERE player = \(player)")
        try connection.run("DELETE FROM quiet_hours WHERE player = \(player)")
        for (topic, choice) in settings.choices { try write(choice, for: topic, of: player, on: connection) }
        guard let quiet = settings.quietHours else { return }
        try connection.run(
            .insert(
                into: "quiet_hours",
                [
                    "player": player, "first": quiet.from.minutes, "last": quiet.to.minutes, "zone": quiet.zone.text,
                ]))
    }

    static func write(
        _ choice: NotificationChoice, for topic: NotificationTopic, of player: PlayerNumber,
        on connection: any SQLConnection
    ) throws(StoreError) {
        connection.noticeMemory?.forgetChoices(of: player)
        try connection.run(
            .insert(
                into: "notification_choices",
                [
                    "player": player, "kind": Int(topic.kind?.rawValue ?? 0), "app": topic.app?.rawValue ?? 0,
                    "is_on": choice.isOn, "is_pushed": choice.isPushed,
                ], ifThere: .takesOver(key: ["player", "kind", "app"])))
    }
}
