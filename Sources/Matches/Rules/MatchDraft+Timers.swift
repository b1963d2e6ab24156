import LaurelDomain

/// What time alone changes (rules 12.2, 12.8, 12.11, 12.19).
extension MatchDraft {
    /// Does what came due first. A turn that is passed on has all its time from now, however late that is.
    mutating func fire() {
        switch match.firstDeadline.what {
        case .warning: if let turn = match.turn { record(.timeoutNears(turn.seat)) }
        case .timeout: timeOut()
        case .abandonment: abandon()
        case .exchange(let number): record(.exchangeCompleted(number))
        case .quitAnswer(let seat): goAway(seat)
        case .archive: record(.archived)
        }
    }

    private mutating func timeOut() {
        guard let turn = match.turn else { return }
        if judge != nil { return timeOutJudged(turn.seat) }
        record(.timedOut(turn.seat))
        let next = turn.fallback.filter { match[$0]?.canPlay ?? false }
        if !next.isEmpty { hand(to: next, timeout: turn.timeout) }
    }

    /// Ends what its players left alone (rule 12.11).
    private mutating func abandon() {
        guard let holder = match.turn?.seat else { return }
        if isUntold(besides: holder) { return record(.deleted) }
        let rest = match.seats.filter { $0 != holder && match[$0]?.status == .active }
        record(.outcomeSet(holder, .timeExpired))
        for seat in rest { record(.outcomeSet(seat, rest.count == 1 ? .won : .tied)) }
        record(.ended)
    }
}
