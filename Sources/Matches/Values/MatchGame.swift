public import LaurelDomain

/// Whose matches: a game's, in one environment. Numbers of matches are its own.
public struct MatchGame: Hashable, Sendable {
    public let app: AppNumber
    public let environment: Environment

    public init(app: AppNumber, environment: Environment) {
        self.app = app
        self.environment = environment
    }
}
