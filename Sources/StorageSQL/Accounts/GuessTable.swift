import LaurelDomain
import LaurelStorage

/// What wrong guesses have used up, as rows of SQL.
enum GuessTable {
    static func insert(_ count: GuessCount, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            .insert(
                into: "guesses", ["digest": count.digest, "expires": count.expires],
                ifThere: .takesOver(key: ["digest"])))
    }

    static func delete(_ digest: SecretDigest, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM guesses WHERE digest = \(digest)")
    }

    static func counts(
        at now: Timestamp, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [GuessCount] {
        try connection.rows(
            """
            SELECT digest, expires FROM guesses
            WHERE expires > \(now) AND expires <= \(now.advanced(by: GuessCount.longestLife))
            ORDER BY expires DESC LIMIT \(SQLPage.limit(limit))
            """
        ) { row throws(StoreError) in
            GuessCount(digest: try row["digest"], expires: try row["expires"])
        }
    }

    static func tidy(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            DELETE FROM guesses WHERE digest IN (
                SELECT digest FROM guesses WHERE expires <= \(now)
                ORDER BY expires LIMIT \(SQLPage.limit(limit)))
            """)
        try connection.run("DELETE FROM guesses WHERE expires > \(now.advanced(by: GuessCount.longestLife))")
    }
}
