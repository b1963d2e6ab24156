import LaurelDomain
import LaurelStorage

/// Achievements as rows of SQL.
enum AchievementTable {
    private static let table = SQLTable<Achievement>(
        "achievements", key: "number",
        columns: [
            .once("number") { $0.number }, .once("app") { $0.app }, .once("id") { $0.id },
            SQLColumn("reference_name", \.referenceName), SQLColumn("points", \.points),
            SQLColumn("is_hidden", \.isHidden), SQLColumn("is_repeatable", \.isRepeatable),
            SQLColumn("is_released", \.isReleased), SQLColumn("is_archived", \.isArchived),
            .once("is_removed") { _ in false },
        ]
    ) { row throws(StoreError) in
        Achievement(
            number: try row["number"], app: try row["app"], id: try row["id"], referenceName: "", localizations: [])
    }

    private static let localizationTable = SQLTable<AchievementLocalization>(
        "achievement_localizations", key: "achievement", "place",
        columns: [
            SQLColumn("language", \.language), SQLColumn("title", \.title), SQLColumn("before", \.descriptionBefore),
            SQLColumn("after", \.descriptionAfter),
        ]
    ) { row throws(StoreError) in
        AchievementLocalization(language: try row["language"], title: "", descriptionBefore: "", descriptionAfter: "")
    }

    static func write(_ fact: AchievementFact, on connection: any SQLConnection) throws(StoreError) {
        switch fact {
        case .defined(let achievement): try write(achievement, on: connection)
        case .removed(let number): try remove(number, on: connection)
        case .reported(let key, let progress, let isFirst):
            try ProgressTable.write(progress, at: key, isFirst: isFirst, on: connection)
        case .reset(let key, let moment): try ProgressTable.reset(key, at: moment, on: connection)
        case .erased(let player): try ProgressTable.erase(player, on: connection)
        case .players(let page): try GamePlayerTable.put(page, on: connection)
        }
    }

    /// The row stays, so that the number is never given again.
    private static func remove(_ number: AchievementNumber, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("UPDATE achievements SET is_removed = 1 WHERE number = \(number)")
        try connection.run("DELETE FROM achievement_progress WHERE achievement = \(number)")
        try connection.run("DELETE FROM achievement_counts WHERE achievement = \(number)")
        try ImageTable.keepNone(.achievement, of: number, in: "achievements", on: connection)
    }

    private static func write(_ achievement: Achievement, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(table.put(achievement))
        try connection.run("DELETE FROM achievement_localizations WHERE achievement = \(achievement.number)")
        for (index, localization) in achievement.localizations.enumerated() {
            try connection.run(
                localizationTable.insert(localization, of: ["achievement": achievement.number, "place": index]))
        }
        try ImageTable.keep(
            achievement.localizations.map(\.language), .achievement, achievement.id.text, of: achievement.app,
            on: connection)
    }

    static func all(on connection: any SQLConnection) throws(StoreError) -> AchievementRecords {
        try connection.snapshot { () throws(StoreError) in
            let localizations = try allLocalizations(on: connection)
            var achievements = try connection.rows(
                "SELECT \(table.list) FROM achievements WHERE is_removed = 0 ORDER BY number", table.read)
            for index in achievements.indices {
                achievements[index].localizations = localizations[achievements[index].number] ?? []
            }
            let last: UInt32? = try connection.value("SELECT max(number) FROM achievements")
            return AchievementRecords(achievements: achievements, lastNumber: last ?? 0)
        }
    }

    private static func allLocalizations(
        on connection: any SQLConnection
    ) throws(StoreError) -> [AchievementNumber: [AchievementLocalization]] {
        var all: [AchievementNumber: [AchievementLocalization]] = [:]
        try connection.each(
            """
            SELECT achievement, \(localizationTable.list) FROM achievement_localizations
            ORDER BY achievement, place
            """
        ) { row throws(StoreError) in
            all[try row["achievement"], default: []].append(try localizationTable.read(row))
            return true
        }
        return all
    }
}
