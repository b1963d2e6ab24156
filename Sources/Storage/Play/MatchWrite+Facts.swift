public import LaurelMatches

extension MatchWrite {
    /// What facts that a book has planned make of its matches: to be durable before they are applied to it.
    ///
    /// - Returns: one for each match, in order of its first fact. O(facts × participants).
    public static func writes(of facts: [MatchFact], to book: MatchBook, of game: MatchGame) -> [MatchWrite] {
        var order: [MatchNumber] = []
        var matches: [MatchNumber: Match] = [:]
        var data: [MatchNumber: [UInt8]] = [:]
        for fact in facts {
            if var match = matches[fact.match] ?? book[fact.match] {
                if matches[fact.match] == nil { order.append(fact.match) }
                match.apply(fact)
                matches[fact.match] = match
            } else if let match = Match(fact) {
                order.append(fact.match)
                matches[fact.match] = match
            }
            if case .dataSaved(let saved) = fact.change { data[fact.match] = saved }
        }
        return order.compactMap { number in
            guard let match = matches[number] else { return nil }
            if match.isGone { return .gone(game, number) }
            let before = book[number]
            let seats = match.seats.filter { match[$0] != before?[$0] }
            return .kept(game, match, seats: seats, data: data[number])
        }
    }
}
