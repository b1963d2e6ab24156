public import LaurelWire

/// How the player's turn in a match ends.
public enum TurnEnd: Sendable {
    case turn(EndTurnBody, MatchID)
    case quit(QuitMatchBody, MatchID)
    case match(EndMatchBody, MatchID)

    /// What it saves.
    public var data: [UInt8] {
        switch self {
        case .turn(let body, _): body.data
        case .quit(let body, _): body.data ?? []
        case .match(let body, _): body.data
        }
    }

    public var match: MatchID {
        switch self {
        case .turn(_, let match), .quit(_, let match), .match(_, let match): match
        }
    }
}
