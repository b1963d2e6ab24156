import LaurelDomain
import LaurelStorage

/// Reports as rows of SQL.
enum ReportTable {
    private static let columns = "reporter, thing, subject, player, app, reason, text, evidence, created, review"

    static func file(
        _ report: Report, since: Timestamp, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> ReportOutcome {
        let known = try pending(report, on: connection)
        if let known, try exists(known, report.reporter, on: connection) { return .again(known) }
        guard try count(of: report.reporter, since: since, on: connection) < limit else { return .tooMany }
        let photo = report.thing == .photo ? BlobDigest(report.evidence) : nil
        if let photo, try !ReportPhotoTable.isThere(photo, on: connection) { return .nothingThere }
        let review: ReviewID
        if let known { review = known } else { review = try ReviewTable.insert(report.review, on: connection) }
        try insert(report, review, on: connection)
        if let photo { _ = try ReportPhotoTable.keep(photo, for: review, on: connection) }
        let update = try connection.prepare("UPDATE reviews SET report_count = report_count + 1 WHERE id = ?")
        update.bind(1, review.rawValue)
        try update.run()
        return .filed(review)
    }

    private static func pending(_ report: Report, on connection: SQLiteConnection) throws(StoreError) -> ReviewID? {
        let select = try connection.prepare(
            """
            SELECT id FROM reviews
            WHERE state = 0 AND thing NOT NULL AND player = ? AND app = ? AND thing = ? AND subject = ?
            """)
        select.bind(1, Int64(report.player.rawValue))
        select.bind(2, Int64(report.app?.rawValue ?? 0))
        select.bind(3, Int64(report.thing.rawValue))
        select.bind(4, report.id)
        defer { select.reset() }
        return try select.step() ? ReviewID(select.integer(0)) : nil
    }

    private static func exists(
        _ review: ReviewID, _ reporter: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT 1 FROM reports WHERE review = ? AND reporter = ?")
        select.bind(1, review.rawValue)
        select.bind(2, Int64(reporter.rawValue))
        defer { select.reset() }
        return try select.step()
    }

    private static func count(
        of reporter: PlayerNumber, since: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> Int {
        let select = try connection.prepare("SELECT count(*) FROM reports WHERE reporter = ? AND created >= ?")
        select.bind(1, Int64(reporter.rawValue))
        select.bind(2, since.milliseconds)
        defer { select.reset() }
        return try select.step() ? Int(clamping: select.integer(0)) : 0
    }

    private static func insert(
        _ report: Report, _ review: ReviewID, on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare("INSERT INTO reports (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        insert.bind(1, Int64(report.reporter.rawValue))
        insert.bind(2, Int64(report.thing.rawValue))
        insert.bind(3, report.id)
        insert.bind(4, Int64(report.player.rawValue))
        insert.bind(5, Int64(report.app?.rawValue ?? 0))
        insert.bind(6, Int64(report.reason.rawValue))
        insert.bind(7, report.text)
        insert.bind(8, report.evidence)
        insert.bind(9, report.created.milliseconds)
        insert.bind(10, review.rawValue)
        try insert.run()
    }

    /// What the reports that an item joins show.
    static func evidence(of review: ReviewID, on connection: SQLiteConnection) throws(StoreError) -> Set<String> {
        let select = try connection.prepare("SELECT DISTINCT evidence FROM reports WHERE review = ?")
        defer { select.reset() }
        select.bind(1, review.rawValue)
        var evidence: Set<String> = []
        while try select.step() { evidence.insert(select.text(0)) }
        return evidence
    }

    static func reports(
        of review: ReviewID, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [Report] {
        try reports("review = ? ORDER BY created, rowid", review.rawValue, limit, connection)
    }

    static func reports(
        by reporter: PlayerNumber, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [Report] {
        try reports("reporter = ? ORDER BY created DESC, rowid DESC", Int64(reporter.rawValue), limit, connection)
    }

    private static func reports(
        _ condition: String, _ number: Int64, _ limit: Int, _ connection: SQLiteConnection
    ) throws(StoreError) -> [Report] {
        let select = try connection.prepare("SELECT \(columns) FROM reports WHERE \(condition) LIMIT ?")
        select.bind(1, number)
        select.bind(2, Int64(max(0, limit)))
        defer { select.reset() }
        var reports: [Report] = []
        while try select.step() {
            guard let thing = UInt8(exactly: select.integer(1)).flatMap(ReportedThing.init(rawValue:)),
                let app = UInt32(exactly: select.integer(4)),
                let reason = UInt8(exactly: select.integer(5)).flatMap(ReportReason.init(rawValue:))
            else { throw .broken(reason: "can't read a report of review \(select.integer(9))") }
            reports.append(
                Report(
                    by: try select.player(0), of: thing, id: select.text(2), player: try select.player(3),
                    app: app == 0 ? nil : AppNumber(app), reason: reason, text: select.text(6),
                    evidence: select.text(7), created: Timestamp(clamping: select.integer(8))))
        }
        return reports
    }
}
