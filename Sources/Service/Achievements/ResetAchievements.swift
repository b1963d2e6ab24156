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
        let key = ProgressKey(player: session.player, app: app.number, environment: environment)
        let contact = DeviceContact(
            DeviceQueue(device: session.device, app: app.number, environment: environment), waiting: waiting)
        try await keeper.perform(reading: [.progress(key)], from: contact) { (draft) throws(ProgressError) in
            try draft.reset(key)
        }
    }
}

extension CommitDraft {
    /// Plans that a player's progress in a game goes back to zero.
    mutating func reset(_ key: ProgressKey) throws(ProgressError) {
        let before = try ProgressError.reading { () throws(StoreError) in try reads.progress(key) }
        guard before.hasReported else { return }
        facts.append(.achievement(.reset(key, at: time)))
        for earned in before.progress.values where earned.isEarned {
            effects.append(.counted(-1, earned.achievement, key.environment))
        }
    }
}

/// Why progress is neither read nor changed.
public enum ProgressError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
