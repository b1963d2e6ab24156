public import LaurelDomain
public import LaurelStorage

/// Pictures in place, as rows of SQL.
enum ImageTable {
    static func all(on connection: any SQLConnection) throws(StoreError) -> [ImageRecord] {
        try connection.rows("SELECT app, kind, subject, language, place, source, normal, small FROM images") {
            row throws(StoreError) in
            let app: AppNumber = try row["app"]
            guard let slot = try slot(row) else {
                throw .broken(reason: "can't read an image of app \(app.rawValue)")
            }
            return ImageRecord(
                app: app, slot: slot, source: try row["source"], normal: try row["normal"],
                small: try row["small"])
        }
    }

    private static func slot(_ row: SQLRow) throws(StoreError) -> ImageSlot? {
        let kind: ImageKind = try row["kind"]
        let (subject, language): (String, String) = (try row["subject"], try row["language"])
        let number: Int64 = try row["place"]
        return switch kind {
        case .icon: .icon
        case .screenshot: ImageSlot("\(kind.folder)/\(number)")
        case .leaderboard, .achievement, .set, .activity, .challengeDefinition:
            ImageSlot("\(kind.folder)/\(subject)/\(language)")
        }
    }

    /// What makes a picture the same row.
    private static func key(_ slot: ImageSlot) -> (subject: String, language: String, number: Int) {
        if case .screenshot(let number) = slot { return (slot.subject, slot.language?.text ?? "", number) }
        return (slot.subject, slot.language?.text ?? "", 0)
    }

    private static func condition(_ slot: ImageSlot, of app: AppNumber) -> SQL {
        let key = key(slot)
        return """
            app = \(app) AND kind = \(slot.kind) AND subject = \(key.subject) AND language = \(key.language)
                AND place = \(key.number)
            """
    }

    static func put(_ image: NewImage, on connection: any SQLConnection) throws(StoreError) -> Bool {
        guard try isThere(image.slot, of: image.app, on: connection) else { return false }
        // Before the old one is let go of: it may be the same.
        try BlobTable.retain(image.normal, on: connection)
        if let small = image.small { try BlobTable.retain(small, on: connection) }
        _ = try remove(image.slot, of: image.app, on: connection)
        let key = key(image.slot)
        try connection.run(
            .insert(
                into: "images",
                [
                    "app": image.app, "kind": image.slot.kind, "subject": key.subject, "language": key.language,
                    "place": key.number, "source": image.source, "normal": image.normal.digest,
                    "small": image.small?.digest,
                ]))
        return true
    }

    static func remove(
        _ slot: ImageSlot, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let condition = condition(slot, of: app)
        let pictures = try connection.first("SELECT normal, small FROM images WHERE \(condition)") {
            row throws(StoreError) -> (normal: BlobDigest, small: BlobDigest?) in
            (try row["normal"], try row["small"])
        }
        guard let pictures else { return false }
        try BlobTable.release(pictures.normal, on: connection)
        if let small = pictures.small { try BlobTable.release(small, on: connection) }
        try connection.run("DELETE FROM images WHERE \(condition)")
        return true
    }

    /// Whether there is what the picture is to belong to, and speaks its language.
    private static func isThere(
        _ slot: ImageSlot, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let (id, language) = (slot.subject, slot.language)
        switch slot.kind {
        case .icon, .screenshot: return try AppTable.has(app, on: connection)
        case .leaderboard:
            return try connection.has(
                """
                SELECT 1 FROM leaderboards JOIN leaderboard_localizations ON leaderboard = number
                WHERE app = \(app) AND id = \(id) AND language = \(language) AND is_removed = 0
                """)
        case .achievement:
            return try connection.has(
                """
                SELECT 1 FROM achievements JOIN achievement_localizations ON achievement = number
                WHERE app = \(app) AND id = \(id) AND language = \(language) AND is_removed = 0
                """)
        case .set:
            return try connection.has(
                """
                SELECT 1 FROM leaderboard_sets JOIN leaderboard_set_localizations ON leaderboard_set = number
                WHERE app = \(app) AND id = \(id) AND language = \(language)
                """)
        case .activity:
            return try connection.has(
                """
                SELECT 1 FROM activities JOIN activity_localizations ON activity = number
                WHERE app = \(app) AND id = \(id) AND language = \(language)
                """)
        case .challengeDefinition:
            return try connection.has(
                """
                SELECT 1 FROM challenge_definitions JOIN challenge_definition_localizations ON definition = number
                WHERE app = \(app) AND id = \(id) AND language = \(language)
                """)
        }
    }

    /// Lets go of the pictures of something in the languages that it does not speak. To be called in the transaction
    /// that changes what it speaks.
    static func keep(
        _ languages: [LanguageTag], _ kind: ImageKind, _ subject: String, of app: AppNumber,
        on connection: any SQLConnection
    ) throws(StoreError) {
        var condition: SQL = "app = \(app) AND kind = \(kind) AND subject = \(subject)"
        if !languages.isEmpty { condition = "\(condition) AND language NOT IN (\(list: languages.map(\.text)))" }
        try letGo(condition, on: connection)
    }

    /// The same for a row of a table that stays when it is removed.
    static func keepNone(
        _ kind: ImageKind, of number: some SQLNumber, in table: SQL, on connection: any SQLConnection
    ) throws(StoreError) {
        try letGo(
            """
            kind = \(kind) AND app = (SELECT app FROM \(table) WHERE number = \(number))
                AND subject = (SELECT id FROM \(table) WHERE number = \(number))
            """, on: connection)
    }

    private static func letGo(_ condition: SQL, on connection: any SQLConnection) throws(StoreError) {
        try BlobTable.release(
            """
            SELECT normal AS digest FROM images WHERE \(condition)
            UNION ALL SELECT small FROM images WHERE small IS NOT NULL AND \(condition)
            """, on: connection)
        try connection.run("DELETE FROM images WHERE \(condition)")
    }
}

extension SQLDirectory {
    public func images() async throws(StoreError) -> [ImageRecord] {
        try await read { connection throws(StoreError) in try ImageTable.all(on: connection) }
    }

    public func putImage(_ image: NewImage, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in try ImageTable.put(image, on: connection) }
    }

    public func removeImage(
        at slot: ImageSlot, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in try ImageTable.remove(slot, of: app, on: connection) }
    }
}
