public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Puts a player's progress in a game back to zero, and hides again what a report had shown (rule 5.2).
public struct ResetAchievements: Sendable {
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// - Parameter waiting: how many scores and reports wait in the device's queue; nil: it did not say. With none,
    ///   what it sends later was made after the reset, whatever its clock says (rule 4.7).
    public func callAsFunction(
        of app: App, _ environment: Environment, waiting: Int? = nil, as session: Session
    ) async throws(ProgressError) {
        let place = ProgressPlace(player: session.player, app: app.number, environment: environment)
        try await keeper.perform { (writer) throws(ProgressError) -> @Sendable () -> Void in
            let before: PlayerAchievements
            do throws(StoreError) { before = try keeper.journal.playerAchievements(place) } catch {
                throw ProgressError(error)
            }
            keeper.contacts.note(waiting: waiting, of: session.device, at: writer.batch.time)
            guard before.hasReported else { return {} }
            writer.batch.facts.append(.achievement(.reset(place, at: writer.batch.time)))
            let earned = before.progress.values.filter(\.isEarned).map(\.achievement)
            return { [keeper] in for number in earned { keeper.tally.count(-1, number, place.environment) } }
        }
    }
}

/// Why progress is neither read nor changed.
public enum ProgressError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
