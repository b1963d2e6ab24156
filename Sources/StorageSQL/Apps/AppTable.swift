import LaurelDomain
import LaurelStorage

/// Apps as rows of SQL.
enum AppTable {
    private static let columns: SQL = """
        number, team, bundle_id, name, sku, default_language, link, is_game_center_enabled, is_released, is_archived,
            allows_guests
        """

    /// - Returns: nil when the bundle id is taken.
    static func insert(_ app: NewApp, on connection: any SQLConnection) throws(StoreError) -> App? {
        let insert = SQL.insert(
            into: "apps",
            [
                "team": app.team, "bundle_id": app.bundleID, "name": app.name, "sku": app.sku,
                "default_language": app.defaultLanguage, "link": app.link, "is_game_center_enabled": false,
                "is_released": false,
            ])
        let number: AppNumber? = try connection.value("\(insert) ON CONFLICT (bundle_id) DO NOTHING RETURNING number")
        guard let number else { return nil }
        return App(
            number: number, team: app.team, bundleID: app.bundleID, name: app.name, sku: app.sku,
            defaultLanguage: app.defaultLanguage, link: app.link, localizations: app.localizations)
    }

    /// - Returns: whether there is such an app.
    static func update(_ app: App, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.run(
            """
            UPDATE apps SET name = \(app.name), sku = \(app.sku), default_language = \(app.defaultLanguage),
                link = \(app.link), is_game_center_enabled = \(app.isGameCenterEnabled),
                is_released = \(app.isReleased), is_archived = \(app.isArchived),
                allows_guests = \(app.allowsGuests)
            WHERE number = \(app.number)
            """) == 1
    }

    static func has(_ app: AppNumber, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM apps WHERE number = \(app)")
    }

    static func all(on connection: any SQLConnection) throws(StoreError) -> [App] {
        try connection.snapshot { () throws(StoreError) in
            let localizations = try AppLocalizationTable.all(on: connection)
            return try connection.rows("SELECT \(columns) FROM apps ORDER BY number") { row throws(StoreError) in
                let number: AppNumber = try row["number"]
                return App(
                    number: number, team: try row["team"], bundleID: try row["bundle_id"], name: try row["name"],
                    sku: try row["sku"], defaultLanguage: try row["default_language"],
                    isGameCenterEnabled: try row["is_game_center_enabled"], isReleased: try row["is_released"],
                    link: try row["link"], localizations: localizations[number] ?? [],
                    isArchived: try row["is_archived"], allowsGuests: try row["allows_guests"])
            }
        }
    }
}

/// What players see of apps, by language, as rows of SQL.
enum AppLocalizationTable {
    static func write(
        _ localizations: [AppLocalization], of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("DELETE FROM app_localizations WHERE app = \(app)")
        for localization in localizations {
            try connection.run(
                .insert(
                    into: "app_localizations",
                    [
                        "app": app, "language": localization.language, "name": localization.name,
                        "subtitle": localization.subtitle, "description": localization.description,
                    ]))
        }
    }

    /// In order of language.
    static func all(on connection: any SQLConnection) throws(StoreError) -> [AppNumber: [AppLocalization]] {
        var all: [AppNumber: [AppLocalization]] = [:]
        try connection.each(
            "SELECT app, language, name, subtitle, description FROM app_localizations ORDER BY app, language"
        ) { row throws(StoreError) in
            let localization = AppLocalization(
                language: try row["language"], name: try row["name"], subtitle: try row["subtitle"],
                description: try row["description"])
            all[try row["app"], default: []].append(localization)
            return true
        }
        return all
    }
}
