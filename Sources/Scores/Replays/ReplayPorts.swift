public import LaurelDomain

/// What replays need of the world. Without it no leaderboard can have them checked.
public struct ReplayPorts: Sendable {
    /// Whether this server, or the app, has a simulator of this name.
    public var knows: @Sendable (SimulatorName, AppNumber) -> Bool
    /// Plays logs again, on threads of its own; calls back once, on one of these or on this one.
    public var play:
        @Sendable (
            [ReplayJob], PlayerNumber, @escaping @Sendable (PlayedRuns) -> Void
        ) -> Void
    public var tickets: Tickets

    public init(
        tickets: Tickets,
        knows: @escaping @Sendable (SimulatorName, AppNumber) -> Bool,
        play:
            @escaping @Sendable (
                [ReplayJob], PlayerNumber, @escaping @Sendable (PlayedRuns) -> Void
            ) -> Void
    ) {
        self.tickets = tickets
        self.knows = knows
        self.play = play
    }

    public static let none = ReplayPorts(
        // A code that is too short seals nothing: no ticket is good.
        tickets: Tickets { _ in [] }, knows: { _, _ in false },
        play: { _, _, completion in completion(.failure(.unknownSimulator)) })
}
