import LaurelClient
import LaurelDomain
import LaurelWire

// Matches whose rules the server knows, which are Laurel's own and not in Apple's GameKit: a turn ends with a move.
extension GKTurnBasedMatch {
    /// Makes a move in a match that the server judges: it knows whose turn is next, what each player may see, and how
    /// the match ended. `matchData` is the local player's view from then on.
    ///
    /// A move isn't kept offline: whether it is legal, the server says.
    ///
    /// - Parameter move: at most 1,024 bytes, as the game's rules read them.
    @preconcurrency public func makeMove(
        _ move: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let planned = Result { () throws(GKError) in
            PlannedWrite(try MatchMoveBody(center, move, of: self), to: self)
        }
        center.answer(completionHandler) { (center) throws(GKError) in try await center.move(planned.get()) }
    }

    /// As ``makeMove(_:completionHandler:)``.
    public func makeMove(_ move: Data) async throws {
        try await center.move(PlannedWrite(MatchMoveBody(center, move, of: self), to: self))
    }
}

extension MatchMoveBody {
    fileprivate init(_ center: Laurel, _ move: Data, of match: GKTurnBasedMatch) throws(GKError) {
        self.init()
        guard move.count <= matchMoveBytesLimit else {
            throw GKError(
                .turnBasedMatchDataTooLarge,
                detail: "A move can have up to \(matchMoveBytesLimit) bytes; this one has \(move.count).")
        }
        key = center.makeWriteKey()
        version = match.answer.version
        self.move = [UInt8](move)
    }
}

extension Laurel {
    fileprivate func move(_ planned: PlannedWrite<MatchMoveBody>) async throws(GKError) {
        planned.match.learn(
            try await write(planned, naming: \.version) { (client, body, id, game) throws(ClientError) in
                try await client.move(body, in: id, of: game)
            })
    }
}
