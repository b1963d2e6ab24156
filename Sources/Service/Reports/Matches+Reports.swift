import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage

extension Matches {
    /// What a player says in a match, archived or not, as the server shows it to one who sits there. The reader's own
    /// block hides nothing from a report: who blocks somebody may still report what was read before. The author's does:
    /// what isn't shown to the reader isn't to be found out by reports.
    ///
    /// - Parameter id: ``ReportedWords``.
    /// - Returns: nil: nothing of theirs is said there to this reader.
    func reported(
        _ id: String, in game: MatchGame, by author: PlayerNumber, to reader: PlayerNumber
    ) async throws(StoreError) -> ReportedMessage? {
        guard let words = ReportedWords(id: id, in: game.environment), let number = ids.match(words.match),
            let record = try await record(number, of: game, seenBy: reader),
            let seat = record.match.seat(of: author), try await hears(reader, author)
        else { return nil }
        let details = MatchDetails(record, for: reader, rules: nil) { $0 == author }
        guard let text = details.said(words.kind, by: seat), !text.isEmpty else { return nil }
        return ReportedMessage(text, in: game.app, subject: words.subject(saying: text))
    }

    private func hears(_ reader: PlayerNumber, _ author: PlayerNumber) async throws(StoreError) -> Bool {
        let blockers: Set<PlayerNumber> = try await directory.isBlocked(reader, by: author) ? [author] : []
        return profiles.hears(reader, author, apartFrom: blockers, at: now)
    }

    /// As ``ReadMatches`` shows it. Nil: the reader sees none.
    private func record(
        _ number: MatchNumber, of game: MatchGame, seenBy reader: PlayerNumber
    ) async throws(StoreError) -> MatchRecord? {
        if let record = try await directory.match(number, of: game) {
            return record.match.isVisible(to: reader) ? record : nil
        }
        let old = try await directory.archivedMatch(number, of: game)
        return old.flatMap { $0.match.isKnown(to: reader) ? $0 : nil }
    }

    /// - Returns: nil: no match is called so.
    func takenDown(_ words: ReportedWords, in app: AppNumber?) -> TakenDown? {
        guard let app, let number = ids.match(words.match) else { return nil }
        let game = MatchGame(app: app, environment: words.environment)
        return .matchWords(words.kind, of: number, in: game, id: words.match)
    }
}

extension MatchDetails {
    /// Nil: nothing that the reader sees.
    fileprivate func said(_ kind: ReportedWords.Kind, by seat: Seat) -> String? {
        switch kind {
        case .message: return match.messageSeat == seat ? message?.plain : nil
        case .invitation: return match[seat]?.player == match.inviter ? match.invitation : nil
        case .exchange(let number):
            guard let exchange = exchanges.first(where: { $0.exchange.number == number }) else { return nil }
            if exchange.exchange.sender == seat { return exchange.words.message?.plain }
            return exchange.replies.first { $0.seat == seat }?.words.message?.plain
        }
    }
}
