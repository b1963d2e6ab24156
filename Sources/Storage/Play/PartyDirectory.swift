public import LaurelDomain

/// Players who meet by codes. Every engine must pass `PartyContract`.
public protocol PartyDirectory: Sendable {
    /// Those with this code that may live, made within the last day (``Party/lastEnd``), in order of app and
    /// environment. Whether they do depends on matches, too (``Party/isLive(at:_:)``).
    func parties(_ code: PartyCode, at now: Timestamp) async throws(StoreError) -> [Party]
    /// The same of those that the player entered, in order of app, environment and code.
    func parties(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) -> [Party]
    /// Writes all of them, each in the place of the one with its code; those that can't live any more by `now` go.
    func putParties(_ parties: [Party], at now: Timestamp) async throws(StoreError)
    /// Of a game in one environment: all, or those that a player entered.
    func countParties(_ selection: PartySelection) async throws(StoreError) -> Int
    /// Takes the player out of theirs, or removes all.
    /// - Returns: how many.
    func removeParties(_ selection: PartySelection) async throws(StoreError) -> Int
}

/// Parties of a game in one environment.
public struct PartySelection: Hashable, Sendable {
    public var app: AppNumber
    public var environment: Environment
    /// Nil: of everybody.
    public var player: PlayerNumber?

    public init(app: AppNumber, environment: Environment, player: PlayerNumber? = nil) {
        self.app = app
        self.environment = environment
        self.player = player
    }
}
