import LaurelClient
import LaurelDomain
import LaurelWire

/// How the local player's turn ends.
enum OutgoingTurn {
    case turn([GKTurnBasedParticipant], TimeInterval)
    /// Leaves the match with this outcome.
    case quit(Int, [GKTurnBasedParticipant], TimeInterval)
    /// Ends the match, with the outcomes of its participants, and with scores and achievements.
    case end(MatchResults)
}

/// The end of a turn as it stands in the queue.
struct QueuedTurn {
    let kind: QueuedSubmission.Kind
    let body: [UInt8]
}

extension GKTurnBasedMatch {
    /// As the match is now, in this object: what the game changes afterwards doesn't count.
    ///
    /// - Parameter version: of this object.
    /// - Throws: for what the server would refuse, whatever else has happened.
    func queued(
        _ turn: OutgoingTurn, _ data: Data, version: Int64, key: WriteKey
    ) throws(GKError) -> QueuedTurn {
        try checkSize(of: data)
        guard answer.turn?.seat == answer.seat else { throw GKError(.turnBasedInvalidTurn, like: .notYourTurn) }
        switch turn {
        case .turn(let next, let timeout):
            var body = EndTurnBody()
            body.message = try outgoingMessage()
            (body.key, body.version, body.data) = (key, version, [UInt8](data))
            body.next = try seats(of: next)
            body.timeout = try TurnTimeout.seconds(timeout)
            return QueuedTurn(kind: .turn, body: body.json)
        case .quit(let outcome, let next, let timeout):
            var body = QuitMatchBody()
            body.message = try outgoingMessage()
            (body.key, body.version, body.data) = (key, version, [UInt8](data))
            body.outcome = try checked(outcome)
            body.next = try seats(of: next)
            body.timeout = try TurnTimeout.seconds(timeout)
            return QueuedTurn(kind: .matchQuit, body: body.json)
        case .end(let results):
            var body = EndMatchBody()
            body.message = try outgoingMessage()
            (body.key, body.version, body.data) = (key, version, [UInt8](data))
            body.outcomes = try outcomes()
            try results.write(to: &body) { (player) throws(GKError) in try seat(of: player) }
            return QueuedTurn(kind: .matchEnd, body: body.json)
        }
    }

    func checkSize(of data: Data) throws(GKError) {
        guard data.count > matchDataBytesLimit else { return }
        throw GKError(
            .turnBasedMatchDataTooLarge,
            detail: "Match data can have up to \(matchDataBytesLimit) bytes; these have \(data.count).")
    }

    /// - Throws: `turnBasedInvalidParticipant` for nobody, a participant of another match, and one who is done.
    private func seats(of next: [GKTurnBasedParticipant]) throws(GKError) -> [Int] {
        guard !next.isEmpty, next.allSatisfy({ $0.matchID == matchID && $0.status != .done }) else {
            throw GKError(.turnBasedInvalidParticipant, like: .participantInvalid)
        }
        return next.map(\.seat)
    }

    /// - Throws: `invalidParameter` for somebody who doesn't sit in the match.
    private func seat(of player: PlayerRecord?) throws(GKError) -> Int {
        let seat = answer.participants.firstIndex { $0.player.map { $0.id == player?.id } ?? false }
        guard let seat else {
            throw GKError(
                .invalidParameter, detail: "A match ends with scores and achievements of its participants.")
        }
        return seat
    }

    private func checked(_ outcome: Int) throws(GKError) -> Int {
        let custom = GKTurnBasedMatch.Outcome.customRange.rawValue
        let isCustom = outcome > 0 && outcome & ~custom == 0
        guard (1...GKTurnBasedMatch.Outcome.fourth.rawValue).contains(outcome) || isCustom else {
            throw GKError(.invalidParameter, detail: "\(outcome) isn't an outcome that can be set.")
        }
        return outcome
    }

    /// By seat; nil where the server has the same.
    private func outcomes() throws(GKError) -> [Int?] {
        var outcomes: [Int?] = []
        for participant in participants {
            let known = participant.known
            guard let chosen = known.chosenOutcome, chosen != known.answer.outcome else {
                guard known.answer.outcome != 0 else {
                    throw GKError(
                        .turnBasedInvalidState, detail: "Participant \(participant.seat) needs a matchOutcome.")
                }
                outcomes.append(nil)
                continue
            }
            outcomes.append(try checked(chosen))
        }
        return outcomes
    }
}
