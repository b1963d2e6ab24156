import LaurelClient
import LaurelDomain
import LaurelWire

/// Players who meet by a code, as the server knew them when it was asked. Ours, not Apple's.
public struct GameCenterParty: Sendable {
    /// Two parts with a dash between them, such as `7K3Q-XW2P`.
    public let code: String
    public let activityIdentifier: String
    /// Who is in it, in the order of entering: each for ten minutes, unless they enter again, and for as long as they
    /// sit in a match that came of it.
    public let players: [GKPlayer]
    /// When the code ends, if nobody enters any more and those who sit in a match stay there.
    public let expirationDate: Date
    /// The code's page. Who opens it sees who waits, and gets into the game.
    public let url: URL

    let partyCode: PartyCode

    init(_ answer: PartyAnswer, players: [GKPlayer], url: URL) {
        code = answer.code.text
        activityIdentifier = answer.activity.text
        self.players = players
        expirationDate = Date(milliseconds: answer.ends.milliseconds)
        self.url = url
        partyCode = answer.code
    }

    /// For ``GKMatchRequest/playerGroup``: a request meets only those that have the same code.
    public var playerGroup: Int { Int(truncatingIfNeeded: partyCode.matchGroup) }
}
