import LaurelDomain
import LaurelStorage

/// Achievements as rows of SQL.
enum AchievementTable {
    static func write(_ fact: AchievementFact, on connection: SQLiteConnection) throws(StoreError) {
        switch fact {
        case .defined(let achievement): try write(achievement, on: connection)
        case .removed(let number): try remove(number, on: connection)
        case .reported(let place, let progress, let isFirst):
            try ProgressTable.write(progress, at: place, isFirst: isFirst, on: connection)
        case .reset(let place, let moment): try ProgressTable.reset(place, at: moment, on: connection)
        case .erased(let player): try ProgressTable.erase(player, on: connection)
        case .players(let page): try GamePlayerTable.put(page, on: connection)
        }
    }

    /// The row stays, so that the number is never given again.
    private static func remove(_ number: AchievementNumber, on connection: SQLiteConnection) throws(StoreError) {
        for sql in [
            "UPDATE achievements SET is_removed = 1 WHERE number = ?",
            "DELETE FROM achievement_progress WHERE achievement = ?",
            "DELETE FROM achievement_counts WHERE achievement = ?",
        ] {
            let statement = try connection.prepare(sql)
            statement.bind(1, Int64(number.rawValue))
            try statement.run()
        }
        try ImageTable.keepNone(.achievement, of: number.rawValue, in: "achievements", on: connection)
    }

    private static func write(_ achievement: Achievement, on connection: SQLiteConnection) throws(StoreError) {
        let upsert = try connection.prepare(
            """
            INSERT INTO achievements (number, app, id, reference_name, points, is_hidden, is_repeatable, is_released,
                is_archived, is_removed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            ON CONFLICT (number) DO UPDATE SET reference_name = excluded.reference_name, points = excluded.points,
                is_hidden = excluded.is_hidden, is_repeatable = excluded.is_repeatable,
                is_released = excluded.is_released, is_archived = excluded.is_archived
            """)
        upsert.bind(1, Int64(achievement.number.rawValue))
        upsert.bind(2, Int64(achievement.app.rawValue))
        upsert.bind(3, achievement.id.text)
        upsert.bind(4, achievement.referenceName)
        upsert.bind(5, Int64(achievement.points))
        upsert.bind(6, achievement.isHidden)
        upsert.bind(7, achievement.isRepeatable)
        upsert.bind(8, achievement.isReleased)
        upsert.bind(9, achievement.isArchived)
        try upsert.run()
        let delete = try connection.prepare("DELETE FROM achievement_localizations WHERE achievement = ?")
        delete.bind(1, Int64(achievement.number.rawValue))
        try delete.run()
        let insert = try connection.prepare("INSERT INTO achievement_localizations VALUES (?, ?, ?, ?, ?, ?)")
        for (place, localization) in achievement.localizations.enumerated() {
            insert.bind(1, Int64(achievement.number.rawValue))
            insert.bind(2, Int64(place))
            insert.bind(3, localization.language.text)
            insert.bind(4, localization.title)
            insert.bind(5, localization.descriptionBefore)
            insert.bind(6, localization.descriptionAfter)
            try insert.run()
        }
        try ImageTable.keep(
            achievement.localizations.map(\.language), .achievement, achievement.id.text, of: achievement.app,
            on: connection)
    }

    static func all(on connection: SQLiteConnection) throws(StoreError) -> AchievementRecords {
        // One transaction: achievements and localizations of the same moment.
        try connection.execute("BEGIN")
        defer { connection.endReading() }
        let localizations = try allLocalizations(on: connection)
        let select = try connection.prepare(
            """
            SELECT number, app, id, reference_name, points, is_hidden, is_repeatable, is_released, is_archived,
                is_removed FROM achievements ORDER BY number
            """)
        defer { select.reset() }
        var records = AchievementRecords()
        while try select.step() {
            guard let number = UInt32(exactly: select.integer(0)), let app = UInt32(exactly: select.integer(1)) else {
                throw unreadable(select)
            }
            records.lastNumber = number
            guard select.integer(9) == 0 else { continue }
            do throws(InvalidIdentifier) {
                records.achievements.append(
                    Achievement(
                        number: AchievementNumber(number), app: AppNumber(app), id: try AchievementID(select.text(2)),
                        referenceName: select.text(3), points: Int(clamping: select.integer(4)),
                        isHidden: select.integer(5) != 0, isRepeatable: select.integer(6) != 0,
                        isReleased: select.integer(7) != 0, isArchived: select.integer(8) != 0,
                        localizations: localizations[number] ?? []))
            } catch {
                throw unreadable(select)
            }
        }
        return records
    }

    private static func allLocalizations(
        on connection: SQLiteConnection
    ) throws(StoreError) -> [UInt32: [AchievementLocalization]] {
        let select = try connection.prepare(
            """
            SELECT achievement, language, title, before, after FROM achievement_localizations
            ORDER BY achievement, place
            """)
        defer { select.reset() }
        var all: [UInt32: [AchievementLocalization]] = [:]
        while try select.step() {
            do throws(InvalidIdentifier) {
                let localization = AchievementLocalization(
                    language: try LanguageTag(select.text(1)), title: select.text(2),
                    descriptionBefore: select.text(3), descriptionAfter: select.text(4))
                all[UInt32(truncatingIfNeeded: select.integer(0)), default: []].append(localization)
            } catch {
                throw unreadable(select)
            }
        }
        return all
    }

    private static func unreadable(_ select: SQLiteStatement) -> StoreError {
        .broken(reason: "can't read achievement \(select.integer(0))")
    }
}
