import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

/// Matches as a session sees them. Names are those of now.
struct MatchAnswers: Sendable {
    let ids: MatchIDs
    let players: PlayerAnswers

    /// - Parameters:
    ///   - game: its app's.
    ///   - reader: one of its players, in a session of this binding.
    ///   - friendNames: of the reader; see ``PlayerAnswers/friendNames(of:)``.
    func answer(
        _ details: MatchDetails, of game: BundleID, to reader: PlayerNumber, _ binding: Binding,
        friendNames: [PlayerNumber: String]
    ) -> MatchAnswer {
        var answer = listed(details.match, of: game, to: reader, binding, friendNames: friendNames)
        if details.isArchived { answer.isArchived = true }
        answer.data = details.data
        answer.byteCount = details.data.count
        answer.message = message(details.message, of: details.match.messageSeat)
        answer.exchanges = details.exchanges.map { details in
            var answer = exchange(details.exchange)
            answer.data = details.words.data
            answer.message = message(details.words.message, of: details.exchange.sender)
            answer.replies = details.replies.map { reply in
                ExchangeReplyAnswer(
                    seat: reply.seat.index, sent: reply.sent, message: message(reply.words.message, of: reply.seat),
                    data: reply.words.data)
            }
            return answer
        }
        return answer
    }

    /// Without contents: no data, no messages but that of an invitation.
    ///
    /// - Parameter match: as the reader may see it (``ReadMatches``).
    func listed(
        _ match: Match, of game: BundleID, to reader: PlayerNumber, _ binding: Binding,
        friendNames: [PlayerNumber: String]
    ) -> MatchAnswer {
        MatchAnswer(
            id: ids.id(of: match.number), bundleID: game.text, state: match.state(for: reader),
            status: status(match.status),
            version: Int64(clamping: match.version.rawValue), group: match.group, created: match.created,
            ended: match.ended, seat: match.seat(of: reader)?.index ?? 0,
            participants: participants(of: match, to: binding, friendNames: friendNames), turn: match.turn.map(turn),
            data: nil, byteCount: match.dataBytes,
            rematch: match.rematch.map { ids.id(of: $0.match) }, message: nil,
            exchanges: match.exchanges(for: reader).map(exchange), invitation: match.invitation, isArchived: nil)
    }

    func participants(
        of match: Match, to binding: Binding, friendNames: [PlayerNumber: String]
    ) -> [MatchParticipantAnswer] {
        match.participants.map { participant in
            MatchParticipantAnswer(
                status: status(participant.status),
                player: participant.player.map { players.brief($0, to: binding, friendNames: friendNames) },
                outcome: Int(participant.outcome.rawValue), lastTurn: participant.lastTurn,
                askedToQuit: participant.askedToQuit)
        }
    }

    private func exchange(_ exchange: Exchange) -> ExchangeAnswer {
        ExchangeAnswer(
            id: Int(exchange.number.rawValue), status: exchange.isActive ? .active : .complete,
            sender: exchange.sender.index, recipients: exchange.recipients.map(\.index), sent: exchange.sent,
            due: exchange.due, completed: exchange.completed, message: nil, data: nil,
            replies: exchange.replies.map {
                ExchangeReplyAnswer(seat: $0.index, sent: nil, message: nil, data: nil)
            })
    }

    private func message(_ message: MatchMessage?, of seat: Seat?) -> MatchMessageAnswer? {
        guard let message, let seat, message != .empty else { return nil }
        return MatchMessageAnswer(
            seat: seat.index, key: message.key, arguments: message.arguments, text: message.text)
    }

    func turn(_ turn: Turn) -> MatchTurnAnswer {
        MatchTurnAnswer(
            seat: turn.seat.index, fallback: turn.fallback.map(\.index), began: turn.began, due: turn.due,
            claimable: turn.claimable)
    }

    func status(_ status: Match.Status) -> MatchAnswer.Status {
        switch status {
        case .open: .open
        case .ended: .ended
        case .matching: .matching
        }
    }

    private func status(_ status: Participant.Status) -> MatchParticipantAnswer.Status {
        switch status {
        case .invited: .invited
        case .declined: .declined
        case .matching: .matching
        case .active: .active
        case .done: .done
        }
    }
}

extension Match {
    /// Where it stands for one of its players.
    func state(for player: PlayerNumber) -> MatchState {
        guard ended == nil, let seat = seat(of: player), let participant = self[seat] else { return .over }
        switch participant.status {
        case .invited: return .invited
        case .declined, .done: return .over
        case .matching, .active: return turn?.seat == seat ? .turn : .waiting
        }
    }
}
