import LaurelDomain
import LaurelStorage

/// Pictures in place, as rows of SQL.
enum ImageTable {
    private static let key = "app = ? AND kind = ? AND subject = ? AND language = ? AND place = ?"

    static func all(on connection: SQLiteConnection) throws(StoreError) -> [ImageRecord] {
        let select = try connection.prepare(
            "SELECT app, kind, subject, language, place, source, normal, small FROM images")
        defer { select.reset() }
        var records: [ImageRecord] = []
        while try select.step() {
            guard let app = UInt32(exactly: select.integer(0)), let place = try place(select),
                let source = BlobDigest(select.blob(5)), let normal = BlobDigest(select.blob(6))
            else { throw .broken(reason: "can't read an image of app \(select.integer(0))") }
            records.append(
                ImageRecord(
                    app: AppNumber(app), place: place, source: source, normal: normal,
                    small: select.isNull(7) ? nil : BlobDigest(select.blob(7))))
        }
        return records
    }

    private static func place(_ row: SQLiteStatement) throws(StoreError) -> ImagePlace? {
        guard let kind = UInt8(exactly: row.integer(1)).flatMap(ImageKind.init(rawValue:)) else { return nil }
        return switch kind {
        case .icon: .icon
        case .screenshot: ImagePlace("\(kind.folder)/\(row.integer(4))")
        case .leaderboard, .achievement, .set: ImagePlace("\(kind.folder)/\(row.text(2))/\(row.text(3))")
        }
    }

    private static func bind(_ place: ImagePlace, of app: AppNumber, to statement: SQLiteStatement) {
        statement.bind(1, Int64(app.rawValue))
        statement.bind(2, Int64(place.kind.rawValue))
        statement.bind(3, place.subject)
        statement.bind(4, place.language?.text ?? "")
        if case .screenshot(let number) = place { statement.bind(5, Int64(number)) } else { statement.bind(5, 0) }
    }

    static func put(_ image: NewImage, on connection: SQLiteConnection) throws(StoreError) -> Bool {
        guard try isThere(image.place, of: image.app, on: connection) else { return false }
        // Before the old one is let go of: it may be the same.
        try BlobTable.retain(image.normal, on: connection)
        if let small = image.small { try BlobTable.retain(small, on: connection) }
        _ = try remove(image.place, of: image.app, on: connection)
        let insert = try connection.prepare("INSERT INTO images VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        bind(image.place, of: image.app, to: insert)
        insert.bind(6, blob: image.source.bytes)
        insert.bind(7, blob: image.normal.digest.bytes)
        if let small = image.small { insert.bind(8, blob: small.digest.bytes) } else { insert.bindNull(8) }
        try insert.run()
        return true
    }

    static func remove(
        _ place: ImagePlace, of app: AppNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT normal, small FROM images WHERE \(key)")
        bind(place, of: app, to: select)
        var pictures: [BlobDigest?] = []
        if try select.step() {
            pictures = [BlobDigest(select.blob(0)), select.isNull(1) ? nil : BlobDigest(select.blob(1))]
        }
        select.reset()
        guard !pictures.isEmpty else { return false }
        for picture in pictures { if let picture { try BlobTable.release(picture, on: connection) } }
        let delete = try connection.prepare("DELETE FROM images WHERE \(key)")
        bind(place, of: app, to: delete)
        try delete.run()
        return true
    }

    /// Whether there is what the picture is to belong to, and speaks its language.
    private static func isThere(
        _ place: ImagePlace, of app: AppNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let sql =
            switch place.kind {
            case .icon, .screenshot: "SELECT 1 FROM apps WHERE number = ?"
            case .leaderboard:
                """
                SELECT 1 FROM leaderboards JOIN leaderboard_localizations ON leaderboard = number
                WHERE app = ? AND id = ? AND language = ? AND is_removed = 0
                """
            case .achievement:
                """
                SELECT 1 FROM achievements JOIN achievement_localizations ON achievement = number
                WHERE app = ? AND id = ? AND language = ? AND is_removed = 0
                """
            case .set:
                """
                SELECT 1 FROM leaderboard_sets JOIN leaderboard_set_localizations ON leaderboard_set = number
                WHERE app = ? AND id = ? AND language = ?
                """
            }
        let select = try connection.prepare(sql)
        defer { select.reset() }
        select.bind(1, Int64(app.rawValue))
        if let language = place.language {
            select.bind(2, place.subject)
            select.bind(3, language.text)
        }
        return try select.step()
    }

    /// Lets go of the pictures of something in the languages that it does not speak. To be called in the transaction
    /// that changes what it speaks.
    static func keep(
        _ languages: [LanguageTag], _ kind: ImageKind, _ subject: String, of app: AppNumber,
        on connection: SQLiteConnection
    ) throws(StoreError) {
        let select = try connection.prepare("SELECT language FROM images WHERE app = ? AND kind = ? AND subject = ?")
        select.bind(1, Int64(app.rawValue))
        select.bind(2, Int64(kind.rawValue))
        select.bind(3, subject)
        var gone: [ImagePlace] = []
        let spoken = Set(languages.map(\.text))
        while try select.step() {
            let language = select.text(0)
            guard !spoken.contains(language) else { continue }
            let path = "\(kind.folder)/\(subject)/\(language)"
            guard let place = ImagePlace(path) else { throw .broken(reason: "\(path) isn't a place for an image") }
            gone.append(place)
        }
        select.reset()
        for place in gone { _ = try remove(place, of: app, on: connection) }
    }

    /// The same for a row of a table that stays when it is removed.
    static func keepNone(
        _ kind: ImageKind, of number: UInt32, in table: StaticString, on connection: SQLiteConnection
    ) throws(StoreError) {
        let select = try connection.prepare("SELECT app, id FROM \(table) WHERE number = ?")
        select.bind(1, Int64(number))
        let row = try select.step() ? (app: select.integer(0), id: select.text(1)) : nil
        select.reset()
        guard let row, let app = UInt32(exactly: row.app) else { return }
        try keep([], kind, row.id, of: AppNumber(app), on: connection)
    }
}
