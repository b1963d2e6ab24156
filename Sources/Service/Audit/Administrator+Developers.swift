public import LaurelDomain
public import LaurelScores

extension Administrator {
    /// - Returns: nil for anybody else's session, and for an administrator's session in a game: what a game
    ///   holds must not be able to do more than play.
    public init?(_ session: Session) {
        guard session.isAdministrator, session.binding == .firstParty else { return nil }
        self.init(actor: .player(session.player), isAboveTeams: true)
    }

    /// Somebody who signed in to our own pages or tools: what they may do depends on their teams.
    ///
    /// - Returns: nil for a session in a game.
    public init?(developing session: Session) {
        guard session.binding == .firstParty else { return nil }
        self.init(actor: .player(session.player), isAboveTeams: session.isAdministrator)
    }

    /// A program with a team's key.
    public init(_ key: DeveloperKey) { self.init(actor: .key(key.id), isAboveTeams: false) }
}
