import LaurelDomain
import LaurelStorage

/// Apps as rows of SQL.
enum AppTable {
    private static let table = SQLTable<App>(
        "apps", key: "number",
        columns: [
            .once("number") { $0.number }, .once("team") { $0.team }, .once("bundle_id") { $0.bundleID },
            SQLColumn("name", \.name), SQLColumn("sku", \.sku), SQLColumn("default_language", \.defaultLanguage),
            SQLColumn("link", \.link), SQLColumn("is_game_center_enabled", \.isGameCenterEnabled),
            SQLColumn("is_released", \.isReleased), SQLColumn("is_archived", \.isArchived),
            SQLColumn("allows_guests", \.allowsGuests), SQLColumn("has_desktop_game", \.hasDesktopGame),
        ]
    ) { row throws(StoreError) in
        App(number: try row["number"], team: try row["team"], bundleID: try row["bundle_id"], name: "", sku: "")
    }

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
        try connection.run(table.update(app)) == 1
    }

    static func has(_ app: AppNumber, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM apps WHERE number = \(app)")
    }

    static func all(on connection: any SQLConnection) throws(StoreError) -> [App] {
        try connection.snapshot { () throws(StoreError) in
            let localizations = try AppLocalizationTable.all(on: connection)
            return try connection.rows("SELECT \(table.list) FROM apps ORDER BY number") { row throws(StoreError) in
                var app = try table.read(row)
                app.localizations = localizations[app.number] ?? []
                return app
            }
        }
    }
}

/// What players see of apps, by language, as rows of SQL.
enum AppLocalizationTable {
    private static let table = SQLTable<AppLocalization>(
        "app_localizations", key: "app", "language",
        columns: [
            SQLColumn("language", \.language), SQLColumn("name", \.name), SQLColumn("subtitle", \.subtitle),
            SQLColumn("description", \.description),
        ]
    ) { row throws(StoreError) in
        AppLocalization(language: try row["language"], name: "", subtitle: "", description: "")
    }

    static func write(
        _ localizations: [AppLocalization], of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("DELETE FROM app_localizations WHERE app = \(app)")
        for localization in localizations { try connection.run(table.insert(localization, of: ["app": app])) }
    }

    /// In order of language.
    static func all(on connection: any SQLConnection) throws(StoreError) -> [AppNumber: [AppLocalization]] {
        var all: [AppNumber: [AppLocalization]] = [:]
        try connection.each(
            "SELECT app, \(table.list) FROM app_localizations ORDER BY app, language"
        ) { row throws(StoreError) in
            all[try row["app"], default: []].append(try table.read(row))
            return true
        }
        return all
    }
}
