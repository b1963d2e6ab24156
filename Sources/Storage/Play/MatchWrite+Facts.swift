public import LaurelMatches

extension MatchWrite {
    /// What facts that a book has planned make of its matches: to be durable before they are applied to it.
    ///
    /// - Returns: one for each match, in order of its first fact; two for one that changes and is archived, as the
    ///   archive takes what the store has. O(facts × participants).
    public static func writes(of facts: [MatchFact], to book: MatchBook, of game: MatchGame) -> [MatchWrite] {
        var order: [MatchNumber] = []
        var matches: [MatchNumber: Match] = [:]
        var parts: [MatchNumber: MatchParts] = [:]
        var archived: Set<MatchNumber> = []
        var changed: Set<MatchNumber> = []
        for fact in facts {
            if matches[fact.match] != nil {
                // In place: a copy of the match would be one of its seats, too.
                matches[fact.match]?.apply(fact)
            } else if var match = book[fact.match] {
                order.append(fact.match)
                match.apply(fact)
                matches[fact.match] = match
            } else if let match = Match(fact) {
                order.append(fact.match)
                matches[fact.match] = match
            }
            parts[fact.match, default: MatchParts()].note(fact)
            if fact.change == .archived { archived.insert(fact.match) } else { changed.insert(fact.match) }
        }
        return order.flatMap { number -> [MatchWrite] in
            guard let match = matches[number] else { return [] }
            let isArchived = archived.contains(number)
            if match.isGone, !isArchived { return [.gone(game, number)] }
            let archival = isArchived ? [MatchWrite.archived(game, number, played: match.playedSeats)] : []
            if !changed.contains(number) { return archival }
            var parts = parts[number] ?? MatchParts()
            parts.compare(match, to: book[number])
            return [.kept(game, match, parts)] + archival
        }
    }
}

extension MatchParts {
    /// Takes what a fact says that is in no memory.
    fileprivate mutating func note(_ fact: MatchFact) {
        switch fact.change {
        case .dataSaved(let saved): data = saved
        case .messageSet(_, let text): message = text
        case .exchangeSent(let exchange, let data, let message):
            sent[exchange.number] = ExchangeContent(data: data, message: message)
        case .exchangeReplied(let number, let seat, let data, let message):
            replies[ReplyKey(number, seat)] = ExchangeReply(
                ExchangeContent(data: data, message: message), sent: fact.time)
        case .erased(let seat): silenced.append(seat)
        case .created, .joined, .accepted, .takenOver, .declined, .called, .turnBegan, .turnEnded, .timeoutNears,
            .timedOut, .askedToQuit, .left, .outcomeSet, .exchangeCompleted, .exchangeResolved, .exchangeCanceled,
            .reminded, .ended, .rematched, .removed, .takenDown, .deleted, .archived, .written:
            break
        }
    }

    /// - Parameter before: nil: the match is new.
    fileprivate mutating func compare(_ match: Match, to before: Match?) {
        seats = match.seats.filter { match[$0] != before?[$0] }
        seated = seats.filter { before?[$0] == nil || match[$0]?.player != before?[$0]?.player }
        // Found by comparing, whatever the facts are: what there will be in a match is compared, too.
        played = seats.filter { seat in
            guard let now = match[seat], let old = before?[seat] else { return false }
            return now.keepsAllButTurn(of: old)
        }
        isTurn = message == nil && before.map { match.keepsAllButTurn(of: $0) } ?? false
        exchanges = match.exchanges.filter { before?.exchange($0.number) != $0 }
        over = (before?.exchanges ?? []).map(\.number).filter { match.exchange($0) == nil }
        // What began and was over within the same write was never there.
        sent = sent.filter { match.exchange($0.key) != nil }
        replies = replies.filter { match.exchange($0.key.exchange) != nil }
    }
}
