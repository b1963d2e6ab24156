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
    ///   - data: nil: it isn't shown.
    ///   - reader: one of its players.
    ///   - friendNames: of the reader; see ``PlayerAnswers/friendNames(of:)``.
    func answer(
        _ match: Match, of game: BundleID, data: [UInt8]?, to reader: Session, friendNames: [PlayerNumber: String]
    ) -> MatchAnswer {
        MatchAnswer(
            id: ids.id(of: match.number), bundleID: game.text, state: match.state(for: reader.player), status: status(match.status),
            version: Int64(clamping: match.version.rawValue), group: match.group, created: match.created,
            ended: match.ended, seat: match.seat(of: reader.player)?.index ?? 0,
            participants: match.participants.map { participant in
                MatchParticipantAnswer(
                    status: status(participant.status),
                    player: participant.player.map {
                        players.brief($0, to: reader.binding, friendNames: friendNames)
                    }, outcome: Int(participant.outcome.rawValue), lastTurn: participant.lastTurn,
                    askedToQuit: participant.askedToQuit)
            }, turn: match.turn.map(turn), data: data, byteCount: match.dataBytes,
            rematch: match.rematch.map { ids.id(of: $0.match) })
    }

    private func turn(_ turn: Turn) -> MatchTurnAnswer {
        MatchTurnAnswer(
            seat: turn.seat.index, fallback: turn.fallback.map(\.index), began: turn.began, due: turn.due,
            claimable: turn.claimable)
    }

    private func status(_ status: Match.Status) -> MatchAnswer.Status {
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
