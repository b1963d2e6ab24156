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
    ///   - before: nil: the match is new.
    ///   - match: as they leave it.
    func notices(of facts: [MatchFact], _ before: Match?, _ match: Match) -> [NewNotice] {
        let called = Set(facts.compactMap { if case .called(let seat) = $0.change { seat } else { nil } })
        return facts.flatMap { fact -> [NewNotice] in
            switch fact.change {
            // Within one write the turn may go through several hands.
            case .turnBegan(let turn) where match.turn == turn:
                let isInvitation = match[turn.seat]?.status == .invited && called.contains(turn.seat)
                return [isInvitation ? invitation(to: turn.seat, match) : turnNotice(to: turn.seat, match)]
                    .compactMap(\.self)
            // After an outage the turn may be over by the same write.
            case .timeoutNears(let seat):
                guard let turn = match.turn, turn.seat == seat, turn.isWarned, !turn.isOverdue else { return [] }
                return [notice(.matchTurnEnding, to: seat, match)].compactMap(\.self)
            case .reminded(let seat, _, let message):
                return [notice(.matchReminder, to: seat, match, details: MessageDetails.of(message))].compactMap(\.self)
            case .exchangeSent(let exchange, _, let message) where match.exchange(exchange.number)?.isActive ?? false:
                let details = MessageDetails.of(exchange.number, message)
                return exchange.recipients.compactMap { notice(.matchExchange, to: $0, match, details: details) }
            // Without a message its sender has left, which the match says.
            case .exchangeCanceled(let number, let message?):
                guard let exchange = before?.exchange(number) else { return [] }
                let details = MessageDetails.of(exchange, message)
                return exchange.recipients.compactMap {
                    notice(.matchExchangeCanceled, to: $0, match, details: details)
                }
            case .exchangeCompleted(let number):
                guard let exchange = match.exchange(number) else { return [] }
                let told = Set([exchange.sender, match.turn?.seat].compactMap(\.self))
                return told.sorted().compactMap { notice(.matchExchangeCompleted, to: $0, match) }
            case .ended:
                let ending = MatchEnding(match)
                return match.seats.filter { match[$0]?.isTold ?? false && match[$0]?.isRemoved == false }
                    .compactMap { seat in
                        notice(
                            .matchEnded, to: seat, match, about: ending.other(of: seat),
                            details: ending.details(for: seat))
                    }
            default: return []
            }
        }
    }

    /// What the write leaves to be done by nobody: "your turn" is a state, and goes with it (rule 12.19).
    ///
    /// - Parameters:
    ///   - before: nil: the match is new.
    ///   - match: nil: it is gone.
    func resolved(_ before: Match?, _ match: Match?) -> [ResolvedNotices] {
        guard let before else { return [] }
        return before.seats.compactMap { seat in
            guard let receiver = before[seat]?.player else { return nil }
            let left = match?.asks(of: seat) ?? []
            // The same seat may have another turn: it is told of that one, too.
            let isSameTurn = match?.turn?.began == before.turn?.began
            let kinds = before.asks(of: seat).filter { kind in
                !left.contains(kind) || (Match.asksOfTurn.contains(kind) && !isSameTurn)
            }
            guard !kinds.isEmpty else { return nil }
            return ResolvedNotices(
                of: receiver, kinds, app: game.app, environment: game.environment, subject: ids.id(of: before.number))
        }
    }

    /// About who asked for the match, even if somebody else has handed the turn over: what is said with it is theirs
    /// (rule 11.10).
    private func invitation(to seat: Seat, _ match: Match) -> NewNotice? {
        notice(
            .matchInvited, to: seat, match, about: match.inviter,
            details: match.invitation.map { MessageDetails.of(invitation: $0) } ?? "")
    }

    /// About who had the turn, if they are still there; where more play, it says how many.
    private func turnNotice(to seat: Seat, _ match: Match) -> NewNotice? {
        let playing = match.participants.filter { $0.player != nil && [.active, .invited].contains($0.status) }
        let former = player.flatMap { player in playing.contains { $0.player == player } ? player : nil }
        let details = playing.count > 2 ? #"{"players":\#(playing.count)}"# : ""
        return notice(.matchTurn, to: seat, match, about: former, details: details)
    }

    /// About who did it; nil: nobody sits there, or they did it themselves.
    private func notice(_ kind: NoticeKind, to seat: Seat, _ match: Match, details: String = "") -> NewNotice? {
        notice(
            kind, to: seat, match, about: player.flatMap { match.seat(of: $0) == nil ? nil : $0 }, details: details)
    }

    private func notice(
        _ kind: NoticeKind, to seat: Seat, _ match: Match, about: PlayerNumber?, details: String
    ) -> NewNotice? {
        guard let receiver = match[seat]?.player, receiver != player else { return nil }
        return NewNotice(
            to: receiver, kind, app: game.app, environment: game.environment, about: about,
            subject: ids.id(of: match.number), details: details, created: time)
    }
}

extension Match {
    fileprivate static let asksOfTurn: [NoticeKind] = [.matchTurn, .matchTurnEnding, .matchReminder]

    /// Of what a player at the seat was told and has not done yet.
    fileprivate func asks(of seat: Seat) -> [NoticeKind] {
        guard ended == nil, let participant = self[seat] else { return [] }
        var kinds: [NoticeKind] = []
        if turn?.seat == seat { kinds += Self.asksOfTurn }
        if participant.status == .invited, participant.called != nil { kinds.append(.matchInvited) }
        if exchanges.contains(where: { $0.isActive && $0.recipients.contains(seat) && !$0.replies.contains(seat) }) {
            kinds.append(.matchExchange)
        }
        if exchanges.contains(where: { !$0.isActive && ($0.sender == seat || turn?.seat == seat) }) {
            kinds.append(.matchExchangeCompleted)
        }
        return kinds
    }
}
