import LaurelDomain
import LaurelStorage

/// Reports as rows of SQL. The number 0 is nobody's: who reported it has been erased.
enum ReportTable {
    private static let columns: SQL =
        "reporter, thing, subject, player, app, reason, text, evidence, created, review"

    static func file(
        _ report: Report, since: Timestamp, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> ReportOutcome {
        guard let reporter = report.reporter else { return .nothingThere }
        let known = try pending(report, on: connection)
        if let known, try exists(known, reporter, on: connection) { return .again(known) }
        let count = try connection.number(
            "SELECT count(*) FROM reports WHERE reporter = \(reporter) AND created >= \(since)")
        guard count < limit else { return .tooMany }
        let photo = report.thing == .photo ? BlobDigest(report.evidence) : nil
        if let photo, try !ReportPhotoTable.isThere(photo, on: connection) { return .nothingThere }
        let review: ReviewID
        if let known { review = known } else { review = try ReviewTable.insert(report.review, on: connection) }
        try insert(report, review, on: connection)
        if let photo { _ = try ReportPhotoTable.keep(photo, for: review, on: connection) }
        try connection.run("UPDATE reviews SET report_count = report_count + 1 WHERE id = \(review)")
        return .filed(review)
    }

    private static func pending(_ report: Report, on connection: any SQLConnection) throws(StoreError) -> ReviewID? {
        try connection.value(
            """
            SELECT id FROM reviews
            WHERE state = 0 AND thing IS NOT NULL AND player = \(report.player) AND app = \(report.app?.rawValue ?? 0)
                AND thing = \(report.thing) AND subject = \(report.id)
            """)
    }

    private static func exists(
        _ review: ReviewID, _ reporter: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM reports WHERE review = \(review) AND reporter = \(reporter)")
    }

    private static func insert(
        _ report: Report, _ review: ReviewID, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "reports",
                [
                    "reporter": report.reporter?.rawValue ?? 0, "thing": report.thing, "subject": report.id,
                    "player": report.player, "app": report.app?.rawValue ?? 0, "reason": report.reason,
                    "text": report.text, "evidence": report.evidence, "created": report.created, "review": review,
                ]))
    }

    /// What the reports that an item joins show.
    static func evidence(of review: ReviewID, on connection: any SQLConnection) throws(StoreError) -> Set<String> {
        Set(try connection.values("SELECT DISTINCT evidence FROM reports WHERE review = \(review)"))
    }

    static func reporters(
        of review: ReviewID, on connection: any SQLConnection
    ) throws(StoreError) -> Set<PlayerNumber> {
        Set(try connection.values("SELECT reporter FROM reports WHERE review = \(review) AND reporter <> 0"))
    }

    static func reports(
        of review: ReviewID, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [Report] {
        let order = type(of: connection).dialect.writingOrder
        return try reports("review = \(review) ORDER BY created, \(order)", limit, connection)
    }

    static func reports(
        by reporter: PlayerNumber, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [Report] {
        let order = type(of: connection).dialect.writingOrder
        return try reports("reporter = \(reporter) ORDER BY created DESC, \(order) DESC", limit, connection)
    }

    /// A guest's challenges and seats in matches are an account's, and so is what is reported of their messages. A
    /// request for friendship goes with the guest.
    static func moveMessages(
        of guest: PlayerNumber, to account: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        let isMeant: SQL =
            "player = \(guest) AND thing = \(ReportedThing.message) AND subject <> \(Report.friendRequestID)"
        try connection.run(
            "UPDATE reports SET player = \(account) WHERE review IN (SELECT id FROM reviews WHERE \(isMeant))")
        try connection.run("UPDATE reviews SET player = \(account) WHERE \(isMeant)")
    }

    /// What a guest reported is the account's, unless the account has reported the same, or it is about the account.
    static func moveReports(
        by guest: PlayerNumber, to account: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE reports SET reporter = \(account)
            WHERE reporter = \(guest) AND player <> \(account) AND NOT EXISTS (
                SELECT 1 FROM reports AS own WHERE own.review = reports.review AND own.reporter = \(account))
            """)
    }

    /// What was reported of a player goes. What they reported shows what others say, so that a moderator can decide:
    /// it stays, once for an item, without their number and their words (rule 4.12).
    static func erasure(of player: PlayerNumber) -> [SQL] {
        [
            "DELETE FROM reports WHERE review IN (SELECT id FROM reviews WHERE player = \(player))",
            """
            DELETE FROM reports
            WHERE reporter = \(player) AND EXISTS (
                SELECT 1 FROM reports AS own WHERE own.review = reports.review AND own.reporter <> reports.reporter
                    AND own.evidence = reports.evidence)
            """,
            // Nobody's is one of an item: what was read last is what its author may still show.
            """
            DELETE FROM reports
            WHERE reporter = 0 AND review IN (SELECT own.review FROM reports AS own WHERE own.reporter = \(player))
            """,
            "UPDATE reports SET reporter = 0, text = '' WHERE reporter = \(player)",
        ]
    }

    private static func reports(
        _ condition: SQL, _ limit: Int, _ connection: any SQLConnection
    ) throws(StoreError) -> [Report] {
        try connection.rows("SELECT \(columns) FROM reports WHERE \(condition) LIMIT \(SQLPage.limit(limit))") {
            row throws(StoreError) in
            let app: AppNumber = try row["app"]
            let reporter: PlayerNumber = try row["reporter"]
            return Report(
                by: reporter.rawValue == 0 ? nil : reporter, of: try row["thing"], id: try row["subject"],
                player: try row["player"],
                app: app.rawValue == 0 ? nil : app, reason: try row["reason"], text: try row["text"],
                evidence: try row["evidence"], created: try row["created"])
        }
    }
}
