import LaurelDomain

/// Matches that the server judges (rule 12.40): whose turn it is and how it ends follow from the state.
extension MatchDraft {
    /// A new match begins with a state.
    mutating func begin(_ judge: Judge) {
        keep(judge)
        follow(isNewTurn: false)
    }

    /// - Returns: false: it is as in any other match.
    mutating func performJudged(_ command: MatchCommand, by seat: Seat) throws(MatchRefusal) -> Bool {
        switch command {
        case .move(let move, let seen): try makeMove(move, seen: seen, by: seat)
        // Data of players would stand where the state does, and exchanges would have to be put into it.
        case .turn, .sendExchange, .reply, .cancel: throw .judged
        case .quitOutOfTurn(let outcome):
            guard outcome == .quit else { throw .judged }
            try quitJudged(by: seat)
        // No game needs to be asked: nothing is left to say but that they go.
        case .askToQuit: try quitJudged(by: seat)
        case .decline:
            guard match.ended == nil, try participant(seat).status == .invited else { throw .invalidState }
            record(.declined(seat))
            goOn(without: seat)
        case .accept, .claim, .remind, .remove: return false
        }
        return true
    }

    private mutating func makeMove(_ move: [UInt8], seen: MatchVersion, by seat: Seat) throws(MatchRefusal) {
        guard match.ended == nil else { throw .invalidState }
        guard let turn = match.turn, turn.seat == seat, seen >= match.turnVersion, seen <= before
        else { throw .notTheTurn }
        // An invitation is accepted first.
        guard try participant(seat).status == .active else { throw .invalidState }
        guard let next = judge?.after(move, by: seat) else { throw .illegalMove }
        keep(next)
        record(.turnEnded(seat))
        follow(isNewTurn: true)
    }

    private mutating func quitJudged(by seat: Seat) throws(MatchRefusal) {
        guard match.ended == nil, try participant(seat).status == .active else { throw .invalidState }
        if isUntold(besides: seat) { return record(.deleted) }
        leave(seat, .quit)
        goOn(without: seat)
    }

    /// The time of a turn is over: its player has lost the match by it, and a seat that nobody took stays empty.
    mutating func timeOutJudged(_ seat: Seat) {
        record(.timedOut(seat))
        if match[seat]?.status == .active {
            leave(seat, .timeExpired)
        } else {
            record(.declined(seat))
        }
        goOn(without: seat)
    }

    /// A seat is out. Who is left alone has won, if anybody else ever played.
    mutating func goOn(without seat: Seat) {
        guard match.ended == nil, !match.isGone else { return }
        if let next = judge?.without(seat) { keep(next) }
        let rest = playing
        guard rest.count > 1 else {
            if let last = rest.first, match.participants.contains(where: { $0.status == .done }) {
                // Who leaves with the last moves takes nothing from who has played to the end.
                if case .over? = judge?.standing(of: rest) { awards = judge?.awards(to: rest) ?? TurnAwards() }
                record(.outcomeSet(last, .won))
            }
            return record(.ended)
        }
        follow(isNewTurn: false)
    }

    private var playing: [Seat] { match.seats.filter { match[$0]?.canPlay ?? false } }

    private mutating func keep(_ next: Judge) {
        judge = next
        record(.dataSaved(next.state))
    }

    /// What the state says becomes so. A state that can't be read any more passes the turn on by seat.
    ///
    /// - Parameter isNewTurn: a turn has ended, even if it is the same player's again.
    private mutating func follow(isNewTurn: Bool) {
        let holder = match.turn?.seat
        let staysByItself = !isNewTurn && (holder.flatMap { match[$0]?.canPlay } ?? false)
        switch judge?.standing(of: playing) {
        case .over(let outcomes):
            let finishers = playing
            awards = judge?.awards(to: finishers) ?? TurnAwards()
            for seat in finishers { record(.outcomeSet(seat, outcomes[seat] ?? .tied)) }
            record(.ended)
        case .turn(let seat):
            if !(staysByItself && holder == seat) { hand(to: [seat], timeout: .turnDefault) }
        case nil:
            if !staysByItself { hand(to: [], timeout: .turnDefault) }
        }
    }
}
