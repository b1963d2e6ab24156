/// What is done with a match.
public enum MatchAction: CaseIterable, Hashable, Sendable {
    case read, saveData, endTurn, move, end, accept, decline, quit, claim, remind, rematch, remove, sendExchange, play

    var endpoint: Endpoint {
        switch self {
        case .read: .match
        case .saveData: .saveMatchData
        case .endTurn: .endTurn
        case .move: .makeMove
        case .end: .endMatch
        case .accept: .acceptMatch
        case .decline: .declineMatch
        case .quit: .quitMatch
        case .claim: .claimTurn
        case .remind: .remindOfMatch
        case .rematch: .rematch
        case .remove: .removeMatch
        case .sendExchange: .sendExchange
        case .play: .playMatch
        }
    }
}
