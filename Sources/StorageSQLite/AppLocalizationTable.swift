import LaurelDomain
import LaurelStorage

/// What players see of apps, by language, as rows of SQL.
enum AppLocalizationTable {
    static func write(
        _ localizations: [AppLocalization], of app: AppNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM app_localizations WHERE app = ?")
        delete.bind(1, Int64(app.rawValue))
        try delete.run()
        let insert = try connection.prepare(
            "INSERT INTO app_localizations (app, language, name, subtitle, description) VALUES (?, ?, ?, ?, ?)")
        for localization in localizations {
            insert.bind(1, Int64(app.rawValue))
            insert.bind(2, localization.language.text)
            insert.bind(3, localization.name)
            insert.bind(4, localization.subtitle)
            insert.bind(5, localization.description)
            try insert.run()
        }
    }

    /// In order of language.
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [AppNumber: [AppLocalization]] {
        let select = try connection.prepare(
            "SELECT app, language, name, subtitle, description FROM app_localizations ORDER BY app, language")
        defer { select.reset() }
        var all: [AppNumber: [AppLocalization]] = [:]
        while try select.step() {
            guard let app = UInt32(exactly: select.integer(0)) else {
                throw .broken(reason: "\(select.integer(0)) isn't a valid app number")
            }
            do throws(InvalidIdentifier) {
                all[AppNumber(app), default: []].append(
                    AppLocalization(
                        language: try LanguageTag(select.text(1)), name: select.text(2), subtitle: select.text(3),
                        description: select.text(4)))
            } catch {
                throw .broken(reason: "can't read a localization of app \(app): \(error)")
            }
        }
        return all
    }
}
