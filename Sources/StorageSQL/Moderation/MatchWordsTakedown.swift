import LaurelDomain
import LaurelMatches
import LaurelStorage

/// What a moderator takes away of what a player says in a match, as changes of rows: it is gone from the match,
/// archived or not, from its exchanges and from the notices that tell of it.
struct MatchWordsTakedown {
    let game: MatchGame
    let match: MatchNumber
    /// As notices name the match.
    let id: String
    /// Who said it.
    let player: PlayerNumber
    /// What was reported; what says something else stays.
    let evidence: Set<String>
    /// Who has read it, even if the match is gone by now.
    let reporters: Set<PlayerNumber>

    private var isHere: SQL { "\(MatchTable.isOf(game)) AND number = \(match)" }

    /// Wherever it was reported: who says the same in several places has said it in all of them.
    ///
    /// - Returns: whether anything was there.
    func run(on connection: any SQLConnection) throws(StoreError) -> Bool {
        var readers = reporters
        var count = 0
        if let record = try MatchTable.record(match, of: game, on: connection) {
            readers.formUnion(record.match.participants.compactMap(\.player))
            count += try takeMessage(record, in: "matches", on: connection)
            count += try takeExchanges(record, on: connection)
            count += try takeInvitation(record, on: connection)
        } else if let record = try MatchArchiveTable(game: game).record(match, on: connection) {
            readers.formUnion(record.match.participants.compactMap(\.player))
            count += try takeMessage(record, in: "archived_matches", on: connection)
        }
        for reader in readers.sorted() where reader != player { count += try takeNotices(of: reader, on: connection) }
        return count > 0
    }

    private func takeInvitation(
        _ record: MatchRecord, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        guard record.match.inviter == player, let invitation = record.match.invitation, evidence.contains(invitation)
        else { return 0 }
        return try connection.run(
            "UPDATE matches SET invitation = NULL WHERE \(isHere) AND invitation = \(invitation)")
    }

    /// One that is set meanwhile stays.
    private func takeMessage(
        _ record: MatchRecord, in table: SQL, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        guard let seat = record.match.seat(of: player), record.match.messageSeat == seat,
            let message = record.message, isReported(message)
        else { return 0 }
        return try connection.run(
            """
            UPDATE \(table) SET message = \(MessageBytes(.empty))
            WHERE \(isHere) AND message_seat = \(seat) AND message = \(MessageBytes(message))
            """)
    }

    private func takeExchanges(
        _ record: MatchRecord, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        guard let seat = record.match.seat(of: player) else { return 0 }
        var count = 0
        for exchange in record.match.exchanges where exchange.sender == seat {
            guard let content = record.exchanges[exchange.number], isReported(content.message) else { continue }
            count += try connection.run(
                """
                UPDATE match_exchanges SET message = \(MessageBytes(.empty))
                WHERE \(isHere) AND exchange = \(exchange.number)
                """)
        }
        for exchange in record.match.exchanges where exchange.replies.contains(seat) {
            let reply = record.replies[MatchParts.ReplyKey(exchange.number, seat)]
            guard let reply, isReported(reply.content.message) else { continue }
            count += try connection.run(
                """
                UPDATE match_replies SET message = \(MessageBytes(.empty))
                WHERE \(isHere) AND exchange = \(exchange.number) AND seat = \(seat)
                """)
        }
        return count
    }

    private func takeNotices(
        of receiver: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        var count = 0
        for notice in try MatchNoticeTable.said(by: player, to: receiver, in: game, about: id, on: connection) {
            let words = notice.words
            guard isReported(words.message) || isReportedInShort(words.message) else { continue }
            count += try connection.run("UPDATE notices SET details = \(words.rest) WHERE id = \(notice.id)")
        }
        return count
    }

    private func isReported(_ message: MatchMessage) -> Bool { message != .empty && evidence.contains(message.plain) }

    /// A notice has the text alone where all of a message is too long for it.
    private func isReportedInShort(_ message: MatchMessage) -> Bool {
        guard message.key.isEmpty, message.arguments.isEmpty, !message.text.isEmpty else { return false }
        return evidence.contains { $0.hasPrefix(message.text + "\n") }
    }
}
