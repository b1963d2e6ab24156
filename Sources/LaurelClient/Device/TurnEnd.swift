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

    /// Of the match that it was made of.
    public var version: Int64? {
        switch self {
        case .turn(let body, _): body.version
        case .quit(let body, _): body.version
        case .match(let body, _): body.version
        }
    }

    /// Its JSON with another version.
    func json(naming version: Int64) -> [UInt8] {
        switch self {
        case .turn(var body, _):
            body.version = version
            return body.json
        case .quit(var body, _):
            body.version = version
            return body.json
        case .match(var body, _):
            body.version = version
            return body.json
        }
    }

    public var match: MatchID {
        switch self {
        case .turn(_, let match), .quit(_, let match), .match(_, let match): match
        }
    }
}
