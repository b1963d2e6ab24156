import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage

extension Matches {
    /// What a player says in a match, archived or not, as the server shows it to one who sits there, or has told them
    /// of it. The reader's own block hides nothing from a report: who blocks somebody may still report what was read
    /// before. The author's does: what isn't shown to the reader isn't to be found out by reports.
    ///
    /// - Parameter id: ``ReportedWords``.
    /// - Returns: nil: nothing of theirs is said there to this reader.
    func reported(
        _ id: String, in game: MatchGame, by author: PlayerNumber, to reader: PlayerNumber
    ) async throws(StoreError) -> ReportedMessage? {
        guard let words = ReportedWords(id: id, in: game.environment), let number = ids.match(words.match),
            try await hears(reader, author)
        else { return nil }
        let found = try await record(number, of: game, seenBy: reader)
        let details = found.map { record in MatchDetails(record, for: reader, rules: nil) { $0 == author } }
        var text = details?.said(words.kind, by: author) ?? ""
        // An invitation that is answered, an exchange that is over and a reminder are in no match, but the reader has
        // their notices.
        if text.isEmpty, !(details?.has(words.kind) ?? false) {
            let notices = try await directory.said(by: author, to: reader, in: game, about: words.match)
            text = words.kind.notice(of: notices)?.message.plain ?? ""
        }
        guard !text.isEmpty else { return nil }
        return ReportedMessage(text, in: game.app, subject: words.subject(digest: contentDigest(of: text)))
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
    fileprivate func said(_ kind: ReportedWords.Kind, by author: PlayerNumber) -> String? {
        guard let seat = match.seat(of: author) else { return nil }
        switch kind {
        case .message: return match.messageSeat == seat ? message?.plain : nil
        case .invitation: return match.inviter == author ? match.invitation : nil
        case .reminder: return nil
        case .exchange(let number):
            guard let exchange = exchanges.first(where: { $0.exchange.number == number }) else { return nil }
            if exchange.exchange.sender == seat { return exchange.words.message?.plain }
            return exchange.replies.first { $0.seat == seat }?.words.message?.plain
        }
    }

    /// Whether there is an exchange, so that no notice is needed to know what is said with it; or that there never was.
    fileprivate func has(_ kind: ReportedWords.Kind) -> Bool {
        guard case .exchange(let number) = kind else { return false }
        return match.exchange(number) != nil || number > match.lastExchange
    }
}

extension ReportedWords.Kind {
    /// - Parameter notices: of one player to another about a match, the latest first.
    func notice(of notices: [SaidInNotice]) -> SaidInNotice? {
        switch self {
        // It's in no notice.
        case .message: nil
        case .invitation: notices.first { $0.kind == .matchInvited }
        case .reminder: notices.first { $0.kind == .matchReminder }
        case .exchange(let number):
            notices.first { $0.exchange == number } ?? Self.onlyUnnumbered(notices)
        }
    }

    /// An older notice of an exchange doesn't say which: of several, none is known to be the one that was read.
    private static func onlyUnnumbered(_ notices: [SaidInNotice]) -> SaidInNotice? {
        let unnumbered = notices.filter { $0.kind == .matchExchange && $0.exchange == nil }
        return unnumbered.count == 1 ? unnumbered.first : nil
    }
}
