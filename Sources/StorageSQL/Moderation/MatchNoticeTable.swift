public import LaurelDomain
public import LaurelMatches
public import LaurelStorage

/// What notices about matches say, as rows of SQL.
enum MatchNoticeTable {
    struct Row {
        let id: NoticeID
        let kind: NoticeKind
        let words: NoticeWords
    }

    /// Those of a player in which another one says something about a match, the latest first. O(the player's notices).
    ///
    /// - Parameter match: as notices name it.
    static func said(
        by author: PlayerNumber, to reader: PlayerNumber, in game: MatchGame, about match: String,
        on connection: any SQLConnection
    ) throws(StoreError) -> [Row] {
        let notices = try connection.rows(
            """
            SELECT id, kind, details FROM notices
            WHERE player = \(reader) AND app = \(game.app) AND environment = \(game.environment)
                AND subject = \(match) AND about = \(author) AND details <> ''
            ORDER BY id DESC
            """
        ) { (row) throws(StoreError) in
            (id: try row["id"] as NoticeID, kind: try row["kind"] as NoticeKind, details: try row["details"] as String)
        }
        return notices.compactMap { notice in
            NoticeWords(notice.details).map { Row(id: notice.id, kind: notice.kind, words: $0) }
        }
    }
}

extension SQLDirectory {
    public func said(
        by author: PlayerNumber, to reader: PlayerNumber, in game: MatchGame, about match: String
    ) async throws(StoreError) -> [SaidInNotice] {
        try await read { connection throws(StoreError) in
            try MatchNoticeTable.said(by: author, to: reader, in: game, about: match, on: connection).map { row in
                SaidInNotice(row.kind, exchange: row.words.exchange, message: row.words.message)
            }
        }
    }
}
