import LaurelDomain
import LaurelMatches
import LaurelStorage

/// Who hears of a write to a match (rules 12.18 to 12.20).
struct MatchNotices {
    let game: MatchGame
    /// Who did it. Nil: time, or the service.
    let player: PlayerNumber?
    let ids: MatchIDs
    let time: Timestamp

    init(game: MatchGame, by player: PlayerNumber?, ids: MatchIDs, at time: Timestamp) {
        self.game = game
        self.player = player
        self.ids = ids
        self.time = time
    }

    /// - Parameters:
    ///   - facts: of the write.
    ///   - match: as they leave it.
    func notices(of facts: [MatchFact], _ match: Match) -> [NewNotice] {
        let called = Set(facts.compactMap { if case .called(let seat) = $0.change { seat } else { nil } })
        return facts.flatMap { fact -> [NewNotice] in
            switch fact.change {
            // Within one write the turn may go through several hands.
            case .turnBegan(let turn) where match.turn == turn:
                let isInvitation = match[turn.seat]?.status == .invited && called.contains(turn.seat)
                return [notice(isInvitation ? .matchInvited : .matchTurn, to: turn.seat, match)].compactMap(\.self)
            case .timeoutNears(let seat): return [notice(.matchTurnEnding, to: seat, match)].compactMap(\.self)
            case .reminded(let seat, _, _): return [notice(.matchReminder, to: seat, match)].compactMap(\.self)
            case .ended:
                return match.seats.filter { match[$0]?.isTold ?? false && match[$0]?.isRemoved == false }
                    .compactMap { notice(.matchEnded, to: $0, match) }
            default: return []
            }
        }
    }

    /// Nil: nobody sits there, or they did it themselves.
    private func notice(_ kind: NoticeKind, to seat: Seat, _ match: Match) -> NewNotice? {
        guard let receiver = match[seat]?.player, receiver != player else { return nil }
        let about = player.flatMap { match.seat(of: $0) == nil ? nil : $0 }
        return NewNotice(
            to: receiver, kind, app: game.app, environment: game.environment, about: about,
            subject: ids.id(of: match.number), created: time)
    }
}
