public import LaurelDomain
public import LaurelScores

/// Gives a player the ticket that their next run begins with.
public struct IssueTicket: Sendable {
    private let keeper: ScoreKeeper
    private let random: Random

    public init(_ keeper: ScoreKeeper, random: Random) {
        self.keeper = keeper
        self.random = random
    }

    public func callAsFunction(for player: PlayerNumber, in app: App, _ environment: Environment) -> Ticket {
        let holder = TicketHolder(player: player, app: app.number, environment: environment)
        return keeper.checking.tickets.make(for: holder, at: keeper.now(), random: random.bytes(8))
    }
}
